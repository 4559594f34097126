package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.testkit.BrokenAppends.Append;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// A way to be wrong, and the test of the suite that must notice it.
enum Breakage {
    LOSES_LAST_EVENTS(appends(BrokenAppends::losesLastEvents),
            "everyEventGetsTheNextVersionFromOneWithoutGaps"), IGNORES_EXPECTATIONS(
                    appends(BrokenAppends::ignoresExpectations),
                    "aStaleWriterLosesAndNothingIsAppended"), LETS_STALE_WRITERS_RECREATE(
                            appends(BrokenAppends::letsStaleWritersRecreate),
                            "anAppendMeetsEveryStateAsTheTableSays"), WRITES_ONE_BY_ONE(
                                    appends(BrokenAppends::writesOneByOne),
                                    "oneFailingExpectationLeavesEveryAggregateUntouched"), CHECKS_BEFORE_IT_LOCKS(
                                            appendsWithState(BrokenAppends::checksBeforeItLocks),
                                            "ofConcurrentCreatorsExactlyOneWins"), LOOKS_AT_STATE_FIRST(
                                                    appends(BrokenAppends::looksAtStateBeforeRouting),
                                                    "spanningShardsIsRefusedBeforeAnyStateIsLookedAt"), SPANS_SHARDS(
                                                            appends(BrokenAppends::spansShards),
                                                            "aRequestThatSpansShardsIsRefusedAndNamesTheShardOfEachKey"), SPANS_ORGS(
                                                                    appends(BrokenAppends::spansOrgs),
                                                                    "aRequestThatSpansOrgsIsRefusedBeforeRouting"), FORGETS_COMMANDS(
                                                                            appends(BrokenAppends::forgetsCommands),
                                                                            "aResentCommandReturnsItsResultAndWritesNothing"), REMEMBERS_REFUSALS(
                                                                                    appendsWithState(
                                                                                            BrokenAppends::remembersRefusals),
                                                                                    "aRefusedCommandIsNotRemembered"), FORGETS_WHAT_A_COMMAND_SAID(
                                                                                            appendsWithState(
                                                                                                    BrokenAppends::knowsACommandByItsIdAlone),
                                                                                            "theSameIdWithDifferentContentIsRefused"), FORGETS_WHOSE_COMMAND_IT_WAS(
                                                                                                    appendsWithState(
                                                                                                            BrokenAppends::knowsACommandByItsIdAlone),
                                                                                                    "theSameIdInAnotherOrgIsAnotherCommand"), ANSWERS_WITH_TODAYS_VERSIONS(
                                                                                                            appends(BrokenAppends::answersWithTodaysVersions),
                                                                                                            "aResendReturnsTheOriginalVersionsAlsoAfterOtherWrites"), CHECKS_ROUTING_FIRST(
                                                                                                                    appends(BrokenAppends::checksRoutingBeforeCommands),
                                                                                                                    "aReusedCommandIsFoundBeforeRouting"), RUNS_EXPIRED_COMMANDS(
                                                                                                                            appends(BrokenAppends::runsExpiredCommands),
                                                                                                                            "aTimeBasedIdOlderThanTheWindowIsRefusedRatherThanExecutedAgain"), READS_FROM_WHAT_IS_LEFT(
                                                                                                                                    reads(BrokenReads::readsFromWhatIsLeft),
                                                                                                                                    "beforeTheTrimPointNothingIsReadable"), SKIPS_BETWEEN_PAGES(
                                                                                                                                            reads(BrokenReads::skipsAnEventBetweenPages),
                                                                                                                                            "pagesFollowEachOtherToTheEnd"), IGNORES_TYPES(
                                                                                                                                                    reads(BrokenReads::readsEverythingForwards),
                                                                                                                                                    "aPageHoldsOnlyEventsOfTheTypesAskedFor"), READS_ONLY_FORWARDS(
                                                                                                                                                            reads(BrokenReads::readsEverythingForwards),
                                                                                                                                                            "backwardsStartsAtTheEndAndGoesDown"), TELLS_WRONG_TIMES(
                                                                                                                                                                    reads(BrokenReads::tellsWrongTimes),
                                                                                                                                                                    "recordedTimeDoesNotGoBackWhenTheClockDoes"), UNTRIMS_ON_REQUEST(
                                                                                                                                                                            UntrimsOnRequest::new,
                                                                                                                                                                            "trimmingNeverGoesBackAndCanBeRepeated"), DELETES_WHATEVER_IS_EXPECTED(
                                                                                                                                                                                    DeletesWhateverIsExpected::new,
                                                                                                                                                                                    "aPermanentDeleteMeetsEveryStateAsTheTableSays"), SKIPS_COMMITS(
                                                                                                                                                                                            feeds(BrokenFeeds::skipsCommits),
                                                                                                                                                                                            "nothingIsMissedOrRepeatedWhileManyWrite"), REPEATS_COMMITS(
                                                                                                                                                                                                    feeds(BrokenFeeds::repeatsCommits),
                                                                                                                                                                                                    "fromEveryPositionOfAHistoryEachLaterCommitComesOnceAndInOrder"), HIDES_TRIMS(
                                                                                                                                                                                                            feeds(BrokenFeeds::hidesTrims),
                                                                                                                                                                                                            "trimsAndDeletesAreCommitsToo"), IGNORES_FILTERS(
                                                                                                                                                                                                                    feeds(BrokenFeeds::ignoresFilters),
                                                                                                                                                                                                                    "aFilterLetsThroughWhatMatchesEachOfItsKinds"), GOES_ON_AFTER_FAILURES(
                                                                                                                                                                                                                            feeds(BrokenFeeds::goesOnAfterFailures),
                                                                                                                                                                                                                            "aHandlerThatThrowsEndsTheSubscriptionBeforeTheFailedBatch"), LISTS_THE_DELETED(
                                                                                                                                                                                                                                    lists(BrokenReads::listsTheDeleted),
                                                                                                                                                                                                                                    "deletedAggregatesAreListedOnlyOnRequest"), LISTS_AN_ID_TWICE(
                                                                                                                                                                                                                                            lists(BrokenReads::listsTheLastIdOfAPageAgain),
                                                                                                                                                                                                                                            "pagesOfEverySizeListEachIdOnceInTheSameOrder"), STAYS_OPEN(
                                                                                                                                                                                                                                                    StaysOpen::new,
                                                                                                                                                                                                                                                    "aClosedStoreRefusesEverything");

    @SuppressWarnings("ImmutableEnumChecker") // makes a store, holds none
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

    private static Function<StoreSetup, EventStore> appends(Append broken) {
        return appendsWithState(() -> broken);
    }

    private static Function<StoreSetup, EventStore> appendsWithState(Supplier<Append> newBroken) {
        return setup -> new ForwardingEventStore(setup) {
            private final Append broken = newBroken.get();

            @Override
            public AppendResult append(AppendRequest request) {
                return broken.append(right, request);
            }
        };
    }

    private static Function<StoreSetup, EventStore> reads(BiFunction<EventStore, ReadRequest, EventPage> broken) {
        return setup -> new ForwardingEventStore(setup) {
            @Override
            public EventPage read(ReadRequest request) {
                return broken.apply(right, request);
            }
        };
    }

    private static Function<StoreSetup, EventStore> lists(BiFunction<EventStore, ListRequest, ListPage> broken) {
        return setup -> new ForwardingEventStore(setup) {
            @Override
            public ListPage list(ListRequest request) {
                return broken.apply(right, request);
            }
        };
    }

    private interface Subscribe {
        Subscription subscribe(EventStore right, SubscribeRequest request, FeedHandler handler);
    }

    private static Function<StoreSetup, EventStore> feeds(Subscribe broken) {
        return setup -> new ForwardingEventStore(setup) {
            @Override
            public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
                return broken.subscribe(right, request, handler);
            }
        };
    }

    private static final class UntrimsOnRequest extends ForwardingEventStore {
        UntrimsOnRequest(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
            var done = right.trim(key, keepFromVersion);
            return new AggregateDetails(key, done.version(), keepFromVersion, done.state(), done.lastWriteAt());
        }
    }

    private static final class DeletesWhateverIsExpected extends ForwardingEventStore {
        DeletesWhateverIsExpected(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
            return right.delete(key, ExpectedVersion.any(), recreation);
        }
    }

    private static final class StaysOpen extends ForwardingEventStore {
        StaysOpen(StoreSetup setup) {
            super(setup);
        }

        @Override
        public void close() {
            right.partitionMap();
        }
    }
}
