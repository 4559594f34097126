package dev.bailiwick.checks;

import java.util.Map;
import java.util.Set;

/// The modules and what each may use of the others: the drawing in `docs/architecture.md`, as data.
final class Modules {
    static final Map<String, Set<String>> MAY_USE = Map.of( //
            "placement", Set.of(), //
            "store", Set.of("placement"), //
            "testkit", Set.of("placement", "store"), //
            "engine", Set.of("placement", "store"), //
            "protocol", Set.of("placement", "store"), //
            "client", Set.of("placement", "store", "protocol"), //
            "server", Set.of("placement", "store", "engine", "protocol"), //
            "cli", Set.of("placement", "store", "engine", "protocol", "client", "server"), //
            "benchmarks", Set.of("placement", "store", "engine", "protocol", "client", "server"), //
            "examples", Set.of("placement", "store", "testkit", "engine", "protocol", "client", "server"));

    /// The modules that go into other people's applications, with nothing but the JDK beside them.
    static final Set<String> PURE = Set.of("placement", "store");

    private Modules() {
    }

    static Set<String> usableBy(String module) {
        return MAY_USE.getOrDefault(module, Set.of());
    }
}
