package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// What an action writes on one shard.
///
/// @param changes in the order of the plan
/// @param drafts the events of the changes
record ShardPart(ShardDatabase database, List<StagedChange<?>> changes, List<EventDraft> drafts) {
    private static final int FORMAT = 1;

    /// Some parts as bytes, from which [#read] makes them again in another process.
    static byte[] write(List<ShardPart> parts) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeInt(parts.size());
            for (var part : parts) {
                out.writeByte(part.database.shard().group());
                out.writeByte(part.database.shard().member());
            }
            for (var part : parts) {
                part.write(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void write(DataOutputStream out) throws IOException {
        out.writeInt(changes.size());
        for (var change : changes) {
            RowCodec.writeText(out, change.before().getClass().getName());
            out.writeBoolean(change.isNew());
            change.repository().writeRow(out, change.after());
        }
        out.writeInt(drafts.size());
        for (var draft : drafts) {
            RowCodec.writeText(out, draft.stream().modelType());
            RowCodec.writeText(out, draft.stream().modelId());
            RowCodec.writeText(out, draft.org().map(UUID::toString).orElse(""));
            out.writeLong(draft.modelVersion());
            RowCodec.writeText(out, draft.type());
            RowCodec.writeText(out, draft.payload());
        }
    }

    /// The shards whose parts these bytes have.
    static List<ShardIdentifier> shardsOf(byte[] bytes) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return shards(in);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static List<ShardIdentifier> shards(DataInputStream in) throws IOException {
        int format = in.readByte();
        if (format != FORMAT) {
            throw new IOException("it was written by a newer version, in format " + format);
        }
        var shards = new ArrayList<ShardIdentifier>();
        for (int count = in.readInt(); count > 0; count--) {
            shards.add(ShardIdentifier.of(in.readUnsignedByte(), in.readUnsignedByte()));
        }
        return shards;
    }

    /// @throws IllegalArgumentException where a shard or a class is not known any more
    static List<ShardPart> read(byte[] bytes, DatabaseRegistry databases, RepositoryRegistry repositories) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            var parts = new ArrayList<ShardPart>();
            for (var shard : shards(in)) {
                parts.add(new ShardPart(databases.registered(shard), changes(in, repositories), drafts(in)));
            }
            return parts;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static UncheckedIOException unreadable(IOException cause) {
        return new UncheckedIOException("the intent of an action cannot be read: " + cause.getMessage(), cause);
    }

    /// Writes rows and events, and the row of the action.
    void writeTo(Transaction transaction, EventLog log, ActionRecord action) {
        Repository.write(transaction, changes);
        log.write(transaction, action, drafts, action.date());
    }

    private static List<StagedChange<?>> changes(DataInputStream in, RepositoryRegistry repositories)
            throws IOException {
        var changes = new ArrayList<StagedChange<?>>();
        for (int count = in.readInt(); count > 0; count--) {
            var repository = repositories.named(RowCodec.readText(in));
            boolean isNew = in.readBoolean();
            changes.add(repository.readChange(in, isNew));
        }
        return changes;
    }

    private static List<EventDraft> drafts(DataInputStream in) throws IOException {
        var drafts = new ArrayList<EventDraft>();
        for (int count = in.readInt(); count > 0; count--) {
            var stream = new EventDraft.Stream(RowCodec.readText(in), RowCodec.readText(in));
            var org = RowCodec.readText(in);
            drafts.add(new EventDraft(stream, org.isEmpty() ? Optional.empty() : Optional.of(UUID.fromString(org)),
                    in.readLong(), RowCodec.readText(in), RowCodec.readText(in)));
        }
        return drafts;
    }
}
