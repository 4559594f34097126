package dev.bailiwick.client;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The appends that wait to be sent over one stream, and when a message with them may leave: at once, unless one left of which nothing has
/// been heard. Then they gather until an answer comes, a message is full, or a moment has passed.
///
/// A message has a price of its own, at both ends. Were each append of a busy thread sent in one, the processors would be busy with
/// messages, and everybody would wait for longer than this makes anybody wait.
///
/// Anybody may add; only the sender takes. Thread-safe.
final class Waiting {
    /// What is full, in appends.
    static final int FULL_ENTRIES = 128;
    /// The same in bytes.
    static final int FULL_BYTES = 64 << 10;

    private static final int LEAST_BYTES = FULL_BYTES / FULL_ENTRIES;

    private final Executor later;
    private final Runnable send;
    private final Queue<PendingAppend> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean willSend = new AtomicBoolean();
    private volatile boolean unheard;

    /// @param later runs something in a moment
    /// @param send tries to send what waits
    Waiting(Executor later, Runnable send) {
        this.later = later;
        this.send = send;
    }

    void add(PendingAppend append) {
        bytes.addAndGet(weight(append));
        queue.add(append);
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    @Nullable
    PendingAppend peek() {
        return queue.peek();
    }

    @Nullable
    PendingAppend poll() {
        var first = queue.poll();
        if (first != null) {
            bytes.addAndGet(-weight(first));
        }
        return first;
    }

    void takeAll(List<PendingAppend> into) {
        for (var append = poll(); append != null; append = poll()) {
            into.add(append);
        }
    }

    /// Whether a message may leave now. If not, sending is tried again in time.
    boolean mayLeave() {
        if (!unheard || bytes.get() >= FULL_BYTES) {
            return true;
        }
        if (willSend.compareAndSet(false, true)) {
            later.execute(() -> {
                willSend.set(false);
                heard();
            });
        }
        return false;
    }

    /// A message left.
    void left() {
        unheard = true;
    }

    /// Something came from the server, or nothing will.
    void heard() {
        unheard = false;
        send.run();
    }

    private static long weight(PendingAppend append) {
        return Math.max(append.message.getSerializedSize(), LEAST_BYTES);
    }
}
