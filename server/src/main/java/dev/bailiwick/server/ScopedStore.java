package dev.bailiwick.server;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.CompactableStore;
import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.PermissionDeniedException;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// The store as one caller may use it. Every operation first asks for the caller's standing and for the right in the org that the request
/// names, and only then the store; so a refusal is the same whether or not something exists there.
///
/// To a caller of a single org the store looks as if there were no other: see [OrgView] for what that takes.
///
/// As thread-safe as the store. Closing it closes nothing: the store belongs to the server.
final class ScopedStore implements CompactableStore {
    private final EventStore store;
    private final Caller caller;
    private final Standing standing;
    private final StandingWatch watch;
    private final Optional<OrgView> view;

    /// @param view for a caller of a single org
    ScopedStore(EventStore store, Caller caller, Standing standing, StandingWatch watch,
            Optional<OrgView> view) {
        if (!view.map(OrgView::org).equals(caller.org())) {
            throw new IllegalStateException("a caller of one org sees the view of that org");
        }
        this.store = store;
        this.caller = caller;
        this.standing = standing;
        this.watch = watch;
        this.view = view;
    }

    @Override
    public AppendResult append(AppendRequest request) {
        check(request);
        return asking(() -> {
            var result = store.append(request);
            return view.isEmpty() ? result : view.get().of(result);
        });
    }

    @Override
    public CompletableFuture<AppendResult> appendAsync(AppendRequest request) {
        try {
            check(request);
        } catch (BailiwickException e) {
            return CompletableFuture.failedFuture(e);
        }
        var answer = store.appendAsync(request);
        return view.isEmpty() ? answer : answer.handle((result, refusal) -> shown(view.get(), result, refusal));
    }

    private static AppendResult shown(OrgView view, AppendResult result, Throwable refusal) {
        if (refusal != null) {
            var cause = refusal instanceof CompletionException && refusal.getCause() != null
                    ? refusal.getCause()
                    : refusal;
            throw new CompletionException(view.of(cause));
        }
        return view.of(result);
    }

    @Override
    public EventPage read(ReadRequest request) {
        check(Right.READ, request.key().orgId());
        return asking(() -> {
            var page = store.read(request);
            return view.isEmpty() ? page : view.get().of(page);
        });
    }

    @Override
    public Optional<AggregateDetails> details(AggregateKey key) {
        check(Right.READ, key.orgId());
        return asking(() -> store.details(key));
    }

    @Override
    public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
        check(Right.ADMINISTER, key.orgId());
        return asking(() -> store.trim(key, keepFromVersion));
    }

    @Override
    public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
        check(Right.ADMINISTER, key.orgId());
        return asking(() -> store.delete(key, expected, recreation));
    }

    @Override
    public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        check(Right.READ, request.filter());
        return asking(() -> ScopedSubscription.start(store, narrowed(request), handler, standing, view)
                .watchedBy(watch));
    }

    private SubscribeRequest narrowed(SubscribeRequest request) {
        if (view.isEmpty()) {
            return request;
        }
        var filter = request.filter();
        return new SubscribeRequest(view.get().opened(request.from()),
                new FeedFilter(Set.of(view.get().org()), filter.aggregateTypes(), filter.aggregates(),
                        filter.eventTypes()),
                request.batchCommits());
    }

    @Override
    public ListPage list(ListRequest request) {
        switch (request.scope()) {
            case ListRequest.Scope.Orgs ignored -> check(Right.READ);
            case ListRequest.Scope.AggregateTypes types -> check(Right.READ, types.orgId());
            case ListRequest.Scope.Aggregates aggregates -> check(Right.READ, aggregates.orgId());
        }
        return asking(() -> request.scope() instanceof ListRequest.Scope.Orgs && view.isPresent()
                ? ownOrg(view.get().org(), request)
                : store.list(request));
    }

    /// The caller's org, once it ever had an aggregate.
    private ListPage ownOrg(UUID org, ListRequest request) {
        if (request.after().filter(org::equals).isPresent()) {
            return new ListPage(List.of(), Optional.empty());
        }
        var page = store.list(ListRequest.aggregateTypes(org).limit(1));
        while (page.ids().isEmpty() && page.next().isPresent()) {
            page = store.list(page.next().get());
        }
        return new ListPage(page.ids().isEmpty() ? List.of() : List.of(org), Optional.empty());
    }

    @Override
    public VerifyReport verify(VerifyRequest request) {
        switch (request.scope()) {
            case AggregateScope.Everything ignored -> checkAllOrgs(Right.ADMINISTER);
            case AggregateScope.Org org -> check(Right.ADMINISTER, org.orgId());
            case AggregateScope.Aggregate aggregate -> check(Right.ADMINISTER, aggregate.key().orgId());
        }
        return asking(() -> {
            var report = store.verify(request);
            return view.isEmpty() ? report : view.get().of(report);
        });
    }

    @Override
    public EraseReceipt erase(EraseRequest request) {
        switch (request.scope()) {
            case AggregateScope.Everything ignored -> checkAllOrgs(Right.ADMINISTER);
            case AggregateScope.Org org -> check(Right.ADMINISTER, org.orgId());
            case AggregateScope.Aggregate aggregate -> check(Right.ADMINISTER, aggregate.key().orgId());
        }
        return asking(() -> {
            var receipt = store.erase(request);
            return view.isEmpty() ? receipt : view.get().of(receipt);
        });
    }

    /// Files are shared by all orgs.
    @Override
    public CompactionReport compact(CompactionRequest request) {
        checkAllOrgs(Right.ADMINISTER);
        return compact(store, request);
    }

    /// @throws InvalidRequestException if the store has no files
    static CompactionReport compact(EventStore store, CompactionRequest request) {
        if (store instanceof CompactableStore compactable) {
            return compactable.compact(request);
        }
        throw new InvalidRequestException("compaction", "this server's store has no files");
    }

    @Override
    public RoutingRule routingRule() {
        standing.check();
        return store.routingRule();
    }

    @Override
    public PartitionMap partitionMap() {
        standing.check();
        return store.partitionMap();
    }

    /// Nothing: the store belongs to the server.
    @Override
    public void close() {
    }

    private void check(AppendRequest request) {
        standing.check();
        for (var write : request.writes()) {
            checkRight(Right.APPEND, write.key().orgId());
        }
    }

    private void check(Right right, FeedFilter filter) {
        check(right);
        filter.orgs().forEach(org -> checkRight(right, org));
        filter.aggregates().forEach(key -> checkRight(right, key.orgId()));
    }

    private void check(Right right, UUID org) {
        standing.check();
        checkRight(right, org);
    }

    /// In whatever orgs the caller may see.
    private void check(Right right) {
        standing.check();
        if (!caller.rights().contains(right)) {
            throw new PermissionDeniedException(right.name(), caller.org().map(org -> "org " + org).orElse("all orgs"));
        }
    }

    private void checkAllOrgs(Right right) {
        standing.check();
        if (!caller.rights().contains(right) || caller.org().isPresent()) {
            throw new PermissionDeniedException(right.name(), "all orgs");
        }
    }

    private void checkRight(Right right, UUID org) {
        boolean mine = caller.org().isEmpty() || caller.org().get().equals(org);
        if (!mine || !caller.rights().contains(right)) {
            throw new PermissionDeniedException(right.name(), "org " + org);
        }
    }

    private <T> T asking(Supplier<T> operation) {
        try {
            return operation.get();
        } catch (BailiwickException e) {
            throw view.isPresent() && view.get().of(e) instanceof BailiwickException told ? told : e;
        }
    }
}
