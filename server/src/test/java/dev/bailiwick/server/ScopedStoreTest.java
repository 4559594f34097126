package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.PermissionDeniedException;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.UnauthenticatedException;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.testkit.InMemoryEventStore;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// No method of the store gets past the checks, also none that is added later.
class ScopedStoreTest {
    private static final AggregateKey MINE = AggregateKey.of(1, 2, 3);
    private static final AggregateKey THEIRS = AggregateKey.of(9, 2, 3);
    private static final AggregateKey MISSING = AggregateKey.of(9, 2, 4);
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[]{1});

    private final EventStore store = InMemoryEventStore.create();
    private final Scopes scopes = new Scopes(store);

    ScopedStoreTest() {
        store.append(MINE, ExpectedVersion.any(), EVENT);
        store.append(THEIRS, ExpectedVersion.any(), EVENT);
    }

    /// One way to call a method.
    ///
    /// @param right what it takes; empty where it is enough to be let in
    record Probe(String method, String about, Optional<Right> right, Call call) {
        @Override
        public String toString() {
            return method + " " + about;
        }
    }

    /// Calls a method for an aggregate and its org.
    interface Call {
        void on(EventStore store, AggregateKey key);
    }

    private static Probe probe(String method, String about, Right right, Call call) {
        return new Probe(method, about, Optional.of(right), call);
    }

    static List<Probe> probes() {
        return List.of(
                probe("append(AppendRequest)", "one", Right.APPEND, (store, key) -> store.append(request(key))),
                probe("append(AggregateKey,ExpectedVersion,NewEvent[])", "short", Right.APPEND,
                        (store, key) -> store.append(key, ExpectedVersion.any(), EVENT)),
                probe("appendAsync(AppendRequest)", "one", Right.APPEND,
                        (store, key) -> joined(() -> store.appendAsync(request(key)).join())),
                probe("read(ReadRequest)", "a page", Right.READ, (store, key) -> store.read(ReadRequest.of(key))),
                probe("details(AggregateKey)", "one", Right.READ, (store, key) -> store.details(key)),
                probe("trim(AggregateKey,long)", "one", Right.ADMINISTER, (store, key) -> store.trim(key, 1)),
                probe("delete(AggregateKey,ExpectedVersion,Recreation)", "one", Right.ADMINISTER,
                        (store, key) -> store.delete(key, ExpectedVersion.any(), Recreation.ALLOWED)),
                probe("subscribe(SubscribeRequest,FeedHandler)", "an org", Right.READ,
                        (store, key) -> store.subscribe(from().org(key.orgId()), batch -> {}).close()),
                probe("subscribe(SubscribeRequest,FeedHandler)", "an aggregate", Right.READ,
                        (store, key) -> store.subscribe(from().aggregate(key), batch -> {}).close()),
                probe("list(ListRequest)", "types", Right.READ,
                        (store, key) -> store.list(ListRequest.aggregateTypes(key.orgId()))),
                probe("list(ListRequest)", "aggregates", Right.READ,
                        (store, key) -> store.list(ListRequest.aggregates(key.orgId(), key.aggregateTypeId()))),
                probe("verify(VerifyRequest)", "an org", Right.ADMINISTER,
                        (store, key) -> store.verify(VerifyRequest.org(key.orgId()))),
                probe("verify(VerifyRequest)", "an aggregate", Right.ADMINISTER,
                        (store, key) -> store.verify(VerifyRequest.aggregate(key))),
                probe("erase(EraseRequest)", "an org", Right.ADMINISTER,
                        (store, key) -> store.erase(EraseRequest.org(key.orgId()))),
                probe("erase(EraseRequest)", "an aggregate", Right.ADMINISTER,
                        (store, key) -> store.erase(EraseRequest.aggregate(key))));
    }

    /// These name no org.
    static List<Probe> probesOfAllOrgs() {
        return List.of(
                probe("subscribe(SubscribeRequest,FeedHandler)", "everything", Right.READ,
                        (store, key) -> store.subscribe(from(), batch -> {}).close()),
                probe("list(ListRequest)", "orgs", Right.READ, (store, key) -> store.list(ListRequest.orgs())),
                probe("verify(VerifyRequest)", "everything", Right.ADMINISTER,
                        (store, key) -> store.verify(VerifyRequest.everything())),
                new Probe("routingRule()", "", Optional.empty(), (store, key) -> store.routingRule()),
                new Probe("partitionMap()", "", Optional.empty(), (store, key) -> store.partitionMap()));
    }

    static List<Probe> allProbes() {
        return Stream.concat(probes().stream(), probesOfAllOrgs().stream()).toList();
    }

    static List<Probe> probesThatTakeARight() {
        return allProbes().stream().filter(probe -> probe.right().isPresent()).toList();
    }

    private static SubscribeRequest from() {
        return SubscribeRequest.from(FeedPosition.start());
    }

    private static AppendRequest request(AggregateKey key) {
        return AppendRequest.builder().write(key, ExpectedVersion.any(), EVENT).build();
    }

    private static void joined(Runnable join) {
        try {
            join.run();
        } catch (CompletionException e) {
            throw e.getCause() instanceof BailiwickException refusal ? refusal : e;
        }
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName)
                .collect(Collectors.joining(",", "(", ")"));
    }

    @Test
    void everyMethodOfTheStoreIsProbed() {
        var methods = Arrays.stream(EventStore.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers())).map(ScopedStoreTest::signature)
                .collect(Collectors.toSet());
        methods.remove("close()"); // below

        assertThat(allProbes().stream().map(Probe::method).collect(Collectors.toSet())).isEqualTo(methods);
    }

    @ParameterizedTest
    @MethodSource("probes")
    void withItsRightAMethodWorksInTheCallersOrg(Probe probe) {
        probe.call().on(scopes.of(MINE.orgId(), probe.right().orElseThrow()), MINE);
        probe.call().on(scopes.ofAllOrgs(probe.right().orElseThrow()), THEIRS);
    }

    @ParameterizedTest
    @MethodSource("probesThatTakeARight")
    void withoutItsRightAMethodIsRefusedAndNamesIt(Probe probe) {
        var rights = EnumSet.complementOf(EnumSet.of(probe.right().orElseThrow())).toArray(Right[]::new);

        for (var scoped : List.of(scopes.of(MINE.orgId(), rights), scopes.ofAllOrgs(rights))) {
            var refusal = catchThrowableOfType(PermissionDeniedException.class, () -> probe.call().on(scoped, MINE));
            assertThat(refusal.right()).isEqualTo(probe.right().orElseThrow().name());
        }
    }

    @ParameterizedTest
    @MethodSource("probes")
    void inAnotherOrgAMethodIsRefusedAlikeForWhatExistsAndWhatDoesNot(Probe probe) {
        var scoped = scopes.of(MINE.orgId(), Right.values());

        var existing = catchThrowableOfType(PermissionDeniedException.class, () -> probe.call().on(scoped, THEIRS));
        var missing = catchThrowableOfType(PermissionDeniedException.class, () -> probe.call().on(scoped, MISSING));

        assertThat(existing).hasMessage(missing.getMessage());
        assertThat(existing.fields()).isEqualTo(missing.fields());
        assertThat(store.details(THEIRS).orElseThrow().version()).isEqualTo(1);
        assertThat(store.details(MISSING)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("allProbes")
    void withoutStandingEveryMethodIsRefused(Probe probe) {
        for (var scoped : List.of(scopes.of(MINE.orgId(), Right.values()), scopes.ofAllOrgs(Right.values()))) {
            scopes.loseStanding();

            assertThat(catchThrowableOfType(UnauthenticatedException.class, () -> probe.call().on(scoped, MINE)))
                    .isNotNull();
        }
    }

    @Test
    void closingItClosesNothing() {
        scopes.of(MINE.orgId(), Right.values()).close();
        scopes.ofAllOrgs(Right.values()).close();

        assertThat(store.details(MINE)).isPresent();
    }

    @Test
    void verifyingEverythingTakesAllOrgs() {
        var refusal = catchThrowableOfType(PermissionDeniedException.class,
                () -> scopes.of(MINE.orgId(), Right.values()).verify(VerifyRequest.everything()));

        assertThat(refusal.where()).isEqualTo("all orgs");
    }

    @Test
    void authorisationComesBeforeTheRuleOfOneOrg() {
        var mixed = AppendRequest.builder().write(MINE, ExpectedVersion.any(), EVENT)
                .write(THEIRS, ExpectedVersion.any(), EVENT).build();

        assertThat(catchThrowableOfType(BailiwickException.class,
                () -> scopes.of(MINE.orgId(), Right.values()).append(mixed)).code().number()).isEqualTo(10001);
        assertThat(catchThrowableOfType(BailiwickException.class,
                () -> scopes.ofAllOrgs(Right.values()).append(mixed)).code().number()).isEqualTo(9002);
    }
}
