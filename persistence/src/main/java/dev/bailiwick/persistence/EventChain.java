package dev.bailiwick.persistence;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.spi.HashChain;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// The hash chain of the events of models. It is that of the event store: the key is the org, the type's name as an id, and the model's id; the
/// metadata is who did it, by which action, and the version of the row.
///
/// Belongs to one thread.
final class EventChain {
    private static final UUID NO_ORG = new UUID(0, 0);

    private final HashChain chain = new HashChain();

    /// @param previous empty for the first event that is chained
    Hash256 next(Optional<Hash256> previous, Link link) {
        var key = AggregateKey.of(link.org().orElse(NO_ORG), Ids.named(link.stream().modelType()),
                Ids.parse(link.stream().modelId()));
        var metadata = new TreeMap<String, String>();
        metadata.put("modelVersion", Long.toString(link.modelVersion()));
        link.actionId().ifPresent(id -> metadata.put("actionId", id.toString()));
        link.principal().ifPresent(name -> metadata.put("principal", name));
        var payload = chain.payload(link.salt(), link.payload().getBytes(StandardCharsets.UTF_8));
        return chain.next(previous.orElseGet(() -> chain.genesis(key)), key, link.version(), link.type(), metadata,
                payload);
    }

    /// What is hashed of one event.
    @SuppressWarnings("ArrayRecordComponent") // only carried from one method to another
    record Link(EventDraft.Stream stream, Optional<UUID> org, long version, long modelVersion, String type,
            Optional<UUID> actionId, Optional<String> principal, byte[] salt, String payload) {}
}
