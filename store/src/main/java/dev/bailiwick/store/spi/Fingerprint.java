package dev.bailiwick.store.spi;

import dev.bailiwick.store.AggregateWrite;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.NewEvent;

/// Tells whether a resent request says the same as the first: SHA-256 over aggregates, expectations and events in the order
/// given. The command id is not part of it.
public final class Fingerprint {
    private Fingerprint() {
    }

    public static Hash256 of(AppendRequest request) {
        var sha256 = new Sha256().i32(request.writes().size());
        request.writes().forEach(write -> put(sha256, write));
        return sha256.finish();
    }

    private static void put(Sha256 sha256, AggregateWrite write) {
        sha256.key(write.key()).i64(switch (write.expected()) {
            case ExpectedVersion.Any ignored -> -1;
            case ExpectedVersion.NoStream ignored -> -2;
            case ExpectedVersion.Exists ignored -> -3;
            case ExpectedVersion.Exactly exactly -> exactly.version();
        }).i32(write.events().size());
        write.events().forEach(event -> put(sha256, event));
    }

    private static void put(Sha256 sha256, NewEvent event) {
        sha256.text(event.type()).metadata(event.metadata()).bytes(event.payload());
    }
}
