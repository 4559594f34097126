package dev.bailiwick.engine;

import dev.bailiwick.store.Limits;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyReport.Problem;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.VerifyRequest.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// Verifies several shards at the same time, as many as there are cores, and puts together what was found. For one verification.
final class ParallelVerification {
    private final VerifyRequest request;
    private long aggregates;
    private long events;
    private long segments;

    ParallelVerification(VerifyRequest request) {
        this.request = request;
    }

    interface OneShard {
        VerifyReport verify(Shard shard, VerifyRequest part);
    }

    /// Runs on threads of its own, since it takes as long as it takes, and reads through native code.
    VerifyReport run(List<Shard> shards, OneShard one) {
        int threads = Math.clamp(shards.size(), 1, Runtime.getRuntime().availableProcessors());
        var factory = Thread.ofPlatform().daemon().name("bailiwick-verify-", 1).factory();
        try (var executor = Executors.newFixedThreadPool(threads, factory)) {
            var parts = shards.stream()
                    .map(shard -> CompletableFuture.supplyAsync(() -> one.verify(shard, part()), executor)).toList();
            return together(parts.stream().map(ParallelVerification::join).toList());
        }
    }

    private VerifyRequest part() {
        return new VerifyRequest(request.scope(), new PartProgress());
    }

    private static VerifyReport join(CompletableFuture<VerifyReport> part) {
        try {
            return part.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private static VerifyReport together(List<VerifyReport> parts) {
        var problems = new ArrayList<Problem>();
        var digests = new TreeMap<Integer, PartitionDigest>();
        for (var part : parts) {
            problems.addAll(part.problems());
            digests.putAll(part.digests());
        }
        return new VerifyReport(parts.stream().mapToLong(VerifyReport::aggregates).sum(),
                parts.stream().mapToLong(VerifyReport::events).sum(),
                problems.subList(0, Math.min(problems.size(), Limits.MAX_REPORTED_PROBLEMS)),
                parts.stream().mapToLong(VerifyReport::problemCount).sum(), digests);
    }

    /// One part's progress, as progress of the whole.
    private final class PartProgress implements Consumer<Progress> {
        private Progress last = new Progress(0, 0);

        @Override
        public void accept(Progress now) {
            synchronized (ParallelVerification.this) {
                aggregates += now.aggregates() - last.aggregates();
                events += now.events() - last.events();
                segments += now.segments() - last.segments();
                last = now;
                request.progress().accept(new Progress(aggregates, events, segments));
            }
        }
    }
}
