package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/// The slots of one handler on one shard that this process has, up to a fair share: with n workers each has a n-th of them, give or take one.
///
/// Belongs to the thread of a [DeliveryLoop], but for the lease and the count.
final class HeldSlots {
    private final SlotTable table;
    private final UUID worker;
    private final HandlerOptions options;
    private final Lease lease;
    private final List<Slot> slots = new ArrayList<>();
    /// Held while leases are claimed, released or renewed, so that a renewal counts what is there. Never while a handler runs.
    private final ReentrantLock changing = new ReentrantLock();
    private volatile int count;
    private long tendedNs;
    private long homesNo;

    HeldSlots(SlotTable table, UUID worker, HandlerOptions options) {
        this.table = table;
        this.worker = worker;
        this.options = options;
        this.lease = new Lease(options.lease());
        this.tendedNs = System.nanoTime() - tendEveryNs();
    }

    private long tendEveryNs() {
        return options.lease().toNanos() / 4;
    }

    Lease lease() {
        return lease;
    }

    int count() {
        return count;
    }

    List<Slot> all() {
        return slots;
    }

    /// How long until they are to be tended again; 0 where it is time.
    Duration untilTending() {
        long leftNs = count > 0 && !lease.isHeld() ? 0 : tendedNs + tendEveryNs() - System.nanoTime();
        return Duration.ofNanos(Math.max(0, leftNs));
    }

    /// Takes what is free of the share, and gives back what is beyond it.
    void tend() {
        changing.lock();
        try {
            tendLocked();
        } finally {
            changing.unlock();
        }
    }

    private void tendLocked() {
        if (!lease.isHeld()) {
            set(List.of());
        }
        tendedNs = System.nanoTime();
        int share = share(table.signIn(worker, options.lease()), worker);
        if (slots.size() > share) {
            giveBack(List.copyOf(slots.subList(share, slots.size())));
        } else if (slots.size() < share) {
            long startNs = System.nanoTime();
            var more = table.claim(worker, options.lease(), share - slots.size(), slots, homesNo);
            if (slots.isEmpty() && !more.isEmpty()) {
                lease.begin(startNs);
            }
            var together = new ArrayList<>(slots);
            together.addAll(more);
            set(together);
        }
    }

    /// @param workers all that there are
    static int share(SortedSet<UUID> workers, UUID worker) {
        int rank = workers.headSet(worker).size();
        int all = Math.max(1, workers.size());
        return Slot.COUNT / all + (rank < Slot.COUNT % all ? 1 : 0);
    }

    /// The positions of what is given back are acknowledged first, so that the next one goes on there.
    private void giveBack(List<Slot> some) {
        acknowledge(transaction -> {});
        table.release(worker, some);
        var rest = new ArrayList<>(slots);
        rest.removeAll(some);
        set(rest);
    }

    /// Notes all positions, in one transaction with something else.
    ///
    /// @throws LeaseLostException where a slot is somebody else's, or may be; then nothing is noted
    void acknowledge(TransactionPart more) {
        changing.lock(); // two transactions that write the same slots in another order would wait for each other
        try (var transaction = Transaction.begin(table.database())) {
            if (!table.isAcknowledged(transaction, worker, slots, homesNo)) {
                throw new LeaseLostException();
            }
            more.write(transaction);
            transaction.commit();
        } finally {
            changing.unlock();
        }
    }

    /// From now on what this process does rests on this knowledge of shards that have left or come.
    void know(long newHomesNo) {
        homesNo = newHomesNo;
        if (!slots.isEmpty()) {
            acknowledge(transaction -> {});
        }
    }

    /// Something that a transaction does besides.
    interface TransactionPart {
        void write(Transaction transaction);
    }

    /// What is held is not known any more: it is claimed anew with the next tending, which is due at once.
    void forget() {
        changing.lock();
        try {
            lease.end();
            set(List.of());
            tendedNs = System.nanoTime() - tendEveryNs();
        } finally {
            changing.unlock();
        }
    }

    /// Gives everything back.
    void leave() {
        changing.lock();
        try {
            if (lease.isHeld() && !slots.isEmpty()) {
                giveBack(List.copyOf(slots));
            }
            table.signOut(worker);
        } finally {
            forget();
            changing.unlock();
        }
    }

    private void set(List<Slot> newSlots) {
        var copy = List.copyOf(newSlots);
        slots.clear();
        slots.addAll(copy);
        count = copy.size();
    }

    /// Called by another thread.
    void renew() {
        changing.lock();
        try {
            lease.renew(() -> table.renew(worker, options.lease()), count);
        } finally {
            changing.unlock();
        }
    }

    /// Somebody else has a slot, or may have it by now.
    static final class LeaseLostException extends RuntimeException {
        private static final long serialVersionUID = 1;

        LeaseLostException() {
            super("the lease of a slot has run out");
        }
    }
}
