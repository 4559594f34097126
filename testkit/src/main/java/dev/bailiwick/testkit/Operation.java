package dev.bailiwick.testkit;

import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Recreation;
import java.util.List;

/// One step of a random history, as plain data so that it prints and shrinks well. Aggregates and commands are named by small
/// numbers, and versions by their distance from the current one, so that a step keeps its meaning when steps before it are
/// left out.
sealed interface Operation {
    /// Writes to some aggregates together.
    ///
    /// @param command 0 for none; the same number again is a resend, or a reuse where the content differs
    record Append(int command, List<Write> writes) implements Operation {}

    /// Sends a request with a command id once more, exactly as it was, however long ago.
    ///
    /// @param back which one: 0 is the last
    record Resend(int back) implements Operation {}

    record Write(int aggregate, Expectation expectation, int events) {}

    /// Trims an aggregate.
    ///
    /// @param keepFrom relative to one past the last version
    record Trim(int aggregate, int keepFrom) implements Operation {}

    record Delete(int aggregate, Expectation expectation, Recreation recreation) implements Operation {}

    /// Reads an aggregate page by page.
    ///
    /// @param from relative to the last version; 100 stands for no version at all
    record Read(int aggregate, int from, boolean backwards, int limit, boolean onlyFirstType) implements Operation {}

    record Details(int aggregate) implements Operation {}

    record ListAll(int limit, boolean deleted) implements Operation {}

    record FollowFeed(int batchCommits) implements Operation {}

    record Verify() implements Operation {}

    /// A minute, or three times the command window.
    record LetTimePass(boolean pastTheWindow) implements Operation {}

    /// An expectation relative to what is there.
    enum Expectation {
        ANY, NO_STREAM, EXISTS, CURRENT, ONE_BEHIND, ONE_AHEAD;

        ExpectedVersion at(long version) {
            return switch (this) {
                case ANY -> ExpectedVersion.any();
                case NO_STREAM -> ExpectedVersion.noStream();
                case EXISTS -> ExpectedVersion.exists();
                case CURRENT -> ExpectedVersion.exactly(version);
                case ONE_BEHIND -> ExpectedVersion.exactly(Math.max(0, version - 1));
                case ONE_AHEAD -> ExpectedVersion.exactly(version + 1);
            };
        }
    }
}
