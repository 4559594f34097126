package dev.bailiwick.protocol;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.bailiwick.protocol.v1.Error;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ErrorKind;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The errors of the store as messages, and back as the very exceptions that they were.
public final class Errors {
    /// Others than ours allow as little as 8,192 bytes of trailers, of which base64 takes a quarter.
    private static final int MAX_TRAILER_ERROR_BYTES = 4_096;
    private static final int MAX_DESCRIPTION = 512;

    private Errors() {
    }

    public static Error encode(BailiwickException e) {
        var code = e.code();
        var message = Error.newBuilder().setNumber(code.number()).setName(code.name()).setKind(encode(code.kind()))
                .setRetryable(code.retryable()).setMessage(String.valueOf(e.getMessage()));
        e.fields().forEach((name, value) -> message.putFields(name, ErrorFields.encode(value)));
        return message.build();
    }

    /// The exception that was encoded; an [UnknownErrorException] where this version does not know it.
    public static BailiwickException decode(Error message) {
        Function<ErrorFields, BailiwickException> known = KnownErrors.BY_NUMBER.get(message.getNumber());
        if (known == null) {
            return unknown(message);
        }
        try {
            return known.apply(new ErrorFields(message.getFieldsMap()));
        } catch (BailiwickException | ArithmeticException | IllegalArgumentException e) {
            return unknown(message);
        }
    }

    /// The status and the trailer with which a call ends that failed.
    public static StatusRuntimeException toStatus(BailiwickException e) {
        return toStatus(statusOf(e.code()), e);
    }

    /// The same with a status other than the usual one.
    public static StatusRuntimeException toStatus(Status.Code status, BailiwickException e) {
        var trailers = new Metadata();
        trailers.put(Protocol.ERROR_TRAILER, shortened(encode(e)).toByteArray());
        return status.toStatus().withDescription(shortened(String.valueOf(e.getMessage())))
                .asRuntimeException(trailers);
    }

    /// The error in the trailers of a call, if there is one.
    public static Optional<BailiwickException> fromTrailers(@Nullable Metadata trailers) {
        return message(trailers).map(Errors::decode);
    }

    /// The number of the error in the trailers of a call; 0 if there is none.
    public static int numberIn(@Nullable Metadata trailers) {
        return message(trailers).map(Error::getNumber).orElse(0);
    }

    /// Which status belongs to an error.
    public static Status.Code statusOf(ErrorCode code) {
        if (code.equals(ErrorCode.UNAUTHENTICATED)) {
            return Status.Code.UNAUTHENTICATED;
        }
        if (code.equals(ErrorCode.PERMISSION_DENIED)) {
            return Status.Code.PERMISSION_DENIED;
        }
        if (code.equals(ErrorCode.AGGREGATE_NOT_EXISTS)) {
            return Status.Code.NOT_FOUND;
        }
        if (code.equals(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION)) {
            return Status.Code.ABORTED;
        }
        if (code.equals(ErrorCode.SHARD_BUSY) || code.equals(ErrorCode.DISK_FULL)) {
            return Status.Code.RESOURCE_EXHAUSTED;
        }
        return switch (code.kind()) {
            case CALLER -> Status.Code.INVALID_ARGUMENT;
            case CONFLICT -> Status.Code.FAILED_PRECONDITION;
            case UNAVAILABLE -> Status.Code.UNAVAILABLE;
            case CORRUPT -> Status.Code.DATA_LOSS;
            case INTERNAL -> Status.Code.INTERNAL;
        };
    }

    private static Optional<Error> message(@Nullable Metadata trailers) {
        var bytes = trailers == null ? null : trailers.get(Protocol.ERROR_TRAILER);
        try {
            return bytes == null ? Optional.empty() : Optional.of(Error.parseFrom(bytes));
        } catch (InvalidProtocolBufferException e) {
            return Optional.empty(); // the status alone must do
        }
    }

    private static UnknownErrorException unknown(Error message) {
        var code = new ErrorCode(message.getNumber(), message.getName(), decode(message.getKind()),
                message.getRetryable());
        var fields = new TreeMap<String, Object>();
        message.getFieldsMap().forEach((name, value) -> fields.put(name, ErrorFields.decode(value)));
        var begin = code + ": ";
        var sentence = message.getMessage();
        return new UnknownErrorException(code,
                sentence.startsWith(begin) ? sentence.substring(begin.length()) : sentence, fields);
    }

    /// A trailer is small. What makes an error large is a list, which is cut, and the sentence about it.
    private static Error shortened(Error error) {
        if (error.getSerializedSize() <= MAX_TRAILER_ERROR_BYTES) {
            return error;
        }
        var smaller = error.toBuilder().setMessage(shortened(error.getMessage())).clearFields();
        for (var field : error.getFieldsMap().entrySet()) {
            smaller.putFields(field.getKey(), field.getValue());
            if (smaller.build().getSerializedSize() > MAX_TRAILER_ERROR_BYTES) {
                smaller.removeFields(field.getKey());
            }
        }
        return smaller.build();
    }

    private static String shortened(String text) {
        return text.length() <= MAX_DESCRIPTION ? text : text.substring(0, MAX_DESCRIPTION) + "...";
    }

    private static Error.Kind encode(ErrorKind kind) {
        return switch (kind) {
            case CALLER -> Error.Kind.KIND_CALLER;
            case CONFLICT -> Error.Kind.KIND_CONFLICT;
            case UNAVAILABLE -> Error.Kind.KIND_UNAVAILABLE;
            case CORRUPT -> Error.Kind.KIND_CORRUPT;
            case INTERNAL -> Error.Kind.KIND_INTERNAL;
        };
    }

    private static ErrorKind decode(Error.Kind kind) {
        return switch (kind) {
            case KIND_CALLER -> ErrorKind.CALLER;
            case KIND_CONFLICT -> ErrorKind.CONFLICT;
            case KIND_UNAVAILABLE -> ErrorKind.UNAVAILABLE;
            case KIND_CORRUPT -> ErrorKind.CORRUPT;
            case KIND_INTERNAL, KIND_UNSPECIFIED, UNRECOGNIZED -> ErrorKind.INTERNAL;
        };
    }

}
