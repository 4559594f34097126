package dev.bailiwick.protocol;

import io.grpc.Metadata;

/// What client and server agree on besides the calls.
public final class Protocol {
    /// The protocol of this version.
    public static final int VERSION = 1;
    /// Which protocol the client speaks; 1 where it is missing.
    public static final Metadata.Key<String> VERSION_HEADER = Metadata.Key.of("bailiwick-protocol",
            Metadata.ASCII_STRING_MARSHALLER);
    /// `Bearer` and an API key.
    public static final Metadata.Key<String> AUTHORIZATION = Metadata.Key.of("authorization",
            Metadata.ASCII_STRING_MARSHALLER);
    /// A serialised `Error`.
    public static final Metadata.Key<byte[]> ERROR_TRAILER = Metadata.Key.of("bailiwick-error-bin",
            Metadata.BINARY_BYTE_MARSHALLER);

    /// The largest request of the store with what its encoding adds fits into it.
    public static final int MAX_REQUEST_MESSAGE_BYTES = 8 << 20;
    /// The largest page of the store with what its encoding adds fits into it.
    public static final int MAX_RESPONSE_MESSAGE_BYTES = 32 << 20;
    /// Appends in one message of a stream.
    public static final int MAX_MESSAGE_REQUESTS = 1_024;
    /// Bytes of headers, or of trailers, of one call.
    public static final int MAX_METADATA_BYTES = 32 << 10;

    private Protocol() {
    }
}
