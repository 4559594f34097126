package dev.bailiwick.server;

import com.google.protobuf.UnsafeByteOperations;
import dev.bailiwick.protocol.Appends;
import dev.bailiwick.protocol.Compactions;
import dev.bailiwick.protocol.Erasures;
import dev.bailiwick.protocol.Listings;
import dev.bailiwick.protocol.Protocol;
import dev.bailiwick.protocol.Reads;
import dev.bailiwick.protocol.Values;
import dev.bailiwick.protocol.Verifications;
import dev.bailiwick.protocol.v1.AppendRequest;
import dev.bailiwick.protocol.v1.AppendResponse;
import dev.bailiwick.protocol.v1.AppendStreamRequest;
import dev.bailiwick.protocol.v1.AppendStreamResponse;
import dev.bailiwick.protocol.v1.CompactRequest;
import dev.bailiwick.protocol.v1.CompactResponse;
import dev.bailiwick.protocol.v1.DeleteRequest;
import dev.bailiwick.protocol.v1.DeleteResponse;
import dev.bailiwick.protocol.v1.DescribeRequest;
import dev.bailiwick.protocol.v1.DescribeResponse;
import dev.bailiwick.protocol.v1.DetailsRequest;
import dev.bailiwick.protocol.v1.DetailsResponse;
import dev.bailiwick.protocol.v1.EraseRequest;
import dev.bailiwick.protocol.v1.EraseResponse;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc.EventStoreServiceImplBase;
import dev.bailiwick.protocol.v1.ListRequest;
import dev.bailiwick.protocol.v1.ListResponse;
import dev.bailiwick.protocol.v1.PartitionMap;
import dev.bailiwick.protocol.v1.ReadRequest;
import dev.bailiwick.protocol.v1.ReadResponse;
import dev.bailiwick.protocol.v1.ServiceLimits;
import dev.bailiwick.protocol.v1.SubscribeRequest;
import dev.bailiwick.protocol.v1.SubscribeResponse;
import dev.bailiwick.protocol.v1.TrimRequest;
import dev.bailiwick.protocol.v1.TrimResponse;
import dev.bailiwick.protocol.v1.VerifyRequest;
import dev.bailiwick.protocol.v1.VerifyResponse;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.CompactionReport;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/// The calls of the store. They begin on a thread of the network, which must not wait: appends go on by themselves, and everything else
/// gets a virtual thread.
final class EventStoreCalls extends EventStoreServiceImplBase {
    private final ServerLimits limits;
    private final CallObserver observer;
    private final Failures failures;
    private final OpenCalls open;
    private final BlockingCalls blocking;

    EventStoreCalls(ServerOptions options, Failures failures, OpenCalls open) {
        this.limits = options.limits();
        this.observer = options.observer();
        this.failures = failures;
        this.open = open;
        this.blocking = new BlockingCalls(limits.maxRunningCalls(), failures);
    }

    @Override
    public void describe(DescribeRequest request, StreamObserver<DescribeResponse> out) {
        blocking.answer(out, store -> {
            var map = store.partitionMap();
            return DescribeResponse.newBuilder().setProtocol(Protocol.VERSION)
                    .setProductVersion(ProductVersion.read()).setRoutingRule(Values.encode(store.routingRule()))
                    .setPartitionMap(describe(map, request.getKnownEpoch())).setLimits(serviceLimits()).build();
        });
    }

    private static PartitionMap describe(dev.bailiwick.placement.PartitionMap map, long knownEpoch) {
        var message = PartitionMap.newBuilder().setEpoch(map.epoch());
        if (map.epoch() != knownEpoch) {
            for (int partition = 0; partition < map.partitionCount(); partition++) {
                var shard = map.shardOf(partition);
                message.addOwners(shard.group() * 64 + shard.member());
            }
            message.setEncoded(UnsafeByteOperations.unsafeWrap(map.toBytes()));
        }
        return message.build();
    }

    private ServiceLimits serviceLimits() {
        return ServiceLimits.newBuilder().setMaxRequestMessageBytes(limits.maxMessageBytes())
                .setMaxResponseMessageBytes(Protocol.MAX_RESPONSE_MESSAGE_BYTES)
                .setMaxStreamRequests(limits.maxStreamRequests()).setMaxMessageRequests(Protocol.MAX_MESSAGE_REQUESTS)
                .setMaxSubscriptions(limits.maxConnectionSubscriptions()).build();
    }

    @Override
    public void append(AppendRequest message, StreamObserver<AppendResponse> out) {
        var call = (ServerCallStreamObserver<AppendResponse>) out;
        call.setOnCancelHandler(() -> {});
        if (Context.current().isCancelled()) {
            return;
        }
        try {
            var request = Appends.decode(message);
            var _ = Gate.STORE.get().appendAsync(request).whenComplete((result, failure) -> {
                if (call.isCancelled()) {
                    return;
                }
                if (failure != null) {
                    call.onError(failures.status(failure));
                } else {
                    call.onNext(Appends.encode(request, result));
                    call.onCompleted();
                }
            });
        } catch (BailiwickException e) {
            call.onError(failures.status(e));
        }
    }

    @Override
    public StreamObserver<AppendStreamRequest> appendStream(StreamObserver<AppendStreamResponse> out) {
        var call = new AppendStreamCall((ServerCallStreamObserver<AppendStreamResponse>) out, limits, observer,
                failures, open);
        call.start();
        return call;
    }

    @Override
    public void read(ReadRequest request, StreamObserver<ReadResponse> out) {
        blocking.answer(out, store -> Reads.encode(store.read(Reads.decode(request))));
    }

    @Override
    public void readStream(ReadRequest request, StreamObserver<ReadResponse> out) {
        blocking.stream(out, (store, call, turns) -> {
            for (var next = Optional.of(Reads.decode(request)); next.isPresent();) {
                var wanted = next.get();
                var page = turns.take(() -> store.read(wanted));
                call.send(Reads.encode(page));
                next = page.next();
            }
        });
    }

    @Override
    public void details(DetailsRequest request, StreamObserver<DetailsResponse> out) {
        blocking.answer(out, store -> {
            var answer = DetailsResponse.newBuilder();
            store.details(Values.decode(request.getKey()))
                    .ifPresent(details -> answer.setDetails(Values.encode(details)));
            return answer.build();
        });
    }

    @Override
    public void trim(TrimRequest request, StreamObserver<TrimResponse> out) {
        blocking.answer(out, store -> TrimResponse.newBuilder()
                .setDetails(
                        Values.encode(store.trim(Values.decode(request.getKey()), request.getKeepFromVersion())))
                .build());
    }

    @Override
    public void delete(DeleteRequest request, StreamObserver<DeleteResponse> out) {
        blocking.answer(out, store -> DeleteResponse.newBuilder()
                .setDetails(Values.encode(store.delete(Values.decode(request.getKey()),
                        Values.decode(request.getExpected()), Values.decode(request.getRecreation()))))
                .build());
    }

    @Override
    public void list(ListRequest request, StreamObserver<ListResponse> out) {
        blocking.answer(out, store -> Listings.encode(store.list(Listings.decode(request))));
    }

    @Override
    public void listStream(ListRequest request, StreamObserver<ListResponse> out) {
        blocking.stream(out, (store, call, turns) -> {
            for (var next = Optional.of(Listings.decode(request)); next.isPresent();) {
                var wanted = next.get();
                var page = turns.take(() -> store.list(wanted));
                call.send(Listings.encode(page));
                next = page.next();
            }
        });
    }

    @Override
    public void subscribe(SubscribeRequest request, StreamObserver<SubscribeResponse> out) {
        new SubscribeCall((ServerCallStreamObserver<SubscribeResponse>) out, failures, open).start(request);
    }

    @Override
    public void verify(VerifyRequest request, StreamObserver<VerifyResponse> out) {
        blocking.stream(out, (store, call, turns) -> {
            var progress = new ProgressSender<dev.bailiwick.store.VerifyRequest.Progress, VerifyResponse>(call,
                    sofar -> VerifyResponse.newBuilder().setProgress(Verifications.encode(sofar)).build());
            var wanted = new dev.bailiwick.store.VerifyRequest(Verifications.decode(request), progress);
            var report = turns.take(() -> store.verify(wanted));
            progress.finish();
            call.send(VerifyResponse.newBuilder().setReport(Verifications.encode(report)).build());
        });
    }

    @Override
    public void erase(EraseRequest request, StreamObserver<EraseResponse> out) {
        blocking.answer(out, store -> EraseResponse.newBuilder()
                .setReceipt(Erasures.encode(store.erase(Erasures.decode(request)))).build());
    }

    @Override
    public void compact(CompactRequest request, StreamObserver<CompactResponse> out) {
        blocking.stream(out, (store, call, turns) -> {
            var progress = new ProgressSender<CompactionReport, CompactResponse>(call,
                    sofar -> CompactResponse.newBuilder().setProgress(Compactions.encode(sofar)).build());
            var wanted = Compactions.decode(request, progress);
            var report = turns.take(() -> ScopedStore.compact(store, wanted));
            progress.finish();
            call.send(CompactResponse.newBuilder().setReport(Compactions.encode(report)).build());
        });
    }
}
