package dev.bailiwick.cli;

import java.util.Collection;
import java.util.stream.Collectors;

/// Lists things inside a sentence: `1, 2 and 3`. A long list is cut, so that the sentence stays one.
final class Listing {
    static final int MAX_NAMED = 8;

    private Listing() {
    }

    static String of(Collection<?> things) {
        if (things.size() > MAX_NAMED) {
            return joined(things, MAX_NAMED) + " and " + (things.size() - MAX_NAMED) + " more";
        }
        var last = things.stream().skip(Math.max(0, things.size() - 1)).map(Listing::shown)
                .collect(Collectors.joining());
        return things.size() < 2 ? last : joined(things, things.size() - 1) + " and " + last;
    }

    private static String joined(Collection<?> things, int count) {
        return things.stream().limit(count).map(Listing::shown).collect(Collectors.joining(", "));
    }

    private static String shown(Object thing) {
        return Printable.brief(thing.toString());
    }
}
