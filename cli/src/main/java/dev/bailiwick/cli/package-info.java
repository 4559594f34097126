/// The `bailiwick` command.
///
/// [Bailiwick] is the whole application: it knows every command, says what goes to which stream and with which exit code.
/// A command is one class with a picocli annotation, listed in [Bailiwick]; help, exit codes and the handling of bad input
/// are inherited. To refuse its input a command throws [BadInput]; anything else that escapes it counts as a bug.
///
/// Answers go to standard output, refusals and failures to standard error.
@NullMarked
package dev.bailiwick.cli;

import org.jspecify.annotations.NullMarked;
