package dev.bailiwick.checks;

import java.util.Map;
import java.util.Set;

/// The modules and what each may use of the others: the drawing in `docs/architecture.md`, as data.
final class Modules {
    static final Map<String, Set<String>> MAY_USE = Map.ofEntries( //
            Map.entry("placement", Set.of()), //
            Map.entry("store", Set.of("placement")), //
            Map.entry("testkit", Set.of("placement", "store")), //
            Map.entry("engine", Set.of("placement", "store")), //
            Map.entry("micrometer", Set.of("placement", "store", "engine")), //
            Map.entry("protocol", Set.of("placement", "store")), //
            Map.entry("client", Set.of("placement", "store", "protocol")), //
            Map.entry("server", Set.of("placement", "store", "engine", "micrometer", "protocol")), //
            Map.entry("cli",
                    Set.of("placement", "store", "engine", "micrometer", "protocol", "client", "server")), //
            Map.entry("persistence-processor", Set.of()), //
            Map.entry("persistence", Set.of("placement", "store")), //
            Map.entry("benchmarks",
                    Set.of("placement", "store", "engine", "protocol", "client", "server", "persistence",
                            "persistence-processor")), //
            Map.entry("examples", Set.of("placement", "store", "testkit", "engine", "micrometer", "protocol", "client",
                    "server", "persistence", "persistence-processor")));

    /// The modules that go into other people's applications, with nothing but the JDK beside them.
    static final Set<String> PURE = Set.of("placement", "store");

    private Modules() {
    }

    /// The package of a module; package names have no dashes.
    static String packageOf(String module) {
        return "dev.bailiwick." + module.replace("-", "");
    }

    static Set<String> usableBy(String module) {
        return MAY_USE.getOrDefault(module, Set.of());
    }
}
