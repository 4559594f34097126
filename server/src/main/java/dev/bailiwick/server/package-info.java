/// The store for other processes.
///
/// [BailiwickServer] takes calls over gRPC and hands them to a store. Every call passes `Gate`, which asks [Access] who calls and gives the
/// services behind it the store as that caller may use it; no service has another. `GuardedAccess` recognises keys and certificates;
/// `ScopedStore` puts the checks in front of every method, and `OrgView` is what a caller of one org may be told.
///
/// [BailiwickServerProgram] is the whole thing as a program: `ServerConfig` reads the one table of `Settings`, `RunningServer` opens log,
/// metrics, store, keys and calls in that order and closes them in the opposite one. [ApiKeys] makes and revokes keys, also while a server runs.
///
/// Threads: calls that wait for the store are virtual threads; the network has its own; `bailiwick-access` looks every second for callers
/// who lost their standing; `bailiwick-http-*` answer metrics and health.
@NullMarked
package dev.bailiwick.server;

import org.jspecify.annotations.NullMarked;
