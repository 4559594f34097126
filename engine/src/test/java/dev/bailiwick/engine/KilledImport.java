package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bailiwick.placement.RoutingRule;
import java.io.PrintStream;
import java.nio.file.Path;

/// A program that imports an org, and says a line for each piece of it that is there.
final class KilledImport {
    private KilledImport() {
    }

    static Engine open(Disk disk, Path target) {
        return Sealing.open(disk, Sealing.options(target).withShards(3).withPartitions(96)
                .withRoutingRule(RoutingRule.AGGREGATE_TYPE_ID), 10);
    }

    public static void main(String[] arguments) {
        var out = new PrintStream(System.out, true, UTF_8);
        try (var store = open(new RealDisk(), Path.of(arguments[0]))) {
            store.importOrg(ImportRequest.of(Path.of(arguments[1])).withProgress(sofar -> {
                if (sofar.events() > 0) {
                    out.println(sofar.events());
                }
            }));
        }
    }
}
