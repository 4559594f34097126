package dev.bailiwick.examples;

import dev.bailiwick.persistence.Action;
import dev.bailiwick.persistence.BailiwickAction;
import dev.bailiwick.placement.ShardedId;
import java.math.BigDecimal;
import java.security.Principal;

/// Puts money into a wallet.
@BailiwickAction
public class AddMoneyAction extends Action<AddMoneyAction.Params, Wallet> {
    private final WalletRepository wallets;

    public record Params(ShardedId<Wallet> wallet, BigDecimal amount) {}

    public AddMoneyAction(WalletRepository wallets) {
        this.wallets = wallets;
    }

    @Override
    protected Wallet perform(Principal principal, Params params) {
        return plan().update(wallets.getById(params.wallet()).add(params.amount()));
    }
}
