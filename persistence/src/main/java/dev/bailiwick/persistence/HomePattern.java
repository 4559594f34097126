package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Locale;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// Which ids name a shard, as something that every database understands: in the text of such an id the version is at a fixed place, and the shard is four
/// digits at another.
final class HomePattern {
    private HomePattern() {
    }

    /// A pattern for LIKE: `________-____-7___-8040-____________` for 1/0.
    static String of(ShardIdentifier shard) {
        int digits = 0x8000 | shard.group() << 6 | shard.member();
        return "________-____-7___-" + String.format(Locale.ROOT, "%04x", digits) + "-____________";
    }

    /// The same for a text that is here.
    static boolean isIn(String id, ShardIdentifier shard) {
        var pattern = of(shard);
        return id.length() == pattern.length() && id.charAt(14) == pattern.charAt(14)
                && id.regionMatches(true, 19, pattern, 19, 4);
    }

    static Condition matches(Field<UUID> id, ShardIdentifier shard) {
        return text(id).like(DSL.inline(of(shard)));
    }

    static Condition matchesText(Field<String> id, ShardIdentifier shard) {
        return id.like(DSL.inline(of(shard)));
    }

    static Field<String> text(Field<UUID> id) {
        return DSL.cast(id, SQLDataType.VARCHAR(36));
    }
}
