package dev.bailiwick.persistence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Named locks that exclude each other across threads and processes, kept in a database.
///
/// A lock is a row with an owner and the time at which its lease ends. The provider renews the leases of what its process holds; if the process dies, nobody does, and
/// the lock is free when the lease ends. Nobody keeps a connection: who waits asks again after a while, one thread of a process for each name, and the others
/// wait for that one.
///
/// It has a pool of its own where the default shard has a `lock-config`, which leads to the same database as its `primary-config`; else it uses the pool of the default
/// shard. Thread-safe. Closing it gives up everything that it holds.
public final class KeyedLockProvider implements AutoCloseable {
    /// A name, in characters.
    public static final int MAX_NAME_LENGTH = 255;

    private static final Logger LOG = System.getLogger(KeyedLockProvider.class.getName());
    private static final String LOCK_CONFIG = "lockConfig";
    private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long FORGET_EVERY_NS = TimeUnit.HOURS.toNanos(1);

    private final @Nullable ShardDatabase own;
    private final LockTable table;
    private final KeyedLockOptions options;
    private final Map<String, Slot> slots = new ConcurrentHashMap<>();
    private final Set<Hold> holds = ConcurrentHashMap.newKeySet();
    private final BackgroundPass renewing;
    /// Of the renewing thread alone.
    private long forgottenNs = System.nanoTime();

    private KeyedLockProvider(@Nullable ShardDatabase own, LockTable table, KeyedLockOptions options) {
        this.own = own;
        this.table = table;
        this.options = options;
        this.renewing = BackgroundPass.start("renew locks", options.lease().dividedBy(4), this::renew);
    }

    /// Opens it; close it before the registry.
    public static KeyedLockProvider open(DatabaseRegistry databases, KeyedLockOptions options) {
        var shared = databases.defaultDatabase();
        var own = databases.configOf(databases.defaultShard()).flatMap(member -> member.configFor(LOCK_CONFIG))
                .map(config -> new ShardDatabase(shared.shard(),
                        ShardMemberConfig.of(shared.shard().member(), shared.name() + " locks", config),
                        PoolFactory::hikari))
                .orElse(null);
        return new KeyedLockProvider(own, new LockTable(own == null ? shared : own), options);
    }

    /// What the threads of this process share for one name.
    private static final class Slot {
        final ReentrantLock lock = new ReentrantLock(true);
        @Nullable
        Hold hold;
        /// How many threads have it or wait for it; guarded by the map.
        int users;
    }

    /// One time that the lock is held. Its end is told by the clock of this process, from before the database was asked: so it never ends later here than there.
    static final class Hold {
        private final String name;
        private final UUID owner = UUID.randomUUID();
        private volatile long startNs = System.nanoTime();
        private volatile long endNs;
        private volatile long fence;
        private volatile boolean isLost;

        Hold(String name) {
            this.name = name;
        }

        String name() {
            return name;
        }

        long fence() {
            return fence;
        }

        boolean isHeld() {
            return !isLost && System.nanoTime() - endNs < 0;
        }
    }

    /// Acquires a lock, or once more where the thread has it already.
    ///
    /// @throws LockTimeoutException where it was not free within [KeyedLockOptions#maxWait]
    public KeyedLock acquire(String name) {
        return tryAcquire(name, options.maxWait())
                .orElseThrow(() -> new LockTimeoutException(name, options.maxWait()));
    }

    /// The same with a time of one's own; with none at all it does not wait.
    ///
    /// @return empty where it was not free in time
    /// @throws LockLostException where the thread has it already and has lost it
    public Optional<KeyedLock> tryAcquire(String name, Duration wait) {
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException("the name of a lock has 1 to " + MAX_NAME_LENGTH + " characters, not "
                    + name.length());
        }
        long endNs = System.nanoTime() + wait.toNanos();
        var slot = slots.compute(name, (key, existing) -> {
            var used = existing == null ? new Slot() : existing;
            used.users++;
            return used;
        });
        Optional<Hold> hold = Optional.empty();
        try {
            hold = hold(name, slot, endNs);
        } finally {
            if (hold.isEmpty()) {
                leave(name);
            }
        }
        return hold.map(each -> new KeyedLock(this, each));
    }

    private Optional<Hold> hold(String name, Slot slot, long endNs) {
        if (!isLocked(slot, endNs)) {
            return Optional.empty();
        }
        boolean done = false;
        try {
            var held = slot.hold;
            if (held != null && !held.isHeld()) {
                throw new LockLostException(name);
            }
            var hold = held == null ? taken(name, endNs) : Optional.of(held);
            slot.hold = hold.orElse(null);
            done = hold.isPresent();
            return hold;
        } finally {
            if (!done) {
                slot.lock.unlock();
            }
        }
    }

    private static boolean isLocked(Slot slot, long endNs) {
        try {
            return slot.lock.tryLock(Math.max(0, endNs - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a lock", e);
        }
    }

    private Optional<Hold> taken(String name, long endNs) {
        var hold = new Hold(name);
        for (long pauseNs = FIRST_PAUSE_NS;; pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS)) {
            hold.startNs = System.nanoTime();
            hold.endNs = end(hold);
            var fence = table.take(name, hold.owner, options.lease());
            if (fence.isPresent()) {
                hold.fence = fence.getAsLong();
                holds.add(hold);
                return Optional.of(hold);
            }
            long leftNs = endNs - System.nanoTime();
            if (leftNs <= 0) {
                return Optional.empty();
            }
            LockSupport.parkNanos(Math.min(leftNs, RandomGenerator.getDefault().nextLong(pauseNs / 2, pauseNs)));
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while waiting for the lock '" + name + "'");
            }
        }
    }

    void release(Hold hold) {
        var slot = slots.get(hold.name);
        if (slot == null || !slot.lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "the lock '" + hold.name + "' is closed by another thread than acquired it");
        }
        try {
            if (slot.lock.getHoldCount() == 1) {
                slot.hold = null;
                giveUp(hold);
            }
        } finally {
            slot.lock.unlock();
            leave(hold.name);
        }
    }

    /// Where the database cannot be reached, the lock is free when its lease ends.
    private void giveUp(Hold hold) {
        hold.isLost = true;
        if (!holds.remove(hold)) {
            return; // it is lost already
        }
        try {
            table.release(hold.name, hold.owner);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the lock '" + hold.name + "' could not be given back; it is free within "
                    + options.lease(), e);
        }
    }

    private void leave(String name) {
        slots.computeIfPresent(name, (key, slot) -> --slot.users == 0 ? null : slot);
    }

    private void renew() {
        for (var hold : holds) {
            if (System.nanoTime() - hold.startNs >= options.maxHold().toNanos()) {
                LOG.log(Level.WARNING, "the lock '" + hold.name + "' was held for longer than " + options.maxHold()
                        + " and is given up");
                giveUp(hold);
            } else {
                renew(hold);
            }
        }
        if (System.nanoTime() - forgottenNs > FORGET_EVERY_NS) {
            forgottenNs = System.nanoTime();
            table.forgetOld();
        }
    }

    /// One whose lease has ended here stays lost, even if nobody took it: its holder may have been told so.
    private void renew(Hold hold) {
        long endNs = end(hold);
        if (!hold.isHeld()) {
            giveUp(hold);
        } else if (table.renew(hold.name, hold.owner, options.lease())) {
            hold.endNs = endNs;
        } else {
            hold.isLost = true;
            holds.remove(hold);
        }
    }

    private long end(Hold hold) {
        long leaseEndNs = System.nanoTime() + options.lease().toNanos();
        long holdEndNs = hold.startNs + options.maxHold().toNanos();
        return holdEndNs - leaseEndNs < 0 ? holdEndNs : leaseEndNs;
    }

    @Override
    public void close() {
        renewing.close();
        holds.forEach(this::giveUp);
        if (own != null) {
            own.close();
        }
    }
}
