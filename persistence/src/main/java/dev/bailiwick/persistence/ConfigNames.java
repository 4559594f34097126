package dev.bailiwick.persistence;

import java.util.Locale;
import java.util.regex.Pattern;

/// Names in configurations: kebab-case or camelCase outside, camelCase inside.
final class ConfigNames {
    private static final Pattern DASH = Pattern.compile("-+([a-zA-Z0-9])");

    private ConfigNames() {
    }

    static String camelCase(String name) {
        return DASH.matcher(name).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }

    static String kebabCase(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    static void requireCamelCase(String key) {
        if (!key.equals(camelCase(key))) {
            throw new IllegalArgumentException(
                    "inside the program the name of a config is in camelCase: write \"" + camelCase(key) + "\", not \""
                            + key + "\"");
        }
    }
}
