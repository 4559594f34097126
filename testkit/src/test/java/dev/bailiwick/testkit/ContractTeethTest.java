package dev.bailiwick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.bailiwick.store.EventStore;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/// The suites bite: for each way to be wrong there is a test that fails.
class ContractTeethTest {
    private static final String BREAKAGE = "breakage";

    @ParameterizedTest
    @EnumSource
    void theSuiteNotices(Breakage breakage) {
        var run = EngineTestKit.engine("junit-jupiter").selectors(selectMethod(BrokenSuite.class, breakage.noticedBy()))
                .configurationParameter(BREAKAGE, breakage.name()).execute();

        assertThat(run.allEvents().started().count()).isPositive();
        assertThat(run.testEvents().failed().count()).as("failures of %s", breakage.noticedBy()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(names = {"IGNORES_EXPECTATIONS", "LETS_STALE_WRITERS_RECREATE", "WRITES_ONE_BY_ONE", "FORGETS_COMMANDS",
            "REMEMBERS_REFUSALS", "ANSWERS_WITH_TODAYS_VERSIONS", "RUNS_EXPIRED_COMMANDS", "READS_FROM_WHAT_IS_LEFT",
            "SKIPS_BETWEEN_PAGES", "UNTRIMS_ON_REQUEST", "DELETES_WHATEVER_IS_EXPECTED", "LISTS_THE_DELETED"})
    @ResourceLock("jqwik") // keeps state in the JVM
    void randomHistoriesNotice(Breakage breakage) {
        BrokenProperties.CHOSEN.set(breakage);

        var run = EngineTestKit.engine("jqwik").selectors(selectClass(BrokenProperties.class))
                .configurationParameter("jqwik.shrinking.default", "OFF").execute();

        assertThat(run.testEvents().failed().count()).isEqualTo(1);
    }

    /// The suite on the store that the run's parameter names. Not run by itself.
    @ExtendWith(ChosenBreakage.class)
    static final class BrokenSuite extends EventStoreContract {
        private final Breakage breakage;

        BrokenSuite(Breakage breakage) {
            this.breakage = breakage;
        }

        @Override
        protected EventStore open(StoreSetup setup) {
            return breakage.open(setup);
        }
    }

    static final class BrokenProperties extends EventStoreModelProperties {
        /// Properties are run by the thread that asks for it, and take no parameters.
        static final ThreadLocal<Breakage> CHOSEN = new ThreadLocal<>();

        /// Always the same histories, so that what is noticed today is noticed tomorrow.
        @Override
        @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE, seed = "20260101")
        public void everyStepOfEveryHistoryShowsWhatTheReferenceShows(@ForAll("setups") StoreSetup setup,
                @ForAll("histories") List<Operation> history) {
            super.everyStepOfEveryHistoryShowsWhatTheReferenceShows(setup, history);
        }

        @Override
        protected EventStore open(StoreSetup setup) {
            return CHOSEN.get().open(setup);
        }
    }

    static final class ChosenBreakage implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
            return parameter.getParameter().getType() == Breakage.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext extension) {
            return Breakage.valueOf(extension.getConfigurationParameter(BREAKAGE).orElseThrow());
        }
    }
}
