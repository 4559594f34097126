package dev.bailiwick.examples;

import dev.bailiwick.persistence.AutoBuilder;
import dev.bailiwick.persistence.Model;
import dev.bailiwick.persistence.Validate;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;

/// Somebody's money in one currency.
@AutoBuilder
public final class Wallet extends Model<Wallet, ShardedId<Wallet>, WalletState> {
    public final String owner;
    public final Currency currency;
    public final BigDecimal balance;

    Wallet(WalletBuilder builder) {
        super(builder);
        this.owner = Validate.notBlank(builder.owner, "a wallet has an owner");
        this.currency = Validate.notNull(builder.currency, "a wallet has a currency");
        this.balance = Validate.notNull(builder.balance, "a wallet has a balance");
        Validate.isTrue(balance.signum() >= 0, "a wallet never holds less than nothing");
    }

    static Wallet open(ShardIdentifier shard, String owner, Currency currency, Instant now) {
        var id = ShardedId.generate(Wallet.class, shard);
        return WalletBuilder.wallet().id(id).state(WalletState.ACTIVE).owner(owner).currency(currency)
                .balance(BigDecimal.ZERO).createdDate(now).withInitialVersion()
                .withEvent(new WalletOpened(id, owner, currency)).build();
    }

    @Override
    public WalletBuilder copy() {
        return WalletBuilder.wallet().copyBase(this).owner(owner).currency(currency).balance(balance);
    }

    Wallet add(BigDecimal amount) {
        Validate.isTrue(amount.signum() > 0, "an amount is more than nothing");
        var after = balance.add(amount);
        return copy().balance(after).withEvent(new MoneyAdded(id, amount, after)).build();
    }

    Wallet take(BigDecimal amount) {
        Validate.isTrue(amount.signum() > 0, "an amount is more than nothing");
        var after = balance.subtract(amount);
        return copy().balance(after).withEvent(new MoneyTaken(id, amount, after)).build();
    }
}
