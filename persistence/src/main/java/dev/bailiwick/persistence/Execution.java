package dev.bailiwick.persistence;

import java.time.Clock;

/// One attempt to perform an action, in one thread.
record Execution(String action, ActionPlan plan, Clock clock) {
    static final ScopedValue<Execution> CURRENT = ScopedValue.newInstance();

    static Execution current() {
        if (!CURRENT.isBound()) {
            throw new IllegalStateException(
                    "plan() and clock are there while an ActionExecutor performs the action, and in its"
                            + " thread only: call execute(principal, YourAction.class, params)");
        }
        return CURRENT.get();
    }
}
