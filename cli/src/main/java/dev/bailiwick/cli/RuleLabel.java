package dev.bailiwick.cli;

import dev.bailiwick.placement.RoutingRule;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a routing rule by its label, and lists the labels for the help.
final class RuleLabel implements ITypeConverter<RoutingRule>, Iterable<String> {
    @Override
    public RoutingRule convert(String text) {
        try {
            return RoutingRule.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(RoutingRule.values()).map(RoutingRule::label).iterator();
    }
}
