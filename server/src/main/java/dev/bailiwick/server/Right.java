package dev.bailiwick.server;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// What a caller may do, within its orgs. Who may call at all may see the routing rule and the partition map.
public enum Right {
    /// Read events and details, list, subscribe.
    READ,
    /// Append events.
    APPEND,
    /// Trim, delete, erase, verify and compact. Does not include the others.
    ADMINISTER;

    /// Reads `read+append`, in any case; `all` stands for every right.
    public static Set<Right> parse(String text) {
        if (text.strip().equalsIgnoreCase("all")) {
            return EnumSet.allOf(Right.class);
        }
        var rights = EnumSet.noneOf(Right.class);
        for (var name : text.split("\\+", -1)) {
            rights.add(one(name.strip(), text));
        }
        return rights;
    }

    /// What [#parse] reads: `read+append`.
    public static String format(Set<Right> rights) {
        return rights.stream().sorted().map(right -> right.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("+"));
    }

    private static Right one(String name, String text) {
        return Arrays.stream(values()).filter(right -> right.name().equalsIgnoreCase(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("rights are written " + format(Set.of(values()))
                        + ", some of these or 'all', not '" + text + "'"));
    }
}
