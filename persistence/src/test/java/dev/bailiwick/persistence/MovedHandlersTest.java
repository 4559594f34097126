package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.MoveSetting.AU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.placement.ShardedId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Shards that move while their events are delivered.
class MovedHandlersTest {
    private static final HandlerOptions HASTY = HandlerOptions.standard().withMaxIdle(Duration.ofMillis(20))
            .withPageSize(10);
    private static final RetryPolicy TWICE = new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(2));
    private static final MoveOptions SMALL = MoveOptions.standard().withChunkRows(5).withMaxPauseMs(20_000);

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private static boolean isOf(LoggedEvent event, ShardedId<Account> account) {
        return event.modelId().equals(account.uuid().toString());
    }

    private static int events(MoveSetting setting) {
        return setting.paid.values().stream().mapToInt(times -> 1 + times.get()).sum();
    }

    /// Pays into accounts of the shard that moves until it is closed.
    private static final class Payer implements AutoCloseable {
        private final AtomicBoolean isOver = new AtomicBoolean();
        private final CompletableFuture<Void> running;

        Payer(MoveSetting setting, List<ShardedId<Account>> accounts) {
            running = CompletableFuture.runAsync(() -> {
                for (int i = 0; !isOver.get(); i++) {
                    setting.pay(setting.other, accounts.get(i % accounts.size()));
                    LockSupport.parkNanos(2_000_000); // leaves the move something of two cores
                }
            }, task -> Thread.ofVirtual().start(task));
        }

        @Override
        public void close() {
            isOver.set(true);
            running.join();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyEventComesOnceAndInOrderWhileItsShardMovesToAndFro(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 6)) {
            var accounts = setting.idsOf(AU);
            var stuck = accounts.getFirst();
            var all = new Deliveries();
            var picky = new Deliveries();
            picky.refuse(event -> isOf(event, stuck) && event.version() == 2);
            setting.pay(setting.one, stuck);
            List<Handler> handlers = List.of(Handler.of("all", all),
                    Handler.of("picky", picky).withRetry(TWICE).inTransaction());
            try (var here = Handlers.start(setting.one.registry(), HASTY, handlers);
                    var there = Handlers.start(setting.other.registry(), HASTY, handlers)) {
                try (var payer = new Payer(setting, accounts)) {
                    assertThat(payer).isNotNull();
                    picky.awaitRefused(2);
                    var moves = setting.one.moves();
                    var adopted = moves.start(moves.planAdoption(AU).withOptions(SMALL));
                    var back = moves.start(moves.planReversal(adopted.number()).withOptions(SMALL));
                    moves.clean(back.number());
                    moves.clean(moves.start(moves.planAdoption(AU).withOptions(SMALL)).number());
                }
                all.awaitTaken(events(setting));
                Deliveries.assertOnceAndInOrder(all.taken(), events(setting));

                var parked = there.parked().list("picky").items();
                assertThat(parked).hasSize(1);
                assertThat(parked.getFirst().shard()).isEqualTo(AU);
                assertThat(parked.getFirst().event().version()).isEqualTo(2);
                assertThat(parked.getFirst().failure()).contains("refused");
                picky.refuse(event -> false);
                assertThat(here.parked().retry(parked.getFirst())).isTrue();
                picky.awaitTaken(events(setting));
                Deliveries.assertOnceAndInOrder(picky.taken(), events(setting));
            }
            setting.assertWhole();
            setting.assertInFeed(AU, AU);

            var late = new Deliveries();
            try (var handlersSince = Handlers.start(setting.one.registry(), HASTY,
                    List.of(Handler.of("late", late)))) {
                assertThat(handlersSince).isNotNull();
                late.awaitTaken(events(setting));
                Deliveries.assertOnceAndInOrder(late.taken(), events(setting));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theTargetWaitsForAHandlerThatIsAtAnEventInTheSource(TestDatabases kind) throws Exception {
        try (var setting = MoveSetting.of(kind, 2)) {
            var account = setting.idsOf(AU).getFirst();
            var isAtIt = new CountDownLatch(1);
            var mayGoOn = new CountDownLatch(1);
            var all = new Deliveries();
            var slow = Handler.of("slow", event -> {
                if (isOf(event, account) && event.version() == 1) {
                    isAtIt.countDown();
                    assertThat(mayGoOn.await(30, TimeUnit.SECONDS)).isTrue();
                }
                all.handle(event);
            });
            try (var handlers = Handlers.start(setting.one.registry(), HASTY, List.of(slow))) {
                assertThat(handlers).isNotNull();
                assertThat(isAtIt.await(30, TimeUnit.SECONDS)).isTrue();
                var isLeft = new CountDownLatch(1);
                var moves = setting.one.moves(step -> {
                    if (step.equals("LEFT")) {
                        isLeft.countDown();
                    }
                });
                var move = CompletableFuture.supplyAsync(() -> moves.start(moves.planAdoption(AU).withOptions(SMALL)),
                        task -> Thread.ofVirtual().start(task));
                assertThat(isLeft.await(60, TimeUnit.SECONDS)).isTrue();
                setting.pay(setting.other, account); // in the target, and after what waits in the source
                assertThat(setting.database(AU).db().fetchCount(Accounts.ACCOUNTS)).isEqualTo(3);
                assertThat(all.taken()).noneMatch(event -> isOf(event, account));
                assertThat(move.isDone()).isFalse();

                mayGoOn.countDown();

                assertThat(move.get(60, TimeUnit.SECONDS).state()).isEqualTo(MoveState.SWITCHED);
                all.awaitTaken(events(setting));
                Deliveries.assertOnceAndInOrder(all.taken(), events(setting));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whateverStepAMoveIsKilledAtEveryEventComesOnceAndInOrder(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 2)) {
            var all = new Deliveries();
            try (var handlers = Handlers.start(setting.other.registry(), HASTY, List.of(Handler.of("all", all)))) {
                assertThat(handlers).isNotNull();
                for (var deadly : List.of("SWITCHED", "LEFT", "HANDLERS STOPPED", "ARRIVED", "HANDED OVER")) {
                    setting.idsOf(AU).forEach(account -> setting.pay(setting.one, account));
                    var moves = setting.one.moves(step -> {
                        if (step.equals(deadly)) {
                            throw new Killed();
                        }
                    });
                    assertThatExceptionOfType(Killed.class).as(deadly)
                            .isThrownBy(() -> moves.start(moves.planAdoption(AU).withOptions(SMALL)));
                    setting.letLeasesRunOut();
                    setting.idsOf(AU).forEach(account -> setting.pay(setting.one, account));
                    var others = setting.other.moves();
                    long number = others.list().size();
                    others.resume(number);
                    setting.idsOf(AU).forEach(account -> setting.pay(setting.other, account));
                    others.clean(number);
                    others.clean(others.start(others.planRelocationAcrossGroups(AU, S00).withOptions(SMALL)).number());
                }
                all.awaitTaken(events(setting));
                Deliveries.assertOnceAndInOrder(all.taken(), events(setting));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAHandlerHasWrittenInATransactionIsNotWrittenAgainAfterAMove(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 2)) {
            var account = setting.idsOf(AU).getFirst();
            var once = new Deliveries();
            var handler = Handler.of("once", once).inTransaction();
            try (var handlers = Handlers.start(setting.one.registry(), HASTY, List.of(handler))) {
                assertThat(handlers).isNotNull();
                once.awaitTaken(events(setting));
            }
            var source = setting.database(S00);
            source.db().execute("UPDATE " + Dialects.frameworkTable(source.dialect(), "handler_slots")
                    + " SET after_position = 0"); // as if the process had died before it acknowledged anything
            var moves = setting.one.moves();
            moves.clean(moves.start(moves.planAdoption(AU).withOptions(SMALL)).number());
            setting.pay(setting.one, account);

            try (var handlers = Handlers.start(setting.one.registry(), HASTY, List.of(handler))) {
                once.awaitTaken(events(setting));
                Deliveries.eventually("nothing waits", () -> handlers.metrics().stream().allMatch(each -> each
                        .backlog().isPresent() && each.backlog().get().events() == 0
                        && each.backlog().get().waiting() == 0));
            }
            Deliveries.assertOnceAndInOrder(once.taken(), events(setting));
        }
    }
}
