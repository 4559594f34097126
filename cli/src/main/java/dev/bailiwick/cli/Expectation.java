package dev.bailiwick.cli;

import dev.bailiwick.store.ExpectedVersion;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads what a person expects of an aggregate, and lists the words for the help.
final class Expectation implements ITypeConverter<ExpectedVersion>, Iterable<String> {
    @Override
    public ExpectedVersion convert(String text) {
        return switch (text) {
            case "any" -> ExpectedVersion.any();
            case "none" -> ExpectedVersion.noStream();
            case "exists" -> ExpectedVersion.exists();
            default -> exactly(text);
        };
    }

    @Override
    public Iterator<String> iterator() {
        return Stream.of("any", "none", "exists").iterator();
    }

    private static ExpectedVersion exactly(String text) {
        if (!text.matches("\\d{1,18}")) {
            throw new TypeConversionException("'" + text + "' is not any, none, exists or a version");
        }
        return ExpectedVersion.exactly(Long.parseLong(text));
    }
}
