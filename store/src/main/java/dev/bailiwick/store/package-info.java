/// What an event store promises, as one interface with several homes: in memory, embedded, across a network.
///
/// [EventStore] is composed of small capabilities; each is a page. Requests and results are immutable values that were
/// checked when they were built, so a store never meets a malformed one. Every failure is a [BailiwickException] with a
/// stable [ErrorCode] and the fields that a program needs.
///
/// The order in which an append is checked is part of the contract: shape and limits, authorisation, one org
/// (9002), duplicate command (2010, 2011), routing (9001, 9003, 9004), existence (2005, 2006), expectation (2003). The first
/// that fails is the answer, and then nothing was written.
///
/// All methods may be called from any thread, virtual threads included. No argument and no result is ever null.
@NullMarked
package dev.bailiwick.store;

import org.jspecify.annotations.NullMarked;
