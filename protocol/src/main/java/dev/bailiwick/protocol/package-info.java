/// The store over gRPC: the calls and messages of `bailiwick/v1/*.proto`, which are generated into
/// [dev.bailiwick.protocol.v1], and the store's own values as such messages.
///
/// Server and client share these classes, so that what one writes the other reads. What comes from the wire is checked as it
/// becomes a value of the store: a message that makes no sense is refused with 2004 `InvalidRequest` and names the field.
@NullMarked
package dev.bailiwick.protocol;

import org.jspecify.annotations.NullMarked;
