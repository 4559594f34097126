package dev.bailiwick.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.cli.MoneyAudit.Claim;
import dev.bailiwick.cli.MoneyAudit.Finding;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.testkit.InMemoryEventStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// The proof is worth something only if it fails when something is wrong.
class MoneyAuditTest {
    private static final DemoPlan PLAN = new DemoPlan(2, 1, 1, 1);
    private static final UUID FIRST = Ids.of(1);
    private static final UUID SECOND = Ids.of(2);

    private final InMemoryEventStore store = InMemoryEventStore.create();
    private final List<AggregateKey> keys = PLAN.keys(store.partitionMap().partitionCount());
    private final Map<UUID, Transfer> acknowledged = new HashMap<>();
    private final List<RecordedEvent> events = new ArrayList<>();
    private final List<Commit> commits = new ArrayList<>();

    /// Account 0 has 1000, gives 100 to account 1, and gets 30 back.
    MoneyAuditTest() throws Exception {
        keys.forEach(key -> store.append(key, ExpectedVersion.noStream(), Transfer.opening()));
        transfer(new Transfer(FIRST, 0, 1, 100, new Transfer.Account(1, 1_000), new Transfer.Account(1, 1_000)));
        transfer(new Transfer(SECOND, 1, 0, 30, new Transfer.Account(2, 1_100), new Transfer.Account(2, 900)));
        readBack();
    }

    private void transfer(Transfer transfer) {
        store.append(transfer.request(keys));
        acknowledged.put(transfer.id(), transfer);
    }

    private void readBack() throws Exception {
        events.clear();
        commits.clear();
        keys.forEach(key -> events.addAll(store.read(ReadRequest.of(key)).events()));
        new FeedRun(FeedFilter.EVERYTHING, Long.MAX_VALUE, true).follow(store, FeedPosition.start(),
                (batch, _) -> commits.addAll(batch));
    }

    private List<Claim> broken() {
        var audit = new MoneyAudit(PLAN, keys, acknowledged);
        events.forEach(audit::event);
        commits.forEach(audit::commit);
        return audit.findings().stream().filter(finding -> finding.failure().isPresent()).map(Finding::claim).toList();
    }

    /// Replaces what an event says.
    private void doctor(int account, long version, UnaryOperator<String> payload) {
        events.replaceAll(event -> event.key().equals(keys.get(account)) && event.version() == version
                ? new RecordedEvent(event.key(), event.version(), event.type(), event.metadata(),
                        payload.apply(new String(event.payload(), UTF_8)).getBytes(UTF_8), false,
                        new CommitStamp(event.partition(), event.sequence(), event.recordedAt()), event.hash())
                : event);
    }

    @Test
    void anHonestHistoryProvesEveryClaim() {
        assertThat(events).hasSize(6);
        assertThat(commits).hasSize(4);
        assertThat(broken()).isEmpty();
    }

    @Test
    void vanishedMoneyIsNoticed() {
        doctor(1, 2, payload -> payload.replace("\"amount\":100,\"balance\":1100", "\"amount\":90,\"balance\":1090"));

        assertThat(broken()).contains(Claim.TOTAL, Claim.BOTH_HALVES);
    }

    @Test
    void aBalanceThatDoesNotFollowFromItsChangesIsNoticed() {
        doctor(0, 2, payload -> payload.replace("\"balance\":900", "\"balance\":901"));

        assertThat(broken()).containsExactly(Claim.TOTAL);
    }

    @Test
    void aDebtIsNoticedEvenIfItWasPaidBack() {
        doctor(0, 2, payload -> payload.replace("\"amount\":100,\"balance\":900", "\"amount\":1001,\"balance\":-1"));

        assertThat(broken()).contains(Claim.NEVER_NEGATIVE);
    }

    @Test
    void aMissingVersionIsNoticed() {
        events.removeIf(event -> event.key().equals(keys.get(0)) && event.version() == 2);

        assertThat(broken()).contains(Claim.NO_GAP, Claim.TOTAL, Claim.BOTH_HALVES, Claim.EXACTLY_ONCE,
                Claim.FEED_AGREES);
    }

    @Test
    void aMissingEndIsNoticed() {
        events.removeIf(event -> event.version() == 3);
        commits.removeLast();

        assertThat(broken()).containsExactly(Claim.EXACTLY_ONCE);
    }

    @Test
    void anAccountWithoutHistoryIsNoticed() {
        events.removeIf(event -> event.key().equals(keys.get(1)));

        assertThat(broken()).contains(Claim.NO_GAP);
    }

    @Test
    void aTransferThatHappenedTwiceIsNoticed() throws Exception {
        // Under another command id, so that the store cannot know.
        transfer(new Transfer(Ids.of(3), 0, 1, 5, new Transfer.Account(3, 930), new Transfer.Account(3, 1_070)));
        readBack();
        doctor(0, 4, payload -> payload.replace(Ids.of(3).toString(), FIRST.toString()));
        doctor(1, 4, payload -> payload.replace(Ids.of(3).toString(), FIRST.toString()));

        assertThat(broken()).contains(Claim.EXACTLY_ONCE);
    }

    @Test
    void anAcknowledgedTransferThatIsNotThereIsNoticed() {
        acknowledged.put(Ids.of(9),
                new Transfer(Ids.of(9), 0, 1, 5, new Transfer.Account(3, 930), new Transfer.Account(3, 1_070)));

        assertThat(broken()).containsExactly(Claim.EXACTLY_ONCE);
    }

    @Test
    void aTransferThatIsThereOtherwiseThanAcknowledgedIsNoticed() {
        acknowledged.put(FIRST,
                new Transfer(FIRST, 0, 1, 100, new Transfer.Account(1, 1_000), new Transfer.Account(2, 1_000)));

        assertThat(broken()).containsExactly(Claim.EXACTLY_ONCE);
    }

    @Test
    void aTransferThatNobodyAcknowledgedIsNoticed() {
        acknowledged.remove(SECOND);

        assertThat(broken()).containsExactly(Claim.NOTHING_ELSE);
    }

    @Test
    void halvesInDifferentCommitsAreNoticed() throws Exception {
        store.append(keys.get(0), ExpectedVersion.any(), half("Debited", 5, 925));
        store.append(keys.get(1), ExpectedVersion.any(), half("Credited", 5, 1_075));
        acknowledged.put(Ids.of(3),
                new Transfer(Ids.of(3), 0, 1, 5, new Transfer.Account(3, 930), new Transfer.Account(3, 1_070)));
        readBack();

        assertThat(broken()).containsExactly(Claim.BOTH_HALVES);
    }

    private static NewEvent half(String type, long amount, long balance) {
        return NewEvent.of(type, new JsonWriter().put("transfer", Ids.of(3).toString()).put("amount", amount)
                .put("balance", balance).toString().getBytes(UTF_8));
    }

    @Test
    void aFeedThatTellsAnotherStoryIsNoticed() {
        commits.removeLast();

        assertThat(broken()).containsExactly(Claim.FEED_AGREES);
    }

    @Test
    void aGapInTheFeedIsNoticed() {
        commits.remove(2);

        assertThat(broken()).contains(Claim.NO_GAP, Claim.FEED_AGREES);
    }

    @Test
    void whatDoesNotVerifyIsNoticed() {
        var audit = new MoneyAudit(PLAN, keys, acknowledged);
        audit.verified(List.of("the hash chain breaks at version 2"));

        assertThat(audit.findings()).filteredOn(finding -> finding.claim() == Claim.CHAINS)
                .allMatch(finding -> finding.failure().isPresent());
    }

    @Test
    void whatIsNoEventOfTheDemoIsNoticed() throws Exception {
        store.append(keys.get(0), ExpectedVersion.any(), NewEvent.of("Robbed", "{\"balance\":1}".getBytes(UTF_8)));
        readBack();

        assertThat(broken()).contains(Claim.NOTHING_ELSE);
    }
}
