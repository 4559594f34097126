package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/// The file of one org, which knows nothing of shards, partitions and routing. Numbers are big-endian; those of bodies are varints, but for ids
/// (16 bytes), hashes (32) and states (1).
///
///     header   BWOX; format (2), 1; org id; identity of the store (16); time in ms (8); CRC32C of everything before (4)
///     chunk    length of the body (4); CRC32C of length, kind and body (4); kind (1); body
///
///     kind 1, aggregate  type id, aggregate id; base version, base hash; last version, its hash; state; time of the last write
///     kind 2, events     first version, time of recording, count; events as in a rewritten frame, see [Decisions]
///     kind 3, end        aggregates, events; SHA-256 of everything before this chunk
///
/// The *base* is the last event of an aggregate that cannot be read any more, or 0 and the hash that its chain begins with. Events follow
/// their aggregate, each chunk where the one before ended, up to the last version. The end is the last chunk.
final class OrgFile {
    static final byte[] MAGIC = {'B', 'W', 'O', 'X'};
    static final int FORMAT = 1;
    static final int HEADER_BYTES = 50;
    static final int CHUNK_HEADER_BYTES = 9;
    /// Of a body.
    static final int MAX_BODY_BYTES = ShardLog.MAX_BODY_BYTES;

    static final byte AGGREGATE = 1;
    static final byte EVENTS = 2;
    static final byte END = 3;

    private OrgFile() {
    }

    /// What a file says of itself.
    record Header(UUID orgId, UUID storeId, long takenMs) {}

    /// A part of a file.
    sealed interface Chunk {}

    /// @param baseVersion the last that cannot be read any more
    /// @param head as it was; its first version is one past the base
    record Aggregate(AggregateKey key, long baseVersion, Hash256 baseHash, Head head) implements Chunk {
        /// What the aggregate is before its events.
        Head base() {
            return new Head(baseVersion, baseVersion + 1,
                    head.version() == baseVersion ? head.state() : AggregateState.LIVE,
                    baseHash, head.lastWriteMs());
        }
    }

    /// Events of one commit.
    ///
    /// @param bodies of all of them, as they are in the file
    /// @param ends for each event where its body ends
    @SuppressWarnings("ArrayRecordComponent") // bytes on their way from one file to another, never compared
    record Events(long firstVersion, long recordedMs, List<Decision.Event> events, byte[] bodies,
            int[] ends) implements Chunk {

        Events {
            events = List.copyOf(events);
        }

        long lastVersion() {
            return firstVersion + events.size() - 1;
        }

        /// The bodies from the event with this version on.
        byte[] bodiesFrom(long version) {
            int place = (int) (version - firstVersion);
            return place == 0 ? bodies : Arrays.copyOfRange(bodies, ends[place - 1], bodies.length);
        }
    }

    record End(long aggregates, long events, Hash256 digest) implements Chunk {}

    static int checksum(byte[] bytes, int from, int length) {
        var crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /// Something about the file is wrong.
    static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(Path file, long offset, String what) {
            super(file + ": " + what + ", at offset " + offset);
        }
    }
}
