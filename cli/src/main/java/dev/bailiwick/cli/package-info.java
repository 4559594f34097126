/// The `bailiwick` command.
///
/// [Bailiwick] is the whole application: it says what goes to which stream and with which exit code. A command is one class with a
/// picocli annotation, listed in [Commands]; help, exit codes and the handling of bad input are inherited. To refuse its input a
/// command throws [BadInput], and what a store refuses it lets through; anything else that escapes it counts as a bug.
///
/// A command that works on a store has a [StoreChoice], which opens the store, closes it whatever happens, and is the only one to
/// know where the store is. What surrounds a call comes from [Surroundings], so that a test can hand in its own.
///
/// [Demo] is the course of the demo, [DemoWriter] its other process, [MoneyAudit] its proof.
///
/// Answers go to standard output, refusals, failures and progress to standard error.
@NullMarked
package dev.bailiwick.cli;

import org.jspecify.annotations.NullMarked;
