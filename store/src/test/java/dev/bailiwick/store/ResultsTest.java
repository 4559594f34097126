package dev.bailiwick.store;

import static dev.bailiwick.store.Samples.KEY;
import static dev.bailiwick.store.Samples.TIME;
import static dev.bailiwick.store.Samples.appended;
import static dev.bailiwick.store.Samples.commit;
import static dev.bailiwick.store.Samples.key;
import static dev.bailiwick.store.Samples.recorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.placement.AggregateKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Results are values: nobody can change one that was handed out.
class ResultsTest {

    @Test
    void anAppendTellsTheVersionOfEachAggregateThatItWroteTo() {
        var result = new AppendResult(Map.of(KEY, 7L), Map.of(5, 9L), false);

        assertThat(result.version(KEY)).isEqualTo(7);
        assertThatIllegalArgumentException().isThrownBy(() -> result.version(key(4)))
                .withMessageContaining(key(4).toString());
    }

    @Test
    void aDuplicateIsTheSameButForTheMark() {
        var result = new AppendResult(Map.of(KEY, 7L), Map.of(5, 9L), false);

        assertThat(result.asDuplicate()).isEqualTo(new AppendResult(Map.of(KEY, 7L), Map.of(5, 9L), true));
    }

    @Test
    void anAppendsResultIsACopy() {
        var versions = new HashMap<AggregateKey, Long>(Map.of(KEY, 7L));
        var sequences = new HashMap<Integer, Long>(Map.of(5, 9L));
        var result = new AppendResult(versions, sequences, false);

        versions.clear();
        sequences.clear();

        assertThat(result).isEqualTo(new AppendResult(Map.of(KEY, 7L), Map.of(5, 9L), false));
    }

    @Test
    void pagesAndBatchesAreCopies() {
        var events = new ArrayList<>(List.of(recorded(KEY, "A")));
        var commits = new ArrayList<>(List.of(appended(recorded(KEY, "A"))));
        var ids = new ArrayList<>(List.of(new UUID(0, 1)));
        var page = new EventPage(events, Optional.empty(), 1, 1);
        var change = new Change.Appended(events);
        var batch = new FeedBatch(commits, FeedPosition.start());
        var list = new ListPage(ids, Optional.empty());

        events.clear();
        commits.clear();
        ids.clear();

        assertThat(page.events()).hasSize(1);
        assertThat(change.events()).hasSize(1);
        assertThat(batch.commits()).hasSize(1);
        assertThat(list.ids()).hasSize(1);
    }

    @Test
    void aBatchTellsTheEventsOfAllItsCommits() {
        var batch = new FeedBatch(
                List.of(appended(recorded(KEY, "A"), recorded(KEY, "B")), commit(new Change.Trimmed(KEY, 2)),
                        appended(recorded(KEY, "C"))),
                FeedPosition.start());

        assertThat(batch.events()).extracting(RecordedEvent::type).containsExactly("A", "B", "C");
        assertThat(batch.commits().get(1).events()).isEmpty();
        assertThat(batch.commits().getFirst().partition()).isEqualTo(5);
        assertThat(batch.commits().getFirst().sequence()).isEqualTo(9);
    }

    @Test
    void whoMayNotKnowTheCountsSeesTheSameWithoutSequences() {
        var told = appended(recorded(KEY, "A")).withoutSequence();
        var trim = commit(new Change.Trimmed(KEY, 2)).withoutSequence();

        assertThat(told.stamp()).isEqualTo(new CommitStamp(5, 0, TIME));
        assertThat(told.events()).singleElement().satisfies(event -> {
            assertThat(event.sequence()).isZero();
            assertThat(event.type()).isEqualTo("A");
            assertThat(event.payload()).containsExactly(1);
        });
        assertThat(trim).isEqualTo(new Commit(told.stamp(), told.commandId(), new Change.Trimmed(KEY, 2)));
        assertThat(new AppendResult(Map.of(KEY, 7L), Map.of(5, 9L), true).withoutSequences())
                .isEqualTo(new AppendResult(Map.of(KEY, 7L), Map.of(), true));
    }

    @Test
    void aReportIsACopyAndOkWithoutProblems() {
        var problem = new VerifyReport.Problem(Optional.of(KEY), "the chain breaks");
        var problems = new ArrayList<>(List.of(problem));
        var digests = new TreeMap<>(Map.of(5, new PartitionDigest(9, Hash256.ZERO)));
        var report = new VerifyReport(1, 2, problems, 1, digests);

        problems.clear();
        digests.clear();

        assertThat(report.ok()).isFalse();
        assertThat(report.problems()).containsExactly(problem);
        assertThat(report.digests()).containsOnlyKeys(5);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> report.digests().clear());
        assertThat(new VerifyReport(1, 2, List.of(), 0, digests).ok()).isTrue();
    }

    @Test
    void aReceiptIsACopy() {
        var digests = new TreeMap<>(Map.of(5, new PartitionDigest(9, Hash256.ZERO)));
        var receipt = new EraseReceipt(new AggregateScope.Aggregate(KEY), TIME, 1, 2, digests, digests);

        digests.clear();

        assertThat(receipt.before()).containsOnlyKeys(5);
        assertThat(receipt.after()).containsOnlyKeys(5);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> receipt.before().clear());
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> receipt.after().clear());
    }
}
