package dev.bailiwick.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a version, or a count of things that may be as many.
final class VersionNumber implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        if (!text.matches("\\d{1,18}") || Long.parseLong(text) == 0) {
            throw new TypeConversionException("'" + text + "' is not a whole number from 1 on");
        }
        return Long.valueOf(text);
    }
}
