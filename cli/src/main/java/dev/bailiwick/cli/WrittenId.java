package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import java.util.UUID;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads ids and keys that a person wrote. What cannot be meant is refused, since almost anything else is a name, and a name that
/// nobody meant would be another id.
final class WrittenId {
    /// Java puts this character where an argument's bytes are not text in the encoding of the terminal.
    private static final char UNREADABLE = '\uFFFD';

    private WrittenId() {
    }

    /// A UUID, a number or a name.
    ///
    /// @throws IllegalArgumentException if it is none
    static UUID id(String written) {
        checkReadable(written);
        if (written.matches("-\\d+")) {
            throw new IllegalArgumentException("an id number is 0 or more, not " + written);
        }
        if (written.indexOf('/') >= 0) {
            throw new IllegalArgumentException("an id has no slash, and '" + written + "' has one");
        }
        return Ids.parse(written);
    }

    /// `org/type/id`.
    ///
    /// @throws IllegalArgumentException if it is not
    static AggregateKey key(String written) {
        checkReadable(written);
        return AggregateKey.parse(written);
    }

    static void checkReadable(String written) {
        if (written.indexOf(UNREADABLE) >= 0) {
            throw new IllegalArgumentException("its letters cannot be read in the encoding of this terminal, "
                    + System.getProperty("sun.jnu.encoding") + ", and other letters would be another id");
        }
    }

    /// For arguments that are keys.
    static final class Key implements ITypeConverter<AggregateKey> {
        @Override
        public AggregateKey convert(String written) {
            try {
                return key(written);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    /// For arguments that are single ids.
    static final class Id implements ITypeConverter<UUID> {
        @Override
        public UUID convert(String written) {
            try {
                return id(written);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
