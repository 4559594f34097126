package dev.bailiwick.persistence;

/// Turns events and the parameters of actions into text for the event log, for applications that have a JSON library and want it to
/// decide. Thread-safe.
@FunctionalInterface
public interface PayloadWriter {
    /// The text of a value: JSON, though nothing here reads it.
    String write(Object value);
}
