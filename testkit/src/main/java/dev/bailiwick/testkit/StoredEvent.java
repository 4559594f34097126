package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.spi.HashChain;

/// An event in memory. Only its payload and salt can change, once, by erasure. Guarded by the store's lock.
final class StoredEvent {
    private final AggregateKey key;
    private final long version;
    private final NewEvent content;
    private final CommitStamp stamp;
    private final Hash256 payloadHash;
    private final Hash256 hash;
    private byte[] salt;
    private byte[] payload;
    private boolean erased;

    StoredEvent(Aggregate aggregate, NewEvent content, CommitStamp stamp, byte[] salt, HashChain chain) {
        this.key = aggregate.key();
        this.version = aggregate.version() + 1;
        this.content = NewEvent.of(content.type(), new byte[0]).withMetadata(content.metadata());
        this.stamp = stamp;
        this.salt = salt;
        this.payload = content.payload();
        this.payloadHash = chain.payload(salt, payload);
        this.hash = hashAfter(aggregate.hash(), chain);
    }

    RecordedEvent recorded() {
        return new RecordedEvent(key, version, content.type(), content.metadata(), payload.clone(), erased, stamp,
                hash);
    }

    Hash256 hash() {
        return hash;
    }

    boolean isIntact(Hash256 previous, HashChain chain) {
        boolean payloadIntact = erased || chain.payload(salt, payload).equals(payloadHash);
        return payloadIntact && hashAfter(previous, chain).equals(hash);
    }

    /// Whether there was something to erase.
    boolean erase() {
        boolean wasThere = !erased;
        erased = true;
        payload = new byte[0];
        salt = new byte[0];
        return wasThere;
    }

    /// For tests of verification: what bad memory would do.
    void damagePayload() {
        payload[0] ^= 1;
    }

    private Hash256 hashAfter(Hash256 previous, HashChain chain) {
        return chain.next(previous, key, version, content.type(), content.metadata(), payloadHash);
    }
}
