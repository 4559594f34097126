package dev.bailiwick.testkit;

import dev.bailiwick.store.EventStore;
import java.util.function.Function;

/// A way to be wrong, and the test of the suite that must notice it.
enum Breakage {
    LOSES_LAST_EVENTS(BrokenStores.LosesLastEvents::new,
            "everyEventGetsTheNextVersionFromOneWithoutGaps"), IGNORES_EXPECTATIONS(
                    BrokenStores.IgnoresExpectations::new,
                    "aStaleWriterLosesAndNothingIsAppended"), LETS_STALE_WRITERS_RECREATE(
                            BrokenStores.LetsStaleWritersRecreate::new,
                            "anAppendMeetsEveryStateAsTheTableSays"), WRITES_ONE_BY_ONE(
                                    BrokenStores.WritesOneByOne::new,
                                    "oneFailingExpectationLeavesEveryAggregateUntouched"), CHECKS_BEFORE_IT_LOCKS(
                                            BrokenStores.ChecksBeforeItLocks::new,
                                            "ofConcurrentCreatorsExactlyOneWins"), LOOKS_AT_STATE_FIRST(
                                                    BrokenStores.LooksAtStateBeforeRouting::new,
                                                    "spanningShardsIsRefusedBeforeAnyStateIsLookedAt"), SPANS_SHARDS(
                                                            BrokenStores.SpansShards::new,
                                                            "aRequestThatSpansShardsIsRefusedAndNamesTheShardOfEachKey"), SPANS_ORGS(
                                                                    BrokenStores.SpansOrgs::new,
                                                                    "aRequestThatSpansOrgsIsRefusedBeforeRouting"), FORGETS_COMMANDS(
                                                                            BrokenStores.ForgetsCommands::new,
                                                                            "aResentCommandReturnsItsResultAndWritesNothing"), REMEMBERS_REFUSALS(
                                                                                    BrokenStores.RemembersRefusals::new,
                                                                                    "aRefusedCommandIsNotRemembered"), FORGETS_WHAT_A_COMMAND_SAID(
                                                                                            BrokenStores.ForgetsWhoseCommandItWas::new,
                                                                                            "theSameIdWithDifferentContentIsRefused"), FORGETS_WHOSE_COMMAND_IT_WAS(
                                                                                                    BrokenStores.ForgetsWhoseCommandItWas::new,
                                                                                                    "theSameIdInAnotherOrgIsAnotherCommand"), ANSWERS_WITH_TODAYS_VERSIONS(
                                                                                                            BrokenStores.AnswersResendsWithTodaysVersions::new,
                                                                                                            "aResendReturnsTheOriginalVersionsAlsoAfterOtherWrites"), CHECKS_ROUTING_FIRST(
                                                                                                                    BrokenStores.ChecksRoutingBeforeCommands::new,
                                                                                                                    "aReusedCommandIsFoundBeforeRouting"), RUNS_EXPIRED_COMMANDS(
                                                                                                                            BrokenStores.RunsExpiredCommands::new,
                                                                                                                            "aTimeBasedIdOlderThanTheWindowIsRefusedRatherThanExecutedAgain"), READS_FROM_WHAT_IS_LEFT(
                                                                                                                                    BrokenStores.ReadsFromWhatIsLeft::new,
                                                                                                                                    "beforeTheTrimPointNothingIsReadable"), SKIPS_BETWEEN_PAGES(
                                                                                                                                            BrokenStores.SkipsAnEventBetweenPages::new,
                                                                                                                                            "pagesFollowEachOtherToTheEnd"), IGNORES_TYPES(
                                                                                                                                                    BrokenStores.IgnoresTypes::new,
                                                                                                                                                    "aPageHoldsOnlyEventsOfTheTypesAskedFor"), READS_ONLY_FORWARDS(
                                                                                                                                                            BrokenStores.IgnoresTypes::new,
                                                                                                                                                            "backwardsStartsAtTheEndAndGoesDown"), TELLS_WRONG_TIMES(
                                                                                                                                                                    BrokenStores.TellsWrongTimes::new,
                                                                                                                                                                    "recordedTimeDoesNotGoBackWhenTheClockDoes"), UNTRIMS_ON_REQUEST(
                                                                                                                                                                            BrokenStores.UntrimsOnRequest::new,
                                                                                                                                                                            "trimmingNeverGoesBackAndCanBeRepeated"), DELETES_WHATEVER_IS_EXPECTED(
                                                                                                                                                                                    BrokenStores.DeletesWhateverIsExpected::new,
                                                                                                                                                                                    "aPermanentDeleteMeetsEveryStateAsTheTableSays"), SKIPS_COMMITS(
                                                                                                                                                                                            BrokenStores.SkipsCommits::new,
                                                                                                                                                                                            "nothingIsMissedOrRepeatedWhileManyWrite"), REPEATS_COMMITS(
                                                                                                                                                                                                    BrokenStores.RepeatsCommits::new,
                                                                                                                                                                                                    "fromEveryPositionOfAHistoryEachLaterCommitComesOnceAndInOrder"), HIDES_TRIMS(
                                                                                                                                                                                                            BrokenStores.HidesTrims::new,
                                                                                                                                                                                                            "trimsAndDeletesAreCommitsToo"), IGNORES_FILTERS(
                                                                                                                                                                                                                    BrokenStores.IgnoresFilters::new,
                                                                                                                                                                                                                    "aFilterLetsThroughWhatMatchesEachOfItsKinds"), SWALLOWS_FAILURES(
                                                                                                                                                                                                                            BrokenStores.SwallowsFailuresOfHandlers::new,
                                                                                                                                                                                                                            "aHandlerThatThrowsEndsTheSubscriptionBeforeTheFailedBatch"), LISTS_THE_DELETED(
                                                                                                                                                                                                                                    BrokenStores.ListsTheDeleted::new,
                                                                                                                                                                                                                                    "deletedAggregatesAreListedOnlyOnRequest"), LISTS_AN_ID_TWICE(
                                                                                                                                                                                                                                            BrokenStores.ListsTheLastIdOfAPageAgain::new,
                                                                                                                                                                                                                                            "pagesOfEverySizeListEachIdOnceInTheSameOrder"), STAYS_OPEN(
                                                                                                                                                                                                                                                    BrokenStores.StaysOpen::new,
                                                                                                                                                                                                                                                    "aClosedStoreRefusesEverything");

    @SuppressWarnings("ImmutableEnumChecker") // a constructor reference
    private final Function<StoreSetup, EventStore> open;
    private final String noticedBy;

    Breakage(Function<StoreSetup, EventStore> open, String noticedBy) {
        this.open = open;
        this.noticedBy = noticedBy;
    }

    EventStore open(StoreSetup setup) {
        return open.apply(setup);
    }

    String noticedBy() {
        return noticedBy;
    }
}
