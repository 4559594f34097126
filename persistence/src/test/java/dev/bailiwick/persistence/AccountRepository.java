package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Accounts.ACCOUNTS;

import dev.bailiwick.placement.EmbeddedBitsShardingStrategy;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.util.List;
import java.util.UUID;

@BailiwickRepository
public class AccountRepository extends ModelRepository<Account, AccountsRecord, Accounts, UUID> {
    public AccountRepository(DatabaseRegistry databases) {
        super(Account.class, ACCOUNTS, ACCOUNTS.id, databases, new EmbeddedBitsShardingStrategy());
    }

    @Override
    public Account fromRecord(AccountsRecord row) {
        return AccountBuilder.account().id(ShardedId.of(Account.class, ShardedUUID.from(row.get(ACCOUNTS.id))))
                .version(row.get(ACCOUNTS.version)).state(AccountState.valueOf(row.get(ACCOUNTS.state)))
                .holder(row.get(ACCOUNTS.holder)).label(row.get(ACCOUNTS.label)).balance(row.get(ACCOUNTS.balance))
                .createdDate(row.get(ACCOUNTS.createdDate)).updatedDate(row.get(ACCOUNTS.updatedDate)).build();
    }

    @Override
    public AccountsRecord toRecord(Account account) {
        return new AccountsRecord(account.id.getValue().value(), account.version, account.state.name(), account.holder,
                account.label, account.balance, account.createdDate, account.updatedDate);
    }

    List<Account> labelledOnSameShardAs(ShardedId<Account> id, String label) {
        return readonlyDb(id.getValue()).selectFrom(ACCOUNTS).where(ACCOUNTS.label.eq(label)).fetch(this::fromRecord);
    }
}
