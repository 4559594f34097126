/// The store of a Bailiwick server, used like one in the same process.
///
/// [BailiwickClient#connect] gives an [dev.bailiwick.store.EventStore]. Appends of all threads share one stream for each connection
/// and are answered out of order. What a broken connection left without an answer is sent again under its command id, so that nothing
/// is written twice; subscriptions go on from where they were. `docs/client.md` says what is retried and for how long.
@NullMarked
package dev.bailiwick.client;

import org.jspecify.annotations.NullMarked;
