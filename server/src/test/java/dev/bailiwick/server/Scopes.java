package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A store as several callers see it, and the sign on which they all lose their standing.
final class Scopes {
    private final EventStore store;
    private final SealedPositions positions;
    private final StandingWatch watch = StandingWatch.manual();
    private volatile boolean standing = true;

    Scopes(EventStore store) {
        this.store = store;
        this.positions = new SealedPositions(new byte[PositionKey.BYTES], store.partitionMap().partitionCount(),
                new SecureRandom());
    }

    ScopedStore of(UUID org, Right... rights) {
        return scoped(Optional.of(org), rights);
    }

    ScopedStore ofAllOrgs(Right... rights) {
        return scoped(Optional.empty(), rights);
    }

    void loseStanding() {
        standing = false;
    }

    StandingWatch watch() {
        return watch;
    }

    private ScopedStore scoped(Optional<UUID> org, Right... rights) {
        var caller = new Caller("somebody", org, Set.of(rights), new Caller.Proof.Nothing());
        var remarks = new Remarks(System.getLogger("test"), System::nanoTime);
        return new ScopedStore(store, caller, () -> standing, watch,
                org.map(id -> new OrgView(id, positions, remarks)));
    }
}
