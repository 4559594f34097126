package dev.bailiwick.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.store.EventStore;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The pure modules are modules for the Java runtime too, and need nothing beside them.
class ModuleDescriptorTest {
    private static final ModuleFinder FINDER = ModuleFinder.of(locationOf(PartitionMap.class),
            locationOf(EventStore.class));

    private static Path locationOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ModuleDescriptor descriptor(String name) {
        return FINDER.find(name).orElseThrow().descriptor();
    }

    @Test
    void theyResolveWithNothingButTheJdk() {
        var resolved = Configuration.resolve(FINDER, List.of(ModuleLayer.boot().configuration()), ModuleFinder.of(),
                Set.of("dev.bailiwick.store"));

        assertThat(resolved.modules()).extracting(module -> module.name())
                .containsExactlyInAnyOrder("dev.bailiwick.placement", "dev.bailiwick.store");
    }

    @Test
    void theyExportTheirPublicPackageAndTheSpi() {
        for (var module : List.of("placement", "store")) {
            var exported = descriptor("dev.bailiwick." + module).exports().stream()
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());

            assertThat(exported).containsExactlyInAnyOrder("dev.bailiwick." + module,
                    "dev.bailiwick." + module + ".spi");
        }
    }

    @Test
    void theirAnnotationsAreNotNeededAtRunTime() {
        for (var module : List.of("placement", "store")) {
            assertThat(descriptor("dev.bailiwick." + module).requires())
                    .filteredOn(required -> required.name().equals("org.jspecify"))
                    .allMatch(required -> required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC));
        }
    }
}
