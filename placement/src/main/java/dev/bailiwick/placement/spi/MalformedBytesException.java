package dev.bailiwick.placement.spi;

/// Bytes are not what they were taken for. Whoever knows what they were to be translates it.
public final class MalformedBytesException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public MalformedBytesException(String message) {
        super(message);
    }
}
