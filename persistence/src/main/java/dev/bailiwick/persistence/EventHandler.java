package dev.bailiwick.persistence;

/// What is done for an event after it was committed. It is called by several threads, for one event of a model at a time, and in their order.
@FunctionalInterface
public interface EventHandler {
    /// Handles it. What is thrown counts as a failed attempt. An event may come more than once: see [Handler#inTransaction] for one way to live with that.
    void handle(LoggedEvent event) throws Exception;
}
