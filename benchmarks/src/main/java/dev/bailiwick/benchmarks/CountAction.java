package dev.bailiwick.benchmarks;

import dev.bailiwick.persistence.Action;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;

/// Reads a meter and counts one more.
final class CountAction extends Action<CountAction.Params, Meter> {
    private final MeterRepository meters;

    record Params(ShardedId<Meter> meter) {}

    CountAction(MeterRepository meters) {
        this.meters = meters;
    }

    @Override
    protected Meter perform(Principal principal, Params params) {
        return plan().update(meters.getById(params.meter()).count());
    }
}
