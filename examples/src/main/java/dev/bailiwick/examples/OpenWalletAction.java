package dev.bailiwick.examples;

import dev.bailiwick.persistence.Action;
import dev.bailiwick.persistence.BailiwickAction;
import dev.bailiwick.placement.ShardIdentifier;
import java.security.Principal;
import java.util.Currency;

/// Opens a wallet where the law of its owner's country wants it to be. That is the only place where a shard is named.
@BailiwickAction
public class OpenWalletAction extends Action<OpenWalletAction.Params, Wallet> {
    static final ShardIdentifier MEXICO = ShardIdentifier.of(1, 0);

    public record Params(String country, String owner, Currency currency) {}

    @Override
    protected Wallet perform(Principal principal, Params params) {
        var shard = params.country().equals("MX") ? MEXICO : ShardIdentifier.DEFAULT;
        return plan().add(Wallet.open(shard, params.owner(), params.currency(), clock.instant()));
    }
}
