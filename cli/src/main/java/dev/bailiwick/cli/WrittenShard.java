package dev.bailiwick.cli;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// For arguments that are shards, `GROUP/MEMBER`.
final class WrittenShard implements ITypeConverter<ShardIdentifier> {
    private static final Pattern SHARD = Pattern.compile("(\\d{1,3})/(\\d{1,2})");

    @Override
    public ShardIdentifier convert(String written) {
        var match = SHARD.matcher(written);
        if (!match.matches()) {
            throw new TypeConversionException(
                    "a shard is written GROUP/MEMBER, such as 0/1, not '" + Printable.brief(written) + "'");
        }
        try {
            return ShardIdentifier.of(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2)));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
