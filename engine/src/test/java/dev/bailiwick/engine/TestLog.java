package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A log without a shard: its frames are bytes, and its segments end with an empty frame.
final class TestLog {
    static final byte KIND = 7;

    private TestLog() {
    }

    /// Opens a log and reads all frames, those of sealed segments too.
    static ShardLog open(Disk disk, Path directory, LogIdentity identity, long segmentBytes, Consumer<Frame> visitor)
            throws IOException {
        var segments = ShardLog.segments(disk, directory);
        for (int i = 0; i < segments.size() - 1; i++) {
            ShardLog.visit(disk, directory, identity, segments.get(i), segments.get(i + 1),
                    new ShardLog.Visitor() {
                        @Override
                        public Decision read(Frame frame) {
                            return new Decision.Forgotten(0, 0); // it has no meaning
                        }

                        @Override
                        public void visit(Frame frame, Decision decision) {
                            visitor.accept(frame);
                        }
                    });
        }
        return ShardLog.open(disk, directory, identity, new Sealer(),
                new SpareSegment(disk, directory, segmentBytes, Runnable::run), visitor);
    }

    static Decisions.Body body(byte kind, byte[] content) {
        return new Decisions.Body() {
            @Override
            public byte kind() {
                return kind;
            }

            @Override
            public int maxBytes() {
                return content.length;
            }

            @Override
            public void write(ByteBuffer out) {
                out.put(content);
            }
        };
    }

    /// The frames of a kind, as bytes.
    static List<byte[]> bodies(List<Frame> frames) {
        var bodies = new ArrayList<byte[]>();
        frames.forEach(frame -> {
            var body = new byte[frame.body().remaining()];
            frame.body().get(body);
            bodies.add(body);
        });
        return bodies;
    }

    private static final class Sealer implements ShardLog.Sealer {
        @Override
        public int maxFooterBytes() {
            return 8;
        }

        @Override
        public void committed(long segmentId, long offset, ByteBuffer frames) {
            // nobody reads it
        }

        @Override
        public boolean isHalfFull() {
            return false;
        }

        @Override
        public void beforeSeal() {
            // always
        }

        @Override
        public Decisions.Body footer(long nowMs) {
            return body(Decisions.SEALED, new byte[8]);
        }

        @Override
        public void sealed(long segmentId, FrameLocation footer, long nextSegmentId) {
            // nobody needs to know
        }
    }
}
