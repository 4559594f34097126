package dev.bailiwick.examples;

import dev.bailiwick.persistence.ModelEvent;
import dev.bailiwick.placement.ShardedId;
import java.util.Currency;

record WalletOpened(ShardedId<Wallet> wallet, String owner, Currency currency) implements ModelEvent<Wallet> {}
