/// For tests: a store in memory, and the suites that every store must pass.
///
/// [InMemoryEventStore] is the reference: the simplest implementation of the contract that is correct. Inject it where an
/// application's tests need an [dev.bailiwick.store.EventStore]. It needs nothing but `bailiwick-store`.
///
/// Whoever implements `EventStore` inherits [EventStoreContract], every sentence of the contract as a test, and
/// [EventStoreModelProperties], which runs random histories against the implementation and the reference side by side and
/// shrinks a difference to the shortest history that shows it. One that can erase also inherits [EventEraserContract]. The
/// suites need JUnit, AssertJ and jqwik on the test class path.
@NullMarked
package dev.bailiwick.testkit;

import org.jspecify.annotations.NullMarked;
