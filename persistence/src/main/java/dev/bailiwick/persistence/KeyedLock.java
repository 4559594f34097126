package dev.bailiwick.persistence;

/// A named lock that the current thread holds until it closes it. Close it in the same thread, as often as it was acquired.
public final class KeyedLock implements AutoCloseable {
    private final KeyedLockProvider provider;
    private final KeyedLockProvider.Hold hold;
    private boolean closed;

    KeyedLock(KeyedLockProvider provider, KeyedLockProvider.Hold hold) {
        this.provider = provider;
        this.hold = hold;
    }

    public String name() {
        return hold.name();
    }

    /// A number that grows with each time the lock changes hands. Give it to whatever the lock protects, and let it refuse those who come with a lesser one:
    /// that is the only way to be safe from a holder that was paused for longer than its lease and does not know.
    public long fence() {
        return hold.fence();
    }

    /// Whether it is certain that nobody else has it. Once it is not, it does not become so again.
    public boolean isHeld() {
        return !closed && hold.isHeld();
    }

    /// Returns where it is held.
    ///
    /// @throws LockLostException where it is not
    public void ensureHeld() {
        if (!isHeld()) {
            throw new LockLostException(name());
        }
    }

    /// Gives it up; the last one that the thread closes frees it for others.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            provider.release(hold);
        }
    }
}
