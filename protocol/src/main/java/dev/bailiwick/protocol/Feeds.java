package dev.bailiwick.protocol;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.Nothing;
import dev.bailiwick.protocol.v1.SubscribeResponse;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.SubscribeRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Subscriptions, commits and positions as messages.
public final class Feeds {
    /// A message of a batch is closed with the commit that exceeds this.
    private static final int PART_BYTES = 1 << 20;

    private Feeds() {
    }

    public static dev.bailiwick.protocol.v1.SubscribeRequest encode(SubscribeRequest request) {
        var message = dev.bailiwick.protocol.v1.SubscribeRequest.newBuilder()
                .setBatchCommits(request.batchCommits());
        switch (request.from().kind()) {
            case START -> message.setStart(Nothing.getDefaultInstance());
            case NOW -> message.setNow(Nothing.getDefaultInstance());
            case SAVED -> message.setPosition(encode(request.from()));
        }
        var filter = request.filter();
        filter.orgs().forEach(org -> message.addOrgIds(Values.encode(org)));
        filter.aggregateTypes().forEach(type -> message.addAggregateTypeIds(Values.encode(type)));
        filter.aggregates().forEach(key -> message.addAggregates(Values.encode(key)));
        return message.addAllEventTypes(filter.eventTypes()).build();
    }

    public static SubscribeRequest decode(dev.bailiwick.protocol.v1.SubscribeRequest message) {
        var from = switch (message.getFromCase()) {
            case START -> FeedPosition.start();
            case NOW -> FeedPosition.now();
            case POSITION -> FeedPosition.fromBytes(message.getPosition().toByteArray());
            case FROM_NOT_SET -> throw new InvalidRequestException("from", "it is start, now or a position");
        };
        Set<AggregateKey> aggregates = new LinkedHashSet<>();
        message.getAggregatesList().forEach(key -> aggregates.add(Values.decode(key)));
        var filter = new FeedFilter(ids(message.getOrgIdsList(), "org id"),
                ids(message.getAggregateTypeIdsList(), "aggregate type id"), aggregates,
                new LinkedHashSet<>(message.getEventTypesList()));
        return new SubscribeRequest(from, filter,
                message.getBatchCommits() == 0 ? Limits.DEFAULT_BATCH_COMMITS : message.getBatchCommits());
    }

    public static ByteString encode(FeedPosition position) {
        return UnsafeByteOperations.unsafeWrap(position.toBytes());
    }

    public static FeedPosition position(ByteString bytes) {
        return FeedPosition.fromBytes(bytes.toByteArray());
    }

    /// One or more messages; only the last has the position.
    public static List<SubscribeResponse> encode(FeedBatch batch) {
        var messages = new ArrayList<SubscribeResponse>();
        var part = SubscribeResponse.newBuilder();
        long bytes = 0;
        for (var commit : batch.commits()) {
            if (bytes > PART_BYTES) {
                messages.add(part.build());
                part = SubscribeResponse.newBuilder();
                bytes = 0;
            }
            var message = encode(commit);
            bytes += message.getSerializedSize();
            part.addCommits(message);
        }
        messages.add(part.setPosition(encode(batch.position())).build());
        return messages;
    }

    /// The commits of one message.
    public static List<Commit> commits(SubscribeResponse message) {
        var commits = new ArrayList<Commit>(message.getCommitsCount());
        message.getCommitsList().forEach(commit -> commits.add(decode(commit)));
        return commits;
    }

    private static dev.bailiwick.protocol.v1.Commit encode(Commit commit) {
        var message = dev.bailiwick.protocol.v1.Commit.newBuilder().setPartition(commit.partition())
                .setSequence(commit.sequence()).setRecordedAtMs(commit.stamp().recordedAt().toEpochMilli());
        commit.commandId().ifPresent(id -> message.setCommandId(Values.encode(id)));
        switch (commit.change()) {
            case Change.Appended appended ->
                message.getAppendedBuilder().addAllEvents(Reads.messages(appended.events()));
            case Change.Trimmed trimmed -> message.getTrimmedBuilder().setKey(Values.encode(trimmed.key()))
                    .setFirstVersion(trimmed.firstVersion());
            case Change.Deleted deleted -> message.getDeletedBuilder().setKey(Values.encode(deleted.key()))
                    .setVersion(deleted.version()).setRecreation(Values.encode(deleted.recreation()));
            case Change.Erased erased -> message.getErasedBuilder().setKey(Values.encode(erased.key()))
                    .setThroughVersion(erased.throughVersion());
        }
        return message.build();
    }

    private static Commit decode(dev.bailiwick.protocol.v1.Commit message) {
        var stamp = new CommitStamp(message.getPartition(), message.getSequence(),
                Instant.ofEpochMilli(message.getRecordedAtMs()));
        return new Commit(stamp, Values.optionalId(message.getCommandId(), "command id"), change(message));
    }

    private static Change change(dev.bailiwick.protocol.v1.Commit message) {
        return switch (message.getChangeCase()) {
            case APPENDED -> new Change.Appended(Reads.events(message.getAppended().getEventsList()));
            case TRIMMED -> new Change.Trimmed(Values.decode(message.getTrimmed().getKey()),
                    message.getTrimmed().getFirstVersion());
            case DELETED -> new Change.Deleted(Values.decode(message.getDeleted().getKey()),
                    message.getDeleted().getVersion(), Values.decode(message.getDeleted().getRecreation()));
            case ERASED -> new Change.Erased(Values.decode(message.getErased().getKey()),
                    message.getErased().getThroughVersion());
            case CHANGE_NOT_SET -> throw new InvalidRequestException("change", "this version does not know it");
        };
    }

    private static Set<UUID> ids(List<ByteString> messages, String field) {
        var ids = new LinkedHashSet<UUID>();
        messages.forEach(message -> ids.add(Values.id(message, field)));
        return ids;
    }
}
