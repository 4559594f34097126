package dev.bailiwick.persistence;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jooq.Converter;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.JSONB;
import org.jspecify.annotations.Nullable;

/// The values of a row as bytes: those that a driver has, of a closed set of types, so that nothing but values comes out when they are read.
final class RowCodec {
    private RowCodec() {
    }

    /// @throws IllegalArgumentException where the column is of a type that is not known here
    static void write(DataOutputStream out, Field<?> field, @Nullable Object value) throws IOException {
        var stored = stored(field, value);
        switch (stored) {
            case null -> out.writeByte('0');
            case String text -> text(out, 's', text);
            case Long number -> {
                out.writeByte('l');
                out.writeLong(number);
            }
            case Integer number -> {
                out.writeByte('i');
                out.writeInt(number);
            }
            case Short number -> {
                out.writeByte('h');
                out.writeShort(number);
            }
            case Boolean flag -> {
                out.writeByte('z');
                out.writeBoolean(flag);
            }
            case Double number -> {
                out.writeByte('d');
                out.writeDouble(number);
            }
            case Float number -> {
                out.writeByte('f');
                out.writeFloat(number);
            }
            case BigDecimal number -> text(out, 'n', number.toString());
            case BigInteger number -> text(out, 'g', number.toString());
            case UUID id -> text(out, 'u', id.toString());
            case OffsetDateTime time -> text(out, 'o', time.toString());
            case LocalDateTime time -> text(out, 't', time.toString());
            case LocalDate date -> text(out, 'D', date.toString());
            case LocalTime time -> text(out, 'T', time.toString());
            case Instant time -> text(out, 'I', time.toString());
            case byte[] bytes -> bytes(out, 'b', bytes);
            case JSON json -> text(out, 'j', json.data());
            case JSONB json -> text(out, 'J', json.data());
            default -> throw new IllegalArgumentException("the column " + field.getName() + " holds a "
                    + stored.getClass().getName() + ", which cannot be kept for an action that crosses shards:"
                    + " convert it to a text, a number, bytes or a date");
        }
    }

    @SuppressWarnings("unchecked") // the value is the field's
    private static @Nullable Object stored(Field<?> field, @Nullable Object value) {
        return ((Converter<Object, Object>) field.getConverter()).to(value);
    }

    @SuppressWarnings("unchecked") // what was written by this field's converter is read by it
    static @Nullable Object read(DataInputStream in, Field<?> field) throws IOException {
        return ((Converter<Object, Object>) field.getConverter()).from(stored(in));
    }

    private static @Nullable Object stored(DataInputStream in) throws IOException {
        char type = (char) in.readByte();
        return switch (type) {
            case '0' -> null;
            case 's' -> text(in);
            case 'l' -> in.readLong();
            case 'i' -> in.readInt();
            case 'h' -> in.readShort();
            case 'z' -> in.readBoolean();
            case 'd' -> in.readDouble();
            case 'f' -> in.readFloat();
            case 'n' -> new BigDecimal(text(in));
            case 'g' -> new BigInteger(text(in));
            case 'u' -> UUID.fromString(text(in));
            case 'o' -> OffsetDateTime.parse(text(in));
            case 't' -> LocalDateTime.parse(text(in));
            case 'D' -> LocalDate.parse(text(in));
            case 'T' -> LocalTime.parse(text(in));
            case 'I' -> Instant.parse(text(in));
            case 'b' -> bytes(in);
            case 'j' -> JSON.json(text(in));
            case 'J' -> JSONB.jsonb(text(in));
            default -> throw new IOException("'" + type + "' is no type of a value");
        };
    }

    private static void text(DataOutputStream out, char type, String text) throws IOException {
        bytes(out, type, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(DataOutputStream out, char type, byte[] bytes) throws IOException {
        out.writeByte(type);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        var bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    /// A text of any length.
    static void writeText(DataOutputStream out, String text) throws IOException {
        text(out, 's', text);
    }

    static String readText(DataInputStream in) throws IOException {
        if (in.readByte() != 's') {
            throw new IOException("there is no text");
        }
        return text(in);
    }
}
