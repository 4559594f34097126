package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.NOW;
import static dev.bailiwick.persistence.Fixture.S00;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.bailiwick.placement.ShardedId;
import java.math.BigDecimal;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;

/// What needs no database.
class ModelTest {
    private static Account account() {
        return Account.on(S00, "a");
    }

    @Test
    void aChangeIsACopyThatCarriesTheEventsOfAllChangesBefore() {
        var opened = account();

        var paid = opened.payIn("1.00").payIn("2.00");

        assertThat(opened.events()).hasSize(1);
        assertThat(opened.balance).isEqualByComparingTo("0");
        assertThat(paid.events()).hasSize(3);
        assertThat(paid.balance).isEqualByComparingTo(new BigDecimal("3"));
        assertThat(paid.version).isEqualTo(1);
        assertThat(paid.id).isEqualTo(opened.id).isEqualTo(paid.id());
    }

    @Test
    void theNextVersionHasNoEvents() {
        var next = account().payIn("1.00").nextVersion();

        assertThat(next.version).isEqualTo(2);
        assertThat(next.events()).isEmpty();
    }

    @Test
    void datesAreKeptToTheMicrosecond() {
        var fine = Account
                .open(ShardedId.generate(Account.class, S00), "a", Instant.parse("2026-01-01T00:00:00.123456789Z"))
                .build();

        assertThat(fine.createdDate).isEqualTo(Instant.parse("2026-01-01T00:00:00.123456Z"));
        assertThat(fine.updatedDate).isEqualTo(fine.createdDate);
        assertThat(fine.asUpdated(fine.updatedDate).updatedDate).isEqualTo(fine.updatedDate.plusNanos(1_000));
        assertThat(fine.asUpdated(NOW).updatedDate).isEqualTo(NOW);
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> account().copy().label(" ").build())
                .withMessage("label cannot be blank");
        assertThatIllegalArgumentException().isThrownBy(() -> AccountBuilder.account().build())
                .withMessage("id cannot be null");
        assertThatIllegalArgumentException().isThrownBy(() -> account().copy().version(0).build())
                .withMessageContaining("call withInitialVersion()");
    }

    @Test
    void aPlanIsThereOnlyWhileAnActionIsPerformed() {
        var action = new Action<String, String>() {
            @Override
            protected String perform(Principal principal, String params) {
                return params + plan().changes().size();
            }
        };

        assertThatIllegalStateException().isThrownBy(() -> action.perform(() -> "alice", "x"))
                .withMessageContaining("while an ActionExecutor performs the action");
        assertThatIllegalStateException().isThrownBy(action.clock::instant);
    }

    @Test
    void anActionReadsTheClockOfTheExecutorThatPerformsIt() {
        var action = new OpenAccountAction();
        var fixed = Clock.fixed(NOW, ZoneOffset.UTC);
        var execution = new Execution("test", new ActionPlan(RepositoryRegistry.of(), fixed), fixed);

        ScopedValue.where(Execution.CURRENT, execution).run(() -> {
            assertThat(action.clock.instant()).isEqualTo(NOW);
            assertThat(action.clock.getZone()).isEqualTo(ZoneOffset.UTC);
        });
    }

    @Test
    void delaysGrowAreBoundedAndAreNeverTheSame() {
        var policy = new RetryPolicy(10, Duration.ofMillis(10), Duration.ofMillis(100));
        var random = new Random(1);

        for (int attempt = 1; attempt < 10; attempt++) {
            long most = Math.min(100, 10L << (attempt - 1));
            assertThat(policy.delayAfter(attempt, random)).isBetween(Duration.ofMillis(most).dividedBy(2),
                    Duration.ofMillis(most));
        }
        assertThat(List.of(policy.delayAfter(5, random), policy.delayAfter(5, random), policy.delayAfter(5, random)))
                .doesNotHaveDuplicates();
        assertThat(RetryPolicy.NEVER.delayAfter(1, random)).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(0, Duration.ZERO, Duration.ZERO));
    }

    @Test
    void aTableWithoutTheColumnsOfARowIsRefused() {
        var bare = DSL.table(DSL.name("bare"));

        assertThatIllegalArgumentException().isThrownBy(() -> RowConventions.of(bare))
                .withMessage(
                        "the table bare has no column version and no column state and no column created_date and no"
                                + " column updated_date; the table of a model or entity has an id, version, state, created_date and"
                                + " updated_date");
    }

    @Test
    void repositoriesAndActionsAreFoundInTheIndexThatTheCompilerWrote() {
        var loader = ModelTest.class.getClassLoader();

        assertThat(GeneratedIndex.read("repositories", Repository.class, loader)).map(Class::getSimpleName)
                .contains("AccountRepository", "RemarkRepository");
        assertThat(GeneratedIndex.read("actions", Action.class, loader)).map(Class::getSimpleName)
                .contains("OpenAccountAction", "PayInAction");
        assertThatIllegalStateException().isThrownBy(() -> GeneratedIndex.make(PayInAction.class, List.of()))
                .withMessageContaining(
                        "PayInAction needs a dev.bailiwick.persistence.AccountRepository, which is not there");
    }

    @Test
    void numbersOfErrorsAreUniqueAndRising() {
        assertThat(PersistenceError.values()).extracting(PersistenceError::number).isSorted().doesNotHaveDuplicates();
    }
}
