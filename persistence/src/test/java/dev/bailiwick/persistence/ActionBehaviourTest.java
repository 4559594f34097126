package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.NOW;
import static dev.bailiwick.persistence.Fixture.S00;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Actions, plans and the event log.
@ParameterizedClass
@MethodSource("dev.bailiwick.persistence.Fixture#all")
@ResourceLock("databases")
@Execution(ExecutionMode.SAME_THREAD)
class ActionBehaviourTest {
    private final Fixture fixture;
    private final AccountRepository accounts;

    ActionBehaviourTest(Fixture fixture) {
        this.fixture = fixture;
        this.accounts = fixture.accounts();
        fixture.clear();
    }

    /// An action of one test.
    static final class Scripted extends Action<String, Object> {
        private final BiFunction<ActionPlan, String, Object> script;

        Scripted(BiFunction<ActionPlan, String, Object> script) {
            this.script = script;
        }

        @Override
        protected Object perform(Principal principal, String params) {
            return script.apply(plan(), params);
        }
    }

    private Object perform(BiFunction<ActionPlan, String, Object> script) {
        return perform(script, ExecutionConfiguration.standard(), new ArrayList<>());
    }

    private Object perform(BiFunction<ActionPlan, String, Object> script, ExecutionConfiguration configuration,
            List<Long> pauses) {
        return ActionExecutor.builder(fixture.registry(), RepositoryRegistry.of(accounts, fixture.remarks()))
                .action(new Scripted(script)).clock(Clock.fixed(NOW, ZoneOffset.UTC)).pause(pauses::add).build()
                .execute(ALICE, Scripted.class, "x", configuration);
    }

    @Test
    void anActionWritesItsRowItsModelAndItsEventsTogether() {
        var opened = fixture.executor().execute(ALICE, OpenAccountAction.class,
                new OpenAccountAction.Params("CZ", "first"));

        assertThat(opened.events()).isEmpty();
        assertThat(opened.createdDate).isEqualTo(NOW);
        assertThat(accounts.getById(opened.id)).usingRecursiveComparison().isEqualTo(opened);
        var log = fixture.events(S00);
        assertThat(log.getValues("type", String.class)).containsExactly("OpenAccountAction", "Opened");
        assertThat(log.get(0).get("id", String.class)).isEqualTo(log.get(0).get("action_id", String.class))
                .isEqualTo(log.get(1).get("action_id", String.class));
        assertThat(log.getValues("principal", String.class)).containsExactly("alice", "alice");
        assertThat(log.get(0).get("payload", String.class)).isEqualTo("{\"country\":\"CZ\",\"label\":\"first\"}");
        assertThat(log.get(0).get("model_id")).isNull();
        assertThat(log.get(1).get("model_id", String.class)).isEqualTo(opened.id.uuid().toString());
        assertThat(log.get(1).get("event_version", Long.class)).isEqualTo(1);
    }

    @Test
    void whatComesBackDoesNotEmitItsEventsAgain() {
        var opened = fixture.executor().execute(ALICE, OpenAccountAction.class,
                new OpenAccountAction.Params("CZ", "first"));

        perform((plan, x) -> plan.update(opened.copy().label("renamed").build()));

        assertThat(fixture.events(S00).getValues("type", String.class)).containsExactly("OpenAccountAction", "Opened",
                "Scripted");
    }

    @Test
    void whatWasStagedComesBackAsWrittenEvenIfTheActionReturnsItBare() {
        var added = accounts.add(Account.on(S00, "a"));

        var result = (Account) perform((plan, x) -> {
            var paid = added.payIn("1.00");
            plan.update(paid);
            return paid;
        });
        var list = (List<?>) perform((plan, x) -> {
            var paid = result.payIn("1.00");
            plan.update(paid);
            return List.of(paid);
        });

        assertThat(result.version).isEqualTo(2);
        assertThat(result.events()).isEmpty();
        assertThat(((Account) list.getFirst()).version).isEqualTo(3);
    }

    @Test
    void oneRowMayBeStagedSeveralTimesAsLongAsEachFollowsTheLast() {
        var account = Account.on(S00, "a");

        perform((plan, x) -> {
            var added = plan.add(account);
            var once = plan.update(added.payIn("1.00"));
            return plan.update(once.payIn("2.00"));
        });

        assertThat(accounts.getById(account.id).version).isEqualTo(3);
        assertThat(accounts.getById(account.id).balance).isEqualByComparingTo("3");
        assertThat(fixture.events(S00).getValues("event_version", Long.class)).containsExactly(null, 1L, 2L, 3L);
    }

    @Test
    void stagingTheSameRowTwiceFromOneReadingIsRefused() {
        var added = accounts.add(Account.on(S00, "a"));

        assertThatIllegalStateException().isThrownBy(() -> perform((plan, x) -> {
            plan.update(added.payIn("1.00"));
            return plan.update(added.payIn("2.00"));
        })).withMessageContaining("change what the plan gave back, not what was read");
        assertThatIllegalStateException().isThrownBy(() -> perform((plan, x) -> plan.add(added.nextVersion())))
                .withMessageContaining("so it is not new");
        assertThat(accounts.getById(added.id).version).isEqualTo(1);
    }

    @Test
    void modelsAndEntitiesAreWrittenInTheOrderOfThePlan() {
        perform((plan, x) -> {
            plan.addAll(List.of(Account.on(S00, "a"), Account.on(S00, "b")));
            var remark = plan.add(Remark.in("CZ", "between"));
            plan.add(Account.on(S00, "c"));
            return plan.update(remark.copy().text("after").build());
        });

        assertThat(accounts.findAll()).extracting(row -> row.label).containsExactly("a", "b", "c");
        assertThat(fixture.remarks().findAll()).extracting(row -> row.text).containsExactly("after");
        assertThat(fixture.events(S00).getValues("type", String.class)).containsExactly("Scripted", "Opened", "Opened",
                "Opened");
    }

    @Test
    void anActionThatStagesNothingWritesNothing() {
        assertThat(perform((plan, x) -> x)).isEqualTo("x");
        assertThat(fixture.events(S00)).isEmpty();
    }

    @Test
    void anActionThatThrowsWritesNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> perform((plan, x) -> {
            plan.add(Account.on(S00, "a"));
            throw new IllegalArgumentException("no");
        }));
        assertThat(accounts.count()).isZero();
        assertThat(fixture.events(S00)).isEmpty();
    }

    @Test
    void aStaleActionIsPerformedAgainWithAFreshPlan() {
        var added = accounts.add(Account.on(S00, "a"));
        var attempts = new AtomicInteger();
        var pauses = new ArrayList<Long>();

        var paid = (Account) perform((plan, x) -> {
            var read = accounts.getById(added.id);
            if (attempts.incrementAndGet() <= 2) {
                // somebody else comes in between, in a thread of its own
                runElsewhere(() -> accounts.update(read.payIn("10.00")));
            }
            return plan.update(read.payIn("1.00"));
        }, ExecutionConfiguration.standard(), pauses);

        assertThat(attempts).hasValue(3);
        assertThat(pauses).hasSize(2).allMatch(ns -> ns >= 5_000_000 && ns <= 20_000_000);
        assertThat(paid.balance).isEqualByComparingTo("21");
        assertThat(accounts.getById(added.id).version).isEqualTo(4);
        assertThat(fixture.events(S00).getValues("type", String.class)).filteredOn("Scripted"::equals).hasSize(1);
    }

    private static void runElsewhere(Runnable work) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.submit(work).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void retriesAreBoundedAndConfiguredForEachException() {
        var added = accounts.add(Account.on(S00, "a"));
        var attempts = new AtomicInteger();
        var twice = ExecutionConfiguration.Builder.executionConfiguration()
                .retry(StaleRecordException.class, new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(1)))
                .retry(ArithmeticException.class, new RetryPolicy(4, Duration.ZERO, Duration.ZERO)).build();

        assertThatExceptionOfType(StaleRecordException.class).isThrownBy(() -> perform((plan, x) -> {
            attempts.incrementAndGet();
            return plan.update(added.nextVersion());
        }, twice, new ArrayList<>()));
        assertThat(attempts).hasValue(2);
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> perform((plan, x) -> {
            attempts.incrementAndGet();
            throw new ArithmeticException();
        }, twice, new ArrayList<>()));
        assertThat(attempts).hasValue(6);
        assertThatIllegalArgumentException().isThrownBy(() -> ExecutionConfiguration.Builder.executionConfiguration()
                .retry(PartialCommitException.class, RetryPolicy.STANDARD));
    }

    @Test
    void anActionDoesNotWriteBesidesItsPlan() {
        assertThatIllegalStateException().isThrownBy(() -> perform((plan, x) -> accounts.add(Account.on(S00, "a"))))
                .withMessageContaining("use plan().add or plan().update instead of AccountRepository");
    }

    @Test
    void actionsAreNotNestedAndNotPartOfATransaction() {
        var params = new OpenAccountAction.Params("CZ", "inner");

        assertThatIllegalStateException().isThrownBy(() -> perform(
                (plan, x) -> fixture.executor().execute(ALICE, OpenAccountAction.class, params)))
                .withMessageContaining("OpenAccountAction was executed inside of Scripted");
        assertThatIllegalStateException().isThrownBy(() -> fixture.registry().inTransaction(
                () -> fixture.executor().execute(ALICE, OpenAccountAction.class, params)))
                .withMessageContaining("inside of a transaction");
        assertThat(accounts.count()).isZero();
    }

    @Test
    void manyThreadsThatPayIntoOneAccountLoseNothing() throws Exception {
        var added = accounts.add(Account.on(S00, "a"));
        var patient = ExecutionConfiguration.Builder.executionConfiguration()
                .retry(StaleRecordException.class, new RetryPolicy(100, Duration.ofMillis(1), Duration.ofMillis(5)))
                .build();
        var executor = ActionExecutor.builder(fixture.registry(), RepositoryRegistry.of(accounts))
                .action(new PayInAction(accounts)).build();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < 20; i++) {
                running.add(threads.submit(() -> executor.execute(ALICE, PayInAction.class,
                        new PayInAction.Params(List.of(added.id), "1.00"), patient)));
            }
            for (var each : running) {
                each.get();
            }
        }

        assertThat(accounts.getById(added.id).balance).isEqualByComparingTo("20");
        var versions = fixture.events(S00).getValues("event_version", Long.class).stream().filter(v -> v != null)
                .sorted().toList();
        assertThat(versions).containsExactlyElementsOf(LongStream.rangeClosed(1, 21).boxed().toList());
    }
}
