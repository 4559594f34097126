package dev.bailiwick.persistence;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/// The clock of the executor that performs an action in this thread, so that one instance of an action serves several executors.
final class ExecutionClock extends Clock {
    private static Clock executor() {
        return Execution.current().clock();
    }

    @Override
    public ZoneId getZone() {
        return executor().getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return executor().withZone(zone);
    }

    @Override
    public Instant instant() {
        return executor().instant();
    }
}
