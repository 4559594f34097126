package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.AccountState.DELETED;
import static dev.bailiwick.persistence.AccountState.OPEN;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/// The model of the tests.
@AutoBuilder
public final class Account extends Model<Account, ShardedId<Account>, AccountState> {
    public final UUID holder;
    public final String label;
    public final BigDecimal balance;

    record Opened(ShardedId<Account> id, UUID holder, BigDecimal balance) implements ModelEvent<Account> {}

    record PaidIn(ShardedId<Account> id, BigDecimal amount) implements ModelEvent<Account> {}

    record Closed(ShardedId<Account> id) implements ModelEvent<Account> {
        @Override
        public String eventType() {
            return "account-closed";
        }
    }

    Account(AccountBuilder builder) {
        super(builder);
        this.holder = Validate.notNull(builder.holder, "holder cannot be null");
        this.label = Validate.notBlank(builder.label, "label cannot be blank");
        this.balance = Validate.notNull(builder.balance, "balance cannot be null");
    }

    static AccountBuilder open(ShardedId<Account> id, String label, Instant now) {
        var holder = new UUID(0, 7);
        var balance = new BigDecimal("0.00");
        return AccountBuilder.account().id(id).state(OPEN).holder(holder).label(label).balance(balance)
                .createdDate(now).withInitialVersion().withEvent(new Opened(id, holder, balance));
    }

    static Account on(ShardIdentifier shard, String label) {
        return open(ShardedId.generate(Account.class, shard), label, Instant.parse("2026-01-01T00:00:00Z")).build();
    }

    @Override
    public AccountBuilder copy() {
        return AccountBuilder.account().copyBase(this).holder(holder).label(label).balance(balance);
    }

    Account payIn(String amount) {
        var money = new BigDecimal(amount);
        return copy().withEvent(new PaidIn(id, money)).balance(balance.add(money)).build();
    }

    Account close() {
        return copy().withEvent(new Closed(id)).state(DELETED).build();
    }
}
