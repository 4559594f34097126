package dev.bailiwick.client;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.protocol.Compactions;
import dev.bailiwick.protocol.Erasures;
import dev.bailiwick.protocol.Listings;
import dev.bailiwick.protocol.Reads;
import dev.bailiwick.protocol.Values;
import dev.bailiwick.protocol.Verifications;
import dev.bailiwick.protocol.v1.DeleteRequest;
import dev.bailiwick.protocol.v1.DetailsRequest;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.protocol.v1.TrimRequest;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.CompactableStore;
import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.ServerUnavailableException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The store of a server. What it acknowledges is as durable as the server's store makes it. Thread-safe; one is enough for a program,
/// and for any number of threads.
///
/// Every call has the deadline of the options. Until then what passes by itself is tried again: a lost connection, a busy shard, a
/// partition that moves. A request without a command id gets one, so that trying again never writes twice.
public final class BailiwickClient implements CompactableStore {
    private final Closing closing = new Closing();
    private final Timer timer = new Timer();
    private final Channels channels;
    private final SingleCalls calls;
    private final Descriptions descriptions;
    private final Appender appender;
    private final RemoteFeed feed;
    private final LongCalls longCalls;

    private BailiwickClient(ServerAddress server, ClientOptions options) {
        var refusals = new Refusals(server);
        var backoff = new Backoff(options.random());
        channels = new Channels(server, options);
        calls = new SingleCalls(channels, refusals, closing, backoff, options.deadline());
        descriptions = new Descriptions(calls);
        appender = new Appender(options, channels, refusals, closing, backoff, descriptions, timer);
        feed = new RemoteFeed(channels, refusals, closing, backoff, options.deadline());
        longCalls = new LongCalls(channels, refusals, closing, backoff, options.deadline());
    }

    /// Connects with every default.
    public static BailiwickClient connect(String server) {
        return connect(server, ClientOptions.DEFAULT);
    }

    /// Connects, and asks the server what it is.
    ///
    /// @param server `host:port`
    /// @throws ServerUnavailableException if it cannot be reached within the deadline
    /// @throws IllegalArgumentException if the address or a certificate makes no sense
    public static BailiwickClient connect(String server, ClientOptions options) {
        var client = new BailiwickClient(ServerAddress.parse(server), options);
        try {
            client.descriptions.fresh();
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    @Override
    public AppendResult append(AppendRequest request) {
        return appender.append(request);
    }

    /// Appends without waiting. If as many appends as the options allow have no answer, it answers 11000 `ShardBusy` at once; where
    /// the server's shard is busy, it tries again within the deadline.
    @Override
    public CompletableFuture<AppendResult> appendAsync(AppendRequest request) {
        return appender.appendAsync(request);
    }

    @Override
    public EventPage read(ReadRequest request) {
        return Reads.decode(request, calls.read(EventStoreServiceGrpc.getReadMethod(), Reads.encode(request)));
    }

    @Override
    public Optional<AggregateDetails> details(AggregateKey key) {
        var answer = calls.read(EventStoreServiceGrpc.getDetailsMethod(),
                DetailsRequest.newBuilder().setKey(Values.encode(key)).build());
        return answer.hasDetails() ? Optional.of(Values.decode(answer.getDetails())) : Optional.empty();
    }

    @Override
    public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
        var request = TrimRequest.newBuilder().setKey(Values.encode(key)).setKeepFromVersion(keepFromVersion).build();
        return Values.decode(calls.change(EventStoreServiceGrpc.getTrimMethod(), request).getDetails());
    }

    /// Ends an aggregate. A delete has no command id, and a second one might hit what began anew after the first. So it is not sent again
    /// when its answer was lost: that is 2014 `OutcomeUnknown`.
    @Override
    public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
        var request = DeleteRequest.newBuilder().setKey(Values.encode(key)).setExpected(Values.encode(expected))
                .setRecreation(Values.encode(recreation)).build();
        return Values.decode(calls.changeOnce(EventStoreServiceGrpc.getDeleteMethod(), request).getDetails());
    }

    /// Starts to deliver commits. A lost connection does not end the subscription: it goes on from the last batch, however long it
    /// takes until the server is back.
    @Override
    public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        return feed.subscribe(request, handler);
    }

    @Override
    public ListPage list(ListRequest request) {
        return Listings.decode(request, calls.read(EventStoreServiceGrpc.getListMethod(), Listings.encode(request)));
    }

    @Override
    public VerifyReport verify(VerifyRequest request) {
        return longCalls.perform(EventStoreServiceGrpc.getVerifyMethod(), Verifications.encode(request.scope()),
                step -> {
                    if (step.hasReport()) {
                        return Optional.of(Verifications.decode(step.getReport()));
                    }
                    request.progress().accept(Verifications.decode(step.getProgress()));
                    return Optional.empty();
                });
    }

    /// Erases payloads. If the connection breaks before the receipt came, it is asked for again until the deadline of the options; after
    /// that the erasure may or may not be finished, and can be repeated.
    @Override
    public EraseReceipt erase(EraseRequest request) {
        return longCalls.perform(EventStoreServiceGrpc.getEraseMethod(), Erasures.encode(request),
                step -> Optional.of(Erasures.decode(request, step.getReceipt())));
    }

    /// Has the server's store compacted, which needs the right to administer all orgs. If the connection breaks before anything was heard, it is
    /// asked for again until the deadline of the options; the server ends a compaction that nobody waits for.
    @Override
    public CompactionReport compact(CompactionRequest request) {
        return longCalls.perform(EventStoreServiceGrpc.getCompactMethod(), Compactions.encode(request), step -> {
            if (step.hasReport()) {
                return Optional.of(Compactions.decode(step.getReport()));
            }
            request.progress().accept(Compactions.decode(step.getProgress()));
            return Optional.empty();
        });
    }

    @Override
    public RoutingRule routingRule() {
        closing.checkOpen();
        return descriptions.latest().routingRule();
    }

    /// The server's map, as it was at most ten seconds ago.
    @Override
    public PartitionMap partitionMap() {
        closing.checkOpen();
        return descriptions.fresh().map();
    }

    /// How often a request was refused because the map had changed.
    public long routingMisses() {
        return descriptions.misses();
    }

    @Override
    public void close() {
        if (closing.close()) {
            appender.close();
            feed.close();
            channels.close();
            timer.close();
        }
    }
}
