package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardedId;
import java.security.Principal;
import java.util.List;
import java.util.UUID;

/// Pays the same into each of some accounts, opens one more, and knows how to take the money back.
class ReversiblePayAction extends Action<ReversiblePayAction.Params, List<Account>> implements Compensable {
    private final AccountRepository accounts;

    /// @param opened the id of the account that is opened
    record Params(List<ShardedId<Account>> accounts, String amount, ShardedId<Account> opened) {}

    ReversiblePayAction(AccountRepository accounts) {
        this.accounts = accounts;
    }

    @Override
    protected List<Account> perform(Principal principal, Params params) {
        plan().add(Account.open(params.opened(), "opened", clock.instant()).build());
        return plan().updateAll(accounts.findAllByIds(params.accounts()).stream()
                .map(account -> account.payIn(params.amount())).toList());
    }

    @Override
    public void compensate(Principal principal, UnfinishedAction unfinished, List<LoggedEvent> committed) {
        for (var event : committed) {
            var account = accounts.getById(UUID.fromString(event.modelId()));
            plan().update(event.type().equals("PaidIn") ? account.payIn("-5.00") : account.close());
        }
    }
}
