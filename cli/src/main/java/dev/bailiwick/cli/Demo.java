package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.VerifyRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The course of the demo: open the accounts, let them be written to, kill the writing process and start another one in its place,
/// and audit the log. Used by one thread.
final class Demo {
    private static final int MOMENT_MS = 100;
    /// Appends that open accounts and are under way at once.
    private static final int OPENING_AT_ONCE = 500;

    private final Path directory;
    private final DemoPlan plan;
    private final Output out;
    private final ProgressLine progress;
    private final DemoLedger ledger = new DemoLedger();
    private long writingNs;

    Demo(Path directory, DemoPlan plan, Output out, ProgressLine progress) {
        this.directory = directory;
        this.plan = plan;
        this.out = out;
        this.progress = progress;
    }

    /// Carries it out.
    ///
    /// @return whether every claim was proven
    boolean run(int seconds) throws Exception {
        openAccounts();
        say(String.format(Locale.ROOT,
                "  %,d writers move money between %,d accounts in %,d branches, on %,d shard%s. Seed %d.",
                plan.writers(),
                plan.accounts(), plan.branches(), plan.shards(), plan.shards() == 1 ? "" : "s", plan.seed()));
        try (var first = DemoProcess.start(directory, plan, ledger, 1)) {
            first.awaitRunning();
            letWrite(first, seconds / 2.0);
            first.kill();
        }
        say(String.format(Locale.ROOT,
                "  Killed the writing process (SIGKILL) after %,d acknowledged transfers, with %,d in flight.",
                ledger.transfers(), ledger.inFlight().size()));
        secondLife(seconds / 2.0);
        return audit();
    }

    private void secondLife(double seconds) throws IOException, InterruptedException {
        int before = ledger.transfers();
        int inFlight = ledger.inFlight().size();
        long startNs = System.nanoTime();
        try (var second = DemoProcess.start(directory, plan, ledger, 2)) {
            second.awaitRunning();
            int answered = ledger.transfers() - before;
            say(String.format(Locale.ROOT,
                    "  Another took its place after %.1f s and sent those again, under the same command ids:",
                    (System.nanoTime() - startNs) / 1e9));
            say(String.format(Locale.ROOT, "    on disk already, and recognised: %,d", ledger.recognised()));
            say(String.format(Locale.ROOT, "    executed now: %,d", answered - ledger.recognised()));
            say(String.format(Locale.ROOT, "    refused, since others had come first: %,d", inFlight - answered));
            letWrite(second, seconds);
            second.stop();
        }
    }

    private void letWrite(DemoProcess process, double seconds) throws InterruptedException {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < seconds * 1e9 && ledger.transfers() < DemoLedger.MAX_TRANSFERS) {
            process.letRun(MOMENT_MS);
            progress.show(() -> String.format(Locale.ROOT, "  %,d transfers, %,d conflicts", ledger.transfers(),
                    ledger.conflicts()));
        }
        progress.clear();
        writingNs += System.nanoTime() - startNs;
    }

    private void openAccounts() {
        try (var store = DemoWriter.open(DemoProcess.data(directory), plan)) {
            var keys = plan.keys(store.partitionMap().partitionCount());
            for (int from = 0; from < plan.accounts(); from += OPENING_AT_ONCE) {
                keys.subList(from, Math.min(from + OPENING_AT_ONCE, plan.accounts())).stream()
                        .map(key -> store.appendAsync(AppendRequest.builder()
                                .write(key, ExpectedVersion.noStream(), Transfer.opening()).build()))
                        .toList().forEach(answer -> answer.join());
            }
        }
    }

    private boolean audit() throws Exception {
        double seconds = writingNs / 1e9;
        int transfers = ledger.transfers();
        say("");
        say(String.format(Locale.ROOT,
                "  %,d transfers acknowledged in %.1f s: %,.0f transfers/s, %,.0f events/s, every one flushed to disk.",
                transfers, seconds, transfers / seconds, 2 * transfers / seconds));
        say(String.format(Locale.ROOT, "  %,d conflicts: decided again on what had happened meanwhile.",
                ledger.conflicts()));
        say("");
        out.flush();
        try (var store = DemoWriter.open(DemoProcess.data(directory), plan)) {
            var keys = plan.keys(store.partitionMap().partitionCount());
            var audit = new MoneyAudit(plan, keys, ledger.acknowledged());
            read(store, keys, audit);
            return print(audit.findings());
        }
    }

    private void read(EventStore store, List<AggregateKey> keys, MoneyAudit audit) throws Exception {
        for (var key : keys) {
            for (var next = Optional.of(ReadRequest.of(key)); next.isPresent();) {
                var page = store.read(next.get());
                page.events().forEach(audit::event);
                next = page.next();
            }
            progress.show(() -> String.format(Locale.ROOT, "  auditing: %,d events", audit.changes()));
        }
        new FeedRun(FeedFilter.EVERYTHING, Long.MAX_VALUE, true).follow(store, FeedPosition.start(),
                (commits, _) -> commits.forEach(audit::commit));
        var report = store.verify(VerifyRequest.everything()
                .onProgress(done -> progress.show(() -> String.format(Locale.ROOT, "  verifying: %,d events",
                        done.events()))));
        audit.verified(report.problems().stream().map(problem -> problem.description()).toList());
        progress.clear();
    }

    private boolean print(List<MoneyAudit.Finding> findings) {
        out.line("The proof, from the log alone:");
        for (var finding : findings) {
            out.mark(finding.failure().isEmpty(), finding.sentence());
            finding.failure().ifPresent(failure -> out.line("         " + Printable.line(failure)));
        }
        out.flush();
        return findings.stream().allMatch(finding -> finding.failure().isEmpty());
    }

    private void say(String line) {
        progress.clear();
        out.line(line);
        out.flush();
    }
}
