package dev.bailiwick.examples;

import static dev.bailiwick.examples.WalletsTable.WALLETS;

import dev.bailiwick.persistence.BailiwickRepository;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.ModelRepository;
import dev.bailiwick.placement.EmbeddedBitsShardingStrategy;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.util.Currency;
import java.util.UUID;

/// Wallets, each on the shard that its id names.
@BailiwickRepository
public class WalletRepository extends ModelRepository<Wallet, WalletsRecord, WalletsTable, UUID> {
    public WalletRepository(DatabaseRegistry databases) {
        super(Wallet.class, WALLETS, WALLETS.id, databases, new EmbeddedBitsShardingStrategy());
    }

    @Override
    public Wallet fromRecord(WalletsRecord row) {
        return WalletBuilder.wallet().id(ShardedId.of(Wallet.class, ShardedUUID.from(row.get(WALLETS.id))))
                .version(row.get(WALLETS.version)).state(WalletState.valueOf(row.get(WALLETS.state)))
                .owner(row.get(WALLETS.owner)).currency(Currency.getInstance(row.get(WALLETS.currency)))
                .balance(row.get(WALLETS.balance)).createdDate(row.get(WALLETS.createdDate))
                .updatedDate(row.get(WALLETS.updatedDate)).build();
    }

    @Override
    public WalletsRecord toRecord(Wallet wallet) {
        var row = new WalletsRecord();
        row.from(new Object[]{wallet.id.uuid(), wallet.version, wallet.state.name(), wallet.owner,
                wallet.currency.getCurrencyCode(), wallet.balance, wallet.createdDate, wallet.updatedDate});
        return row;
    }
}
