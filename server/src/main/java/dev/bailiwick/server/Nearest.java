package dev.bailiwick.server;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds what somebody may have meant.
final class Nearest {
    private Nearest() {
    }

    /// The name with the fewest letters to change, unless that would be more than a third of them.
    static Optional<String> to(String wrong, Collection<String> names) {
        return names.stream().min(Comparator.comparingInt(name -> distance(wrong, name)))
                .filter(name -> distance(wrong, name) <= Math.max(wrong.length(), name.length()) / 3);
    }

    /// How many letters to insert, leave out or replace.
    static int distance(String from, String to) {
        var row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (same(from.charAt(i - 1), to.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }

    private static boolean same(char left, char right) {
        return Character.toLowerCase(left) == Character.toLowerCase(right);
    }
}
