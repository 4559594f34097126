package dev.bailiwick.server;

import dev.bailiwick.protocol.Protocol;
import java.time.Duration;

/// How much a server takes. `docs/limits.md` lists the defaults.
///
/// @param maxMessageBytes a message to the server; the largest request fits into the default
/// @param maxMetadataBytes the headers of a call
/// @param maxConnections connections at once; calls on one more are refused, and it is closed. As many more may be on their way
/// @param maxConnectionCalls calls of a connection at once; a client waits with more
/// @param maxConnectionStreams append streams of a connection at once
/// @param maxConnectionSubscriptions subscriptions of a connection at once
/// @param maxRunningCalls reads, listings and other calls that wait for the store, of all connections; more stand in line
/// @param maxStreamRequests appends of a stream without an answer; then no more messages are taken
/// @param maxStreamBytes the same in bytes of requests
/// @param keepAliveTime after that long without a message the server asks whether the client is there
/// @param keepAliveTimeout for that long it waits for the answer
/// @param minClientKeepAlive a client that asks more often is disconnected
/// @param maxConnectionIdle a connection without a call is closed after that long
/// @param handshakeTimeout a connection that does not speak the protocol by then is closed, and so is one too many
public record ServerLimits(int maxMessageBytes, int maxMetadataBytes, int maxConnections, int maxConnectionCalls,
        int maxConnectionStreams, int maxConnectionSubscriptions, int maxRunningCalls, int maxStreamRequests,
        int maxStreamBytes, Duration keepAliveTime, Duration keepAliveTimeout, Duration minClientKeepAlive,
        Duration maxConnectionIdle, Duration handshakeTimeout) {
    public static final ServerLimits DEFAULT = new ServerLimits(Protocol.MAX_REQUEST_MESSAGE_BYTES,
            Protocol.MAX_METADATA_BYTES, 1_000, 1_000, 16, 100, 200, 8_192, 32 << 20, Duration.ofSeconds(60),
            Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofHours(1),
            Duration.ofSeconds(10));

    public ServerLimits {
        check("max message bytes", maxMessageBytes, 1 << 10, 1 << 28);
        check("max metadata bytes", maxMetadataBytes, 1 << 10, 1 << 20);
        check("max connections", maxConnections, 1, 1_000_000);
        check("max connection calls", maxConnectionCalls, 1, 1_000_000);
        check("max connection streams", maxConnectionStreams, 1, 1_000_000);
        check("max connection subscriptions", maxConnectionSubscriptions, 1, 1_000_000);
        check("max running calls", maxRunningCalls, 1, 1_000_000);
        check("max stream requests", maxStreamRequests, 1, 1_000_000);
        check("max stream bytes", maxStreamBytes, 1 << 10, 1 << 30);
        check("keep alive time", keepAliveTime);
        check("keep alive timeout", keepAliveTimeout);
        check("min client keep alive", minClientKeepAlive);
        check("max connection idle", maxConnectionIdle);
        check("handshake timeout", handshakeTimeout);
    }

    public ServerLimits withMaxMessageBytes(int bytes) {
        return new ServerLimits(bytes, maxMetadataBytes, maxConnections, maxConnectionCalls, maxConnectionStreams,
                maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes, keepAliveTime,
                keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxMetadataBytes(int bytes) {
        return new ServerLimits(maxMessageBytes, bytes, maxConnections, maxConnectionCalls, maxConnectionStreams,
                maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes, keepAliveTime,
                keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxConnections(int connections) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, connections, maxConnectionCalls,
                maxConnectionStreams, maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes,
                keepAliveTime, keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxConnectionCalls(int calls) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, calls, maxConnectionStreams,
                maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes, keepAliveTime,
                keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxConnectionStreams(int streams) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls, streams,
                maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes, keepAliveTime,
                keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxConnectionSubscriptions(int subscriptions) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls,
                maxConnectionStreams, subscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes, keepAliveTime,
                keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxRunningCalls(int calls) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls,
                maxConnectionStreams, maxConnectionSubscriptions, calls, maxStreamRequests, maxStreamBytes,
                keepAliveTime, keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxStreamRequests(int requests) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls,
                maxConnectionStreams, maxConnectionSubscriptions, maxRunningCalls, requests, maxStreamBytes,
                keepAliveTime, keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxStreamBytes(int bytes) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls,
                maxConnectionStreams, maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, bytes,
                keepAliveTime, keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withKeepAlive(Duration time, Duration timeout) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls,
                maxConnectionStreams, maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes,
                time, timeout, minClientKeepAlive, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMinClientKeepAlive(Duration time) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls,
                maxConnectionStreams, maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes,
                keepAliveTime, keepAliveTimeout, time, maxConnectionIdle, handshakeTimeout);
    }

    public ServerLimits withMaxConnectionIdle(Duration idle) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls,
                maxConnectionStreams, maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes,
                keepAliveTime, keepAliveTimeout, minClientKeepAlive, idle, handshakeTimeout);
    }

    public ServerLimits withHandshakeTimeout(Duration timeout) {
        return new ServerLimits(maxMessageBytes, maxMetadataBytes, maxConnections, maxConnectionCalls,
                maxConnectionStreams, maxConnectionSubscriptions, maxRunningCalls, maxStreamRequests, maxStreamBytes,
                keepAliveTime, keepAliveTimeout, minClientKeepAlive, maxConnectionIdle, timeout);
    }

    private static void check(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " are " + least + " to " + most + ", not " + value);
        }
    }

    private static void check(String what, Duration value) {
        if (value.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(what + " is at least a second, not " + value);
        }
    }
}
