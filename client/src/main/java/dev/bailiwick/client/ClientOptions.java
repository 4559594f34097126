package dev.bailiwick.client;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/// How a client behaves.
///
/// @param deadline how long a call may take with all its retries
/// @param connections to the server; an aggregate always uses the same one for appends
/// @param tls empty for connections in the clear
/// @param apiKey sent with every call
/// @param maxInFlightAppends appends without an answer, of all connections
/// @param maxInFlightBytes the same in bytes of events
/// @param clock gives command ids their time
/// @param random from 0 to 1, by which waiting times differ
public record ClientOptions(Duration deadline, int connections, Optional<ClientTls> tls, Optional<String> apiKey,
        int maxInFlightAppends, int maxInFlightBytes, InstantSource clock, DoubleSupplier random) {
    public static final ClientOptions DEFAULT = new ClientOptions(Duration.ofSeconds(30), 1, Optional.empty(),
            Optional.empty(), 8_192, 64 << 20, InstantSource.system(), () -> ThreadLocalRandom.current().nextDouble());

    public ClientOptions {
        if (deadline.compareTo(Duration.ofMillis(1)) < 0 || deadline.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("the deadline is a millisecond to a day, not " + deadline);
        }
        check("connections", connections, 1, 64);
        check("max in-flight appends", maxInFlightAppends, 1, 1_000_000);
        check("max in-flight bytes", maxInFlightBytes, 8 << 20, 1 << 30);
        apiKey.ifPresent(key -> {
            if (key.isBlank() || !key.chars().allMatch(c -> c > ' ' && c < 127)) {
                throw new IllegalArgumentException("an API key has visible ASCII characters only");
            }
        });
    }

    public ClientOptions withDeadline(Duration limit) {
        return new ClientOptions(limit, connections, tls, apiKey, maxInFlightAppends, maxInFlightBytes, clock, random);
    }

    public ClientOptions withConnections(int count) {
        return new ClientOptions(deadline, count, tls, apiKey, maxInFlightAppends, maxInFlightBytes, clock, random);
    }

    public ClientOptions withTls(ClientTls encryption) {
        return new ClientOptions(deadline, connections, Optional.of(encryption), apiKey, maxInFlightAppends,
                maxInFlightBytes, clock, random);
    }

    public ClientOptions withApiKey(String key) {
        return new ClientOptions(deadline, connections, tls, Optional.of(key), maxInFlightAppends, maxInFlightBytes,
                clock, random);
    }

    public ClientOptions withMaxInFlightAppends(int appends) {
        return new ClientOptions(deadline, connections, tls, apiKey, appends, maxInFlightBytes, clock, random);
    }

    public ClientOptions withMaxInFlightBytes(int bytes) {
        return new ClientOptions(deadline, connections, tls, apiKey, maxInFlightAppends, bytes, clock, random);
    }

    public ClientOptions withClock(InstantSource source) {
        return new ClientOptions(deadline, connections, tls, apiKey, maxInFlightAppends, maxInFlightBytes, source,
                random);
    }

    public ClientOptions withRandom(DoubleSupplier source) {
        return new ClientOptions(deadline, connections, tls, apiKey, maxInFlightAppends, maxInFlightBytes, clock,
                source);
    }

    /// Without the key.
    @Override
    public String toString() {
        return "ClientOptions[deadline " + deadline + ", connections " + connections + ", tls " + tls + ", API key "
                + (apiKey.isPresent() ? "***" : "none") + ", in flight " + maxInFlightAppends + " appends, "
                + maxInFlightBytes + " bytes]";
    }

    private static void check(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " are " + least + " to " + most + ", not " + value);
        }
    }
}
