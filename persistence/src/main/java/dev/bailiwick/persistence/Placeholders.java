package dev.bailiwick.persistence;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `${NAME}` and `${NAME:otherwise}` in a text. What is put in is not looked at again, so that a password may contain anything; `$${`
/// stands for `${`.
final class Placeholders {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\$\\{|\\$\\{([^}:]*)(?::([^}]*))?\\}");

    private Placeholders() {
    }

    /// The text with everything in its place; empty where a variable is not set, which is told to `problem`.
    static Optional<String> replaced(String text, Map<String, String> environment, Consumer<String> problem) {
        boolean[] whole = {true};
        var result = PLACEHOLDER.matcher(text).replaceAll(match -> {
            if (match.group().equals("$${")) {
                return Matcher.quoteReplacement("${");
            }
            var value = environment.getOrDefault(match.group(1), match.group(2));
            if (value == null) {
                whole[0] = false;
                problem.accept("names the variable " + match.group(1) + ", which is not set");
                return "";
            }
            return Matcher.quoteReplacement(value);
        });
        return whole[0] ? Optional.of(result) : Optional.empty();
    }
}
