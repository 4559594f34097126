package dev.bailiwick.store;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// A place in the feed of all partitions, to start a subscription from and to save. Opaque: only the store that made it can
/// tell what it means. It stays valid when partitions move and when the store restarts. Immutable.
public final class FeedPosition {
    private static final byte FORMAT = 1;
    private static final int HEADER_BYTES = 2;
    private static final FeedPosition START = new FeedPosition(Kind.START, new byte[0]);
    private static final FeedPosition NOW = new FeedPosition(Kind.NOW, new byte[0]);

    private final Kind kind;
    private final byte[] content;

    private FeedPosition(Kind kind, byte[] content) {
        this.kind = kind;
        this.content = content;
    }

    /// Before everything.
    public static FeedPosition start() {
        return START;
    }

    /// After everything that is durable when the subscription starts.
    public static FeedPosition now() {
        return NOW;
    }

    /// For implementations of the store: a position with their own content, which with its header stays within
    /// [Limits#MAX_POSITION_BYTES].
    public static FeedPosition saved(byte[] content) {
        if (content.length > Limits.MAX_POSITION_BYTES - HEADER_BYTES) {
            throw new IllegalArgumentException("the content of a position has at most "
                    + (Limits.MAX_POSITION_BYTES - HEADER_BYTES) + " bytes, not " + content.length);
        }
        return new FeedPosition(Kind.SAVED, content.clone());
    }

    /// Reads what [#toBytes] wrote.
    ///
    /// @throws InvalidPositionException if these are not the bytes of a position, or of a newer format
    public static FeedPosition fromBytes(byte[] bytes) {
        if (bytes.length < HEADER_BYTES || bytes.length > Limits.MAX_POSITION_BYTES) {
            throw new InvalidPositionException("a position has " + HEADER_BYTES + " to " + Limits.MAX_POSITION_BYTES
                    + " bytes, not " + bytes.length);
        }
        if (bytes[0] != FORMAT) {
            throw new InvalidPositionException("its format is " + bytes[0] + " and this version reads " + FORMAT);
        }
        var kind = Kind.of(bytes[1]);
        var content = Arrays.copyOfRange(bytes, HEADER_BYTES, bytes.length);
        if (kind != Kind.SAVED && content.length > 0) {
            throw new InvalidPositionException("it has " + content.length + " bytes too many");
        }
        return new FeedPosition(kind, content);
    }

    /// The position as bytes to keep, a few for each partition that has events.
    public byte[] toBytes() {
        return ByteBuffer.allocate(HEADER_BYTES + content.length).put(FORMAT).put(kind.code).put(content)
                .array();
    }

    public Kind kind() {
        return kind;
    }

    /// For implementations of the store: the content of a saved position.
    public byte[] content() {
        return content.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FeedPosition that && kind == that.kind && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return "FeedPosition[" + kind + (kind == Kind.SAVED ? ", " + content.length + " bytes" : "") + "]";
    }

    /// What a position says.
    public enum Kind {
        START(0), NOW(1), SAVED(2);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        private static Kind of(byte code) {
            for (var kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new InvalidPositionException("there is no position of kind " + code);
        }
    }
}
