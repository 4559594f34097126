package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.RecordedEvent;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Holds the history of the accounts against what was acknowledged. It believes nobody: it is fed with every event of every account,
/// and with every commit of the feed, and adds everything up itself.
///
/// Used by one thread. Feed it with [#event] and [#commit], then ask for [#findings] once.
final class MoneyAudit {
    /// What is to be proven.
    enum Claim {
        TOTAL("the money is all there, and no more: %,d before and after"),
        /// Balances are added up from the changes, and compared with what the events say.
        NEVER_NEGATIVE("no balance was ever below zero, in %,d changes"),
        /// In the streams; in the feed the sequences of each partition.
        NO_GAP("no version and no sequence is missing"), BOTH_HALVES(
                "every transfer has both its halves, in one commit"), EXACTLY_ONCE(
                        "every one of %,d acknowledged transfers is there exactly once"), NOTHING_ELSE(
                                "nothing is there that was not acknowledged"),
        /// The same events with the same hashes.
        FEED_AGREES("streams and feed tell the same story"), //
        CHAINS("hash chains and digests verify");

        private final String sentence;

        Claim(String sentence) {
            this.sentence = sentence;
        }
    }

    /// What came of a claim.
    ///
    /// @param failure what contradicts it, if anything does
    record Finding(Claim claim, String sentence, Optional<String> failure) {}

    private final long total;
    private final Map<UUID, Transfer> acknowledged;
    private final Map<AggregateKey, Account> accounts = new HashMap<>();
    private final Map<UUID, Halves> transfers = new HashMap<>();
    private final Map<Integer, Long> sequences = new HashMap<>();
    private final Map<Claim, String> failures = new EnumMap<>(Claim.class);
    private Hash256 inStreams = Hash256.ZERO;
    private Hash256 inFeed = Hash256.ZERO;
    private long changes;
    private long feedEvents;

    /// @param keys of all accounts, by number
    MoneyAudit(DemoPlan plan, List<AggregateKey> keys, Map<UUID, Transfer> acknowledged) {
        this.total = plan.total();
        this.acknowledged = acknowledged;
        for (int i = 0; i < keys.size(); i++) {
            accounts.put(keys.get(i), new Account(i));
        }
    }

    /// The next event of an account's stream.
    void event(RecordedEvent event) {
        var account = accounts.get(event.key());
        if (account == null) {
            fail(Claim.NOTHING_ELSE, event.key() + " is no account");
            return;
        }
        if (event.version() != account.version + 1) {
            fail(Claim.NO_GAP, event.key() + " goes from version " + account.version + " to " + event.version());
        }
        account.version = event.version();
        inStreams = inStreams.plus(event.hash());
        try {
            apply(account, event, AccountEvent.of(event));
        } catch (IllegalArgumentException e) {
            fail(Claim.NOTHING_ELSE, event.key() + " at version " + event.version() + ": " + e.getMessage());
        }
    }

    private void apply(Account account, RecordedEvent event, AccountEvent change) {
        changes++;
        account.balance += change.change();
        if (account.balance < 0) {
            fail(Claim.NEVER_NEGATIVE, event.key() + " is at " + account.balance + " in version " + event.version());
        }
        if (account.balance != change.balance()) {
            fail(Claim.TOTAL, event.key() + " says in version " + event.version() + " that it is at " + change.balance()
                    + ", and its changes add up to " + account.balance);
        }
        change.transfer().ifPresent(id -> transfers.computeIfAbsent(id, _ -> new Halves())
                .add(new Half(account.number, event.version(), change.change(), event.partition(), event.sequence())));
        if (change.transfer().isEmpty() && event.version() != 1) {
            fail(Claim.TOTAL, event.key() + " was opened again in version " + event.version());
        }
    }

    /// The next commit of the feed.
    void commit(Commit commit) {
        long expected = sequences.getOrDefault(commit.partition(), 0L) + 1;
        if (commit.sequence() != expected) {
            fail(Claim.NO_GAP, "in partition " + commit.partition() + " commit " + commit.sequence() + " stands where "
                    + expected + " should");
        }
        sequences.put(commit.partition(), commit.sequence());
        if (!(commit.change() instanceof Change.Appended)) {
            fail(Claim.NOTHING_ELSE, "somebody trimmed, deleted or erased an account");
        }
        for (var event : commit.events()) {
            feedEvents++;
            inFeed = inFeed.plus(event.hash());
        }
    }

    /// What [dev.bailiwick.store.EventStore#verify] found.
    void verified(Collection<String> problems) {
        problems.stream().findFirst().ifPresent(problem -> fail(Claim.CHAINS, problem));
    }

    /// Adds up, and tells for each claim whether it holds.
    List<Finding> findings() {
        checkTotal();
        checkTransfers();
        checkAcknowledged();
        if (feedEvents != changes || !inFeed.equals(inStreams)) {
            fail(Claim.FEED_AGREES, "the streams have " + changes + " events and the feed has " + feedEvents
                    + (feedEvents == changes ? ", and they are not the same" : ""));
        }
        var numbers = Map.of(Claim.TOTAL, total, Claim.NEVER_NEGATIVE, changes, Claim.EXACTLY_ONCE,
                (long) acknowledged.size());
        return List.of(Claim.values()).stream()
                .map(claim -> new Finding(claim,
                        String.format(Locale.ROOT, claim.sentence, numbers.getOrDefault(claim, 0L)),
                        Optional.ofNullable(failures.get(claim))))
                .toList();
    }

    long changes() {
        return changes;
    }

    private void checkTotal() {
        long sum = accounts.values().stream().mapToLong(account -> account.balance).sum();
        if (sum != total) {
            fail(Claim.TOTAL, "there was " + total + " and there is " + sum);
        }
        accounts.forEach((key, account) -> {
            if (account.version == 0) {
                fail(Claim.NO_GAP, key + " has no event at all");
            }
        });
    }

    private void checkTransfers() {
        transfers.forEach((id, halves) -> {
            if (halves.count > 2) {
                fail(Claim.EXACTLY_ONCE, "transfer " + id + " has " + halves.count + " halves");
            } else if (!halves.fit()) {
                fail(Claim.BOTH_HALVES, "the halves of transfer " + id + " do not fit: " + halves.debit + " and "
                        + halves.credit);
            }
            if (!acknowledged.containsKey(id)) {
                fail(Claim.NOTHING_ELSE, "transfer " + id + " is in the log and was not acknowledged");
            }
        });
    }

    private void checkAcknowledged() {
        acknowledged.forEach((id, transfer) -> {
            var halves = transfers.get(id);
            if (halves == null) {
                fail(Claim.EXACTLY_ONCE, "transfer " + id + " was acknowledged and is not there");
            } else if (!halves.are(transfer)) {
                fail(Claim.EXACTLY_ONCE, "transfer " + id + " is not there as it was acknowledged");
            }
        });
    }

    private void fail(Claim claim, String how) {
        failures.putIfAbsent(claim, how);
    }

    private static final class Account {
        private final int number;
        private long version;
        private long balance;

        private Account(int number) {
            this.number = number;
        }
    }

    private record Half(int account, long version, long change, int partition, long sequence) {}

    /// What was found of one transfer.
    private static final class Halves {
        private @Nullable Half debit;
        private @Nullable Half credit;
        private int count;

        private void add(Half half) {
            count++;
            if (half.change() < 0) {
                debit = half;
            } else {
                credit = half;
            }
        }

        private boolean fit() {
            return debit != null && credit != null && debit.change() == -credit.change()
                    && debit.account() != credit.account() && debit.partition() == credit.partition()
                    && debit.sequence() == credit.sequence();
        }

        private boolean are(Transfer transfer) {
            return debit != null && credit != null && debit.account() == transfer.from()
                    && credit.account() == transfer.to() && credit.change() == transfer.amount()
                    && debit.version() == transfer.fromState().version() + 1
                    && credit.version() == transfer.toState().version() + 1;
        }
    }
}
