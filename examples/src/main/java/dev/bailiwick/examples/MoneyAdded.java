package dev.bailiwick.examples;

import dev.bailiwick.persistence.ModelEvent;
import dev.bailiwick.placement.ShardedId;
import java.math.BigDecimal;

record MoneyAdded(ShardedId<Wallet> wallet, BigDecimal amount, BigDecimal balance) implements ModelEvent<Wallet> {}
