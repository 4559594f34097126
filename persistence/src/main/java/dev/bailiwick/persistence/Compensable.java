package dev.bailiwick.persistence;

import java.security.Principal;
import java.util.List;

/// An [Action] that knows how to make up for itself where it was committed on some shards and cannot be completed on the others.
public interface Compensable {
    /// Stages on the action's plan what makes up for the part that is committed. It may be performed several times, like the action itself; what it stages
    /// is written once, together with the note that the action is finished.
    ///
    /// @param principal whose name is that of who executed the action
    /// @param unfinished what is committed and what is missing; from now on the missing shards cannot commit it any more
    /// @param committed the events that the action has written, in the order of the shards
    void compensate(Principal principal, UnfinishedAction unfinished, List<LoggedEvent> committed);
}
