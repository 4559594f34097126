package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.InMemoryEventStore;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BlockingCallsTest {
    private final BlockingCalls calls = new BlockingCalls(1, new Failures("test"));
    private final EventStore store = InMemoryEventStore.create();

    /// gRPC keeps a single answer in a buffer until the call is closed, and never gives the buffer back if it is not.
    @Test
    void aCallIsClosedEvenIfItsClientLeavesWhileItIsAnswered() {
        var call = new LeavingClient();

        Context.current().withValue(Gate.STORE, store).run(() -> calls.answer(call, it -> "an answer"));

        assertThat(call.closed.orTimeout(60, TimeUnit.SECONDS).join()).containsExactly("an answer", "completed");
    }

    @Test
    void aCallWhoseClientLeftIsClosedIfItFailsToo() {
        var call = new LeavingClient();

        Context.current().withValue(Gate.STORE, store).run(() -> calls.stream(call, (it, out, turns) -> {
            out.send("the first page");
            out.send("the second page");
        }));

        assertThat(call.closed.orTimeout(60, TimeUnit.SECONDS).join()).containsExactly("the first page",
                "CANCELLED: the call has ended");
    }

    /// Is gone as soon as something is sent to it.
    private static final class LeavingClient extends ServerCallStreamObserver<String> {
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private final CompletableFuture<List<String>> closed = new CompletableFuture<>();

        @Override
        public void onNext(String answer) {
            seen.add(answer);
        }

        @Override
        public void onError(Throwable failure) {
            seen.add(String.valueOf(failure.getMessage()));
            closed.complete(seen);
        }

        @Override
        public void onCompleted() {
            seen.add("completed");
            closed.complete(seen);
        }

        @Override
        public boolean isCancelled() {
            return !seen.isEmpty();
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {
            // nobody is told: what is asked is enough
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {
            // it is ready from the beginning
        }

        @Override
        public void setCompression(String compression) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void disableAutoInboundFlowControl() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void request(int count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void setMessageCompression(boolean enable) {
            throw new UnsupportedOperationException();
        }
    }
}
