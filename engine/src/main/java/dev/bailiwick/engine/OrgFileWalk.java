package dev.bailiwick.engine;

import dev.bailiwick.engine.OrgFile.Aggregate;
import dev.bailiwick.engine.OrgFile.Events;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.spi.HashChain;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads an [OrgFile] to its end and follows every chain, so that what it visits is known to lead from the base of an aggregate to its last
/// version. For one thread and one walk.
final class OrgFileWalk {
    private final OrgFileReader reader;
    private final Visitor visitor;
    private final HashChain chain = new HashChain();
    private @Nullable Aggregate aggregate;
    private long version;
    private Hash256 hash = Hash256.ZERO;
    private long aggregates;
    private long events;

    OrgFileWalk(OrgFileReader reader, Visitor visitor) {
        this.reader = reader;
        this.visitor = visitor;
    }

    /// Is told what the file has, in its order.
    interface Visitor {
        void begin(Aggregate aggregate) throws IOException;

        /// Events of the aggregate that began last.
        ///
        /// @param hashes of the events
        void events(Aggregate aggregate, Events events, Hash256[] hashes) throws IOException;
    }

    void walk() throws IOException {
        while (true) {
            switch (reader.next()) {
                case Aggregate next -> begin(next);
                case Events next -> follow(next);
                case OrgFile.End end -> {
                    finish();
                    if (end.aggregates() != aggregates || end.events() != events) {
                        throw reader.damaged("it has " + aggregates + " aggregates with " + events
                                + " events, and says that they are " + end.aggregates() + " with " + end.events());
                    }
                    return;
                }
            }
        }
    }

    private void begin(Aggregate next) throws IOException {
        finish();
        if (next.baseVersion() == 0 && !next.baseHash().equals(chain.genesis(next.key()))) {
            throw reader.damaged("the chain of " + next.key() + " does not begin with its key");
        }
        aggregate = next;
        version = next.baseVersion();
        hash = next.baseHash();
        aggregates++;
        visitor.begin(next);
    }

    private void follow(Events next) throws IOException {
        if (aggregate == null || next.firstVersion() != version + 1
                || next.lastVersion() > aggregate.head().version()) {
            throw reader.damaged("its events are not those that follow");
        }
        var hashes = new Hash256[next.events().size()];
        for (int i = 0; i < hashes.length; i++) {
            var event = next.events().get(i);
            hash = chain.next(hash, aggregate.key(), ++version, event.type(), event.metadata(),
                    event.payloadHash(chain));
            hashes[i] = hash;
        }
        events += hashes.length;
        visitor.events(aggregate, next, hashes);
    }

    private void finish() throws IOException {
        if (aggregate != null && (version != aggregate.head().version() || !hash.equals(aggregate.head().hash()))) {
            throw reader.damaged("the events of " + aggregate.key() + " do not lead to its last version");
        }
    }
}
