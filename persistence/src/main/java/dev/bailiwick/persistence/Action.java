package dev.bailiwick.persistence;

import java.security.Principal;
import java.time.Clock;

/// A decision: reads what it needs, and stages what is to be written on [#plan]. The [ActionExecutor] writes it afterwards, so while the action
/// is performed no transaction is open. It may be performed more than once before it succeeds, so it does nothing else that others
/// can see.
///
/// There is one instance, used by many threads.
///
/// @param <P> the parameters; best a record, whose components are written as JSON
/// @param <R> what the caller gets
public abstract class Action<P, R> {
    /// The executor's clock.
    protected final Clock clock = new ExecutionClock();

    protected Action() {
    }

    /// Decides. Return what [ActionPlan#add] and [ActionPlan#update] give back: it is what the rows will be.
    protected abstract R perform(Principal principal, P params);

    /// What is staged by the execution that is under way in this thread.
    protected final ActionPlan plan() {
        return Execution.current().plan();
    }
}
