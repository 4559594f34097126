package dev.bailiwick.engine;

import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.testkit.StoreSetup;
import java.util.ArrayList;
import java.util.List;

/// The setups on which a suite runs: a few that stand for all, or with `-Dbailiwick.matrix=all` every routing rule on one, two
/// and four shards.
final class Matrix {
    private static final boolean ALL = "all".equals(System.getProperty("bailiwick.matrix"));

    private Matrix() {
    }

    /// @param few what is run where nobody asks for all
    static List<StoreSetup> orAll(StoreSetup... few) {
        return ALL ? all() : List.of(few);
    }

    private static List<StoreSetup> all() {
        var all = new ArrayList<StoreSetup>();
        for (var rule : RoutingRule.values()) {
            for (int shards : new int[]{1, 2, 4}) {
                all.add(StoreSetup.standard().withRoutingRule(rule).withShards(shards));
            }
        }
        return all;
    }
}
