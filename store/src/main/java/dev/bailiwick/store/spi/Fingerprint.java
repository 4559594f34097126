package dev.bailiwick.store.spi;

import dev.bailiwick.store.AggregateWrite;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.NewEvent;

/// Tells whether a resent request says the same as the first: SHA-256 over aggregates, expectations and events in the order
/// given. The command id is not part of it.
///
/// Reuses one digest; an instance belongs to one thread.
public final class Fingerprint {
    private final Sha256 sha256 = new Sha256();

    public Fingerprint() {
    }

    /// The fingerprint of one request, for those who need no other.
    public static Hash256 of(AppendRequest request) {
        return new Fingerprint().take(request);
    }

    public Hash256 take(AppendRequest request) {
        sha256.i32(request.writes().size());
        for (var write : request.writes()) {
            put(write);
        }
        return sha256.finish();
    }

    private void put(AggregateWrite write) {
        sha256.key(write.key()).i64(switch (write.expected()) {
            case ExpectedVersion.Any ignored -> -1;
            case ExpectedVersion.NoStream ignored -> -2;
            case ExpectedVersion.Exists ignored -> -3;
            case ExpectedVersion.Exactly exactly -> exactly.version();
        }).i32(write.events().size());
        for (var event : write.events()) {
            put(event);
        }
    }

    private void put(NewEvent event) {
        var payload = event.payloadBuffer();
        sha256.text(event.type()).metadata(event.metadata()).i32(payload.remaining()).raw(payload);
    }
}
