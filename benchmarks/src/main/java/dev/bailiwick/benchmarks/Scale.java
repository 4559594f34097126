package dev.bailiwick.benchmarks;

import java.util.Locale;

/// How large a run is.
enum Scale {
    /// Whether everything works here, in a minute or two; its figures mean nothing.
    SMOKE,
    /// A first impression in half an hour, with less data than the targets are about.
    QUICK,
    /// What the targets are about.
    FULL;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    Sizes sizes() {
        return switch (this) {
            case SMOKE -> new Sizes(1, 1, 1).appends(100_000, 50_000).others(20_000, 50_000, 100_000, 20_000)
                    .cold(50_000, 50);
            case QUICK -> new Sizes(4, 60, 1).appends(1_000_000, 3_000_000)
                    .others(200_000, 1_000_000, 400_000, 1_000_000).cold(1_000_000, 500);
            case FULL -> new Sizes(10, 90, 3).appends(1_000_000, 20_000_000)
                    .others(2_000_000, 10_000_000, 2_000_000, 2_000_000).cold(10_000_000, 2_000);
        };
    }
}
