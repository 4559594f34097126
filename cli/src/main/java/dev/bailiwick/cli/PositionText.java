package dev.bailiwick.cli;

import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import java.util.Base64;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A feed position as text: `start`, `now`, or its bytes in base64 for addresses, without padding.
final class PositionText implements ITypeConverter<FeedPosition>, Iterable<String> {
    static String of(FeedPosition position) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(position.toBytes());
    }

    /// @throws IllegalArgumentException if this is no position
    static FeedPosition parse(String text) {
        return switch (text) {
            case "start" -> FeedPosition.start();
            case "now" -> FeedPosition.now();
            default -> {
                try {
                    yield FeedPosition.fromBytes(Base64.getUrlDecoder().decode(text));
                } catch (IllegalArgumentException | InvalidPositionException e) {
                    throw new IllegalArgumentException("'" + Printable.brief(text) + "' is no position", e);
                }
            }
        };
    }

    @Override
    public FeedPosition convert(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Iterator<String> iterator() {
        return Stream.of("start", "now").iterator();
    }
}
