package dev.bailiwick.examples;

import dev.bailiwick.persistence.Action;
import dev.bailiwick.persistence.BailiwickAction;
import dev.bailiwick.placement.ShardedId;
import java.math.BigDecimal;
import java.security.Principal;
import java.util.List;

/// Moves money from one wallet to another.
@BailiwickAction
public class MoveMoneyAction extends Action<MoveMoneyAction.Params, List<Wallet>> {
    private final WalletRepository wallets;

    public record Params(ShardedId<Wallet> from, ShardedId<Wallet> to, BigDecimal amount) {}

    public MoveMoneyAction(WalletRepository wallets) {
        this.wallets = wallets;
    }

    @Override
    protected List<Wallet> perform(Principal principal, Params params) {
        var from = wallets.getById(params.from());
        var to = wallets.getById(params.to());
        return plan().updateAll(List.of(from.take(params.amount()), to.add(params.amount())));
    }
}
