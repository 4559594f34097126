package dev.bailiwick.cli;

import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ReadRequest;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The process of the demo that writes, and that is killed on the way.
///
/// It is told through standard input which transfers were in flight when its predecessor died, sends those again, and then lets
/// many virtual threads race until standard input says stop, or ends. Through [DemoJournal] it tells what it is about to do before
/// it does it, and what came of it.
final class DemoWriter {
    static final String GO = "go";
    static final String STOP = "stop";

    private final EventStore store;
    private final DemoPlan plan;
    private final DemoJournal journal;
    private final List<AggregateKey> keys;
    private volatile boolean stopping;

    private DemoWriter(EventStore store, DemoPlan plan, DemoJournal journal) {
        this.store = store;
        this.plan = plan;
        this.journal = journal;
        this.keys = plan.keys(store.partitionMap().partitionCount());
    }

    /// What [DemoProcess] starts: the directory of the store, which life this is, then the numbers of the plan.
    public static void main(String[] arguments) throws Exception {
        var plan = new DemoPlan(Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]), Long.parseLong(arguments[5]));
        var journal = new DemoJournal(new FileOutputStream(FileDescriptor.out));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var store = open(Path.of(arguments[0]), plan)) {
            new DemoWriter(store, plan, journal).run(in, Integer.parseInt(arguments[1]));
        }
        journal.ended();
    }

    /// With small segments, so that a short demo fills several and needs the index too.
    static EventStore open(Path directory, DemoPlan plan) {
        return dev.bailiwick.engine.Bailiwick
                .open(EngineOptions.at(directory).withShards(plan.shards()).withSegmentBytes(16 << 20));
    }

    private void run(BufferedReader in, int life) throws Exception {
        for (var line = in.readLine(); line != null && !line.equals(GO); line = in.readLine()) {
            resend(Transfer.ofWords(line));
        }
        journal.running();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var writers = new ArrayList<Future<?>>();
            for (int i = 0; i < plan.writers(); i++) {
                // Another life, another sequence of transfers, and still the same for the same seed.
                var random = new SplittableRandom(plan.seed() * 31 + i + life * 1_000_003L);
                writers.add(threads.submit(() -> write(random)));
            }
            awaitStop(in);
            stopping = true;
            for (var writer : writers) {
                writer.get();
            }
        }
    }

    /// Standard input also ends when the process dies that would say stop.
    private static void awaitStop(BufferedReader in) throws IOException {
        for (var line = in.readLine(); line != null && !line.equals(STOP); line = in.readLine()) {
            throw new IllegalStateException("nobody should say '" + line + "' now");
        }
    }

    private void resend(Transfer transfer) {
        try {
            journal.done(transfer, store.append(transfer.request(keys)).duplicate());
        } catch (ConflictException e) {
            journal.conflict(transfer);
        }
    }

    private void write(SplittableRandom random) {
        try {
            while (!stopping) {
                transfer(random);
            }
        } catch (RuntimeException e) {
            // The rest is of no use any more, and the process that audits must learn of it.
            journal.failed(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /// Decides on what it reads, and decides again as long as others are faster.
    private void transfer(SplittableRandom random) {
        int branch = random.nextInt(plan.branches());
        int members = plan.members(branch);
        int first = random.nextInt(members);
        int from = plan.member(branch, first);
        int to = plan.member(branch, (first + 1 + random.nextInt(members - 1)) % members);
        long amount = random.nextLong(1, 101);
        var id = ShardedUUID.generate(ShardIdentifier.DEFAULT).value();
        while (!stopping) {
            var transfer = new Transfer(id, from, to, amount, account(from), account(to));
            if (transfer.fromState().balance() < amount) {
                return;
            }
            journal.sending(transfer);
            try {
                journal.done(transfer, store.append(transfer.request(keys)).duplicate());
                return;
            } catch (ConflictException e) {
                journal.conflict(transfer);
            }
        }
    }

    private Transfer.Account account(int number) {
        var last = store.read(ReadRequest.of(keys.get(number)).backwards().limit(1)).events().getFirst();
        return new Transfer.Account(last.version(), AccountEvent.of(last).balance());
    }
}
