package dev.bailiwick.benchmarks;

import java.util.List;
import java.util.Optional;

/// One figure of a sheet.
///
/// @param what was measured
/// @param value the figure with its unit
/// @param detail under which circumstances, or what else is worth knowing
record Row(String what, String value, String detail, Optional<Target> target) {
    static final List<String> HEADING = List.of("Measured", "Value", "Target", "Reached", "Detail");

    List<String> cells() {
        return List.of(what, value, target.map(Target::bound).orElse(""),
                target.map(reached -> reached.verdict().shown()).orElse(""), detail);
    }
}
