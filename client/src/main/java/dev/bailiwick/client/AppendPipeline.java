package dev.bailiwick.client;

import dev.bailiwick.client.Refusals.Refusal;
import dev.bailiwick.protocol.v1.AppendStreamRequest;
import dev.bailiwick.protocol.v1.AppendStreamResponse;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The appends of one connection, over one stream at a time.
///
/// Anybody may put an append into the queue. Whoever does so while nobody sends becomes the sender and sends until the queue is empty.
/// What comes while a message is under way shares the next one, see [Waiting]. The sender alone opens, replaces and writes to the
/// stream; others leave it a note. An append is in the stream's table before it is sent, so that every answer finds it. When a
/// stream breaks, the sender puts what is in its table back into the queue, and the next stream gets it first.
final class AppendPipeline {
    private static final int ANSWERS_AHEAD = 64;
    private static final long MOMENT_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Channel channel;
    private final Appender appender;
    private final Refusals refusals;
    private final Backoff backoff;
    private final Timer timer;

    private final Waiting waiting;
    private final Queue<Runnable> notes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger turns = new AtomicInteger();

    // Owned by the sender.
    private @Nullable Stream stream;
    private boolean pausing;
    private boolean closed;
    private int failures;
    private long lastCorrelation;

    AppendPipeline(Channel channel, Appender appender, Refusals refusals, Backoff backoff,
            Timer timer) {
        this.channel = channel;
        this.appender = appender;
        this.refusals = refusals;
        this.backoff = backoff;
        this.timer = timer;
        this.waiting = new Waiting(task -> timer.after(MOMENT_NS, task), this::send);
    }

    void put(PendingAppend append) {
        waiting.add(append);
        send();
    }

    /// Ends the stream. Nothing is pending any more.
    void close() {
        note(() -> {
            closed = true;
            if (stream != null) {
                stream.call.halfClose();
                stream = null;
            }
        });
    }

    private void note(Runnable note) {
        notes.add(note);
        send();
    }

    private void send() {
        if (turns.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            for (var note = notes.poll(); note != null; note = notes.poll()) {
                note.run();
            }
            try {
                sendWaiting();
            } catch (RuntimeException e) { // what is left on the stream is sent again when it has ended
                var failed = stream;
                if (failed != null) {
                    failed.call.cancel("sending failed", e);
                }
            }
            seen = turns.addAndGet(-seen);
        }
    }

    private void sendWaiting() {
        if (waiting.isEmpty() || pausing || closed) {
            return;
        }
        var current = stream;
        if (current == null) {
            current = new Stream(channel.newCall(EventStoreServiceGrpc.getAppendStreamMethod(), CallOptions.DEFAULT));
            stream = current;
            current.start();
        }
        while (!waiting.isEmpty() && waiting.mayLeave() && current.call.isReady()) {
            var message = nextMessage(current);
            if (message.getEntriesCount() > 0) {
                waiting.left();
                current.call.sendMessage(message);
            }
        }
    }

    private AppendStreamRequest nextMessage(Stream current) {
        var message = AppendStreamRequest.newBuilder();
        int bytes = 0;
        while (message.getEntriesCount() < Waiting.FULL_ENTRIES && bytes < Waiting.FULL_BYTES) {
            var next = waiting.peek();
            if (next == null || (bytes > 0 && bytes + next.message.getSerializedSize() > Waiting.FULL_BYTES)) {
                break;
            }
            waiting.poll();
            if (next.isDone()) {
                continue;
            }
            bytes += next.message.getSerializedSize();
            long correlation = ++lastCorrelation;
            next.inFlight = true;
            current.unanswered.put(correlation, next);
            message.addEntriesBuilder().setCorrelation(correlation).setRequest(next.message);
        }
        return message.build();
    }

    /// By the sender.
    private void ended(Stream broken, Refusal why) {
        if (stream == broken) {
            stream = null;
            waiting.heard();
        }
        var left = new ArrayList<>(broken.unanswered.values());
        broken.unanswered.clear();
        boolean refused = !broken.accepted && !why.passes();
        for (var append : left) {
            append.perhapsExecuted |= broken.accepted || !why.fromServer();
            append.inFlight = false;
        }
        if (refused) {
            waiting.takeAll(left);
            left.forEach(append -> appender.refused(append, why.error()));
            return;
        }
        putFirst(left);
        pause(broken.accepted ? 0 : ++failures);
    }

    private void putFirst(List<PendingAppend> left) {
        if (!left.isEmpty()) {
            waiting.takeAll(left);
            left.forEach(waiting::add);
        }
    }

    private void pause(int attempt) {
        pausing = true;
        timer.after(backoff.delayNs(attempt), () -> note(() -> {
            pausing = false;
            appender.hurry();
        }));
    }

    /// One call, until it breaks.
    private final class Stream extends ClientCall.Listener<AppendStreamResponse> {
        private final ClientCall<AppendStreamRequest, AppendStreamResponse> call;
        private final Map<Long, PendingAppend> unanswered = new ConcurrentHashMap<>();
        private volatile boolean accepted;

        Stream(ClientCall<AppendStreamRequest, AppendStreamResponse> call) {
            this.call = call;
        }

        void start() {
            call.start(this, new Metadata());
            call.request(ANSWERS_AHEAD);
        }

        @Override
        public void onReady() {
            send();
        }

        @Override
        public void onMessage(AppendStreamResponse message) {
            if (!accepted) {
                accepted = true;
                note(() -> failures = 0);
            }
            call.request(1);
            var ready = new ArrayList<PendingAppend>(message.getEntriesCount());
            for (var entry : message.getEntriesList()) {
                var append = unanswered.remove(entry.getCorrelation());
                if (append != null) {
                    append.inFlight = false;
                    appender.answered(AppendPipeline.this, append, entry, ready);
                }
            }
            appender.give(ready);
            waiting.heard();
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            var why = status.isOk()
                    ? new Refusal(refusals.unavailable("it ended the stream"), false)
                    : refusals.of(status, trailers);
            note(() -> ended(this, why));
        }
    }

    /// Later, by the timer.
    void putAfter(PendingAppend append, long delayNs) {
        timer.after(delayNs, () -> put(append));
    }
}
