package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardedId;
import java.security.Principal;
import java.util.List;

/// Pays the same into each of some accounts.
@BailiwickAction
public class PayInAction extends Action<PayInAction.Params, List<Account>> {
    private final AccountRepository accounts;

    public record Params(List<ShardedId<Account>> accounts, String amount) {}

    public PayInAction(AccountRepository accounts) {
        this.accounts = accounts;
    }

    @Override
    protected List<Account> perform(Principal principal, Params params) {
        return plan().updateAll(accounts.findAllByIds(params.accounts()).stream()
                .map(account -> account.payIn(params.amount())).toList());
    }
}
