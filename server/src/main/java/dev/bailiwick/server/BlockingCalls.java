package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Semaphore;

/// Runs calls that wait for the store, each on a virtual thread, of which only so many use the store at once. A call whose client is gone
/// or whose deadline has passed when its turn comes is not run. Waiting for a slow client takes nobody's turn.
final class BlockingCalls {
    private final Semaphore room;
    private final Failures failures;

    BlockingCalls(int mostAtOnce, Failures failures) {
        this.room = new Semaphore(mostAtOnce, true);
        this.failures = failures;
    }

    /// Answers with one message.
    interface Answering<A> {
        A answer(EventStore store);
    }

    /// Answers with many.
    interface Streaming<A> {
        void stream(EventStore store, PacedCall<A> out, Turns turns) throws InterruptedException;
    }

    /// Lets a call use the store when it is its turn.
    interface Turns {
        <T> T take(Asking<T> asking) throws InterruptedException;
    }

    interface Asking<T> {
        T ask();
    }

    <A> void answer(StreamObserver<A> out, Answering<A> work) {
        stream(out, (store, call, turns) -> call.send(turns.take(() -> work.answer(store))));
    }

    <A> void stream(StreamObserver<A> out, Streaming<A> work) {
        var call = new PacedCall<>((ServerCallStreamObserver<A>) out, () -> {});
        var context = Context.current();
        var store = Gate.STORE.get(context);
        Thread.ofVirtual().name("bailiwick-call").start(() -> run(call, context, store, work));
    }

    private <A> void run(PacedCall<A> call, Context context, EventStore store, Streaming<A> work) {
        try {
            work.stream(store, call, new Turns() {
                @Override
                public <T> T take(Asking<T> asking) throws InterruptedException {
                    return inTurn(context, asking);
                }
            });
        } catch (InterruptedException | RuntimeException | Error e) {
            call.fail(failures.status(e));
            return;
        }
        call.complete();
    }

    private <T> T inTurn(Context context, Asking<T> asking) throws InterruptedException {
        room.acquire();
        try {
            if (context.isCancelled()) {
                throw Status.CANCELLED.withDescription("nobody waits for the answer").asRuntimeException();
            }
            return asking.ask();
        } finally {
            room.release();
        }
    }
}
