package dev.bailiwick.examples;

import dev.bailiwick.persistence.ActionExecutor;
import dev.bailiwick.persistence.CrossShardException;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.ExecutionConfiguration;
import dev.bailiwick.persistence.PersistenceException;
import dev.bailiwick.persistence.RepositoryRegistry;
import dev.bailiwick.persistence.ShardingConfig;
import dev.bailiwick.placement.ShardedId;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Principal;
import java.util.Currency;
import java.util.List;

/// Wallets over two groups, one of them Mexico. Started by `examples/wallets`; the argument is a configuration file, and without one there are
/// databases of H2 in memory.
public final class WalletsApplication implements AutoCloseable {
    private static final Principal CLERK = () -> "clerk";

    private final DatabaseRegistry databases;
    private final WalletRepository wallets;
    private final ActionExecutor executor;

    WalletsApplication(ShardingConfig config) {
        this.databases = DatabaseRegistry.fromConfig(config);
        var repositories = RepositoryRegistry.indexed(databases);
        this.wallets = repositories.get(WalletRepository.class);
        this.executor = ActionExecutor.builder(databases, repositories).indexed().build();
    }

    public static void main(String[] arguments) {
        try (var application = new WalletsApplication(
                arguments.length == 0 ? inMemory() : ShardingConfig.load(Path.of(arguments[0])))) {
            application.run(System.out);
        } catch (PersistenceException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    static ShardingConfig inMemory() {
        try (var yaml = WalletsApplication.class.getResourceAsStream("wallets-h2.yaml")) {
            if (yaml == null) {
                throw new IllegalStateException("wallets-h2.yaml is missing from the jar");
            }
            return ShardingConfig.parse(new String(yaml.readAllBytes(), StandardCharsets.UTF_8), System.getenv());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void run(PrintStream out) {
        out.println("Tables:");
        out.println(databases.migrate(List.of("classpath:wallets/{database}")).toString().indent(2).stripTrailing());

        var anna = open("CZ", "anna", "EUR");
        var bruno = open("DE", "bruno", "EUR");
        var carmen = open("MX", "carmen", "MXN");
        executor.execute(CLERK, AddMoneyAction.class, new AddMoneyAction.Params(anna, new BigDecimal("100")));
        executor.execute(CLERK, AddMoneyAction.class, new AddMoneyAction.Params(carmen, new BigDecimal("2000")));
        show(out, "Three wallets, each where its owner's country wants it:");

        executor.execute(CLERK, MoveMoneyAction.class, new MoveMoneyAction.Params(anna, bruno, new BigDecimal("30")));
        show(out, "30 moved from anna to bruno, on one shard and in one transaction:");

        var abroad = new MoveMoneyAction.Params(anna, carmen, new BigDecimal("20"));
        try {
            executor.execute(CLERK, MoveMoneyAction.class, abroad);
        } catch (CrossShardException e) {
            out.println("20 from anna to carmen is refused:");
            out.println("  " + e.getMessage());
        }
        executor.execute(CLERK, MoveMoneyAction.class, abroad,
                ExecutionConfiguration.Builder.executionConfiguration().allowCrossShard(true).build());
        show(out, "The same, with each shard committing for itself:");
        out.println(wallets.count() + " wallets on " + databases.shards().size() + " shards.");
    }

    private ShardedId<Wallet> open(String country, String owner, String currency) {
        return executor.execute(CLERK, OpenWalletAction.class,
                new OpenWalletAction.Params(country, owner, Currency.getInstance(currency))).id;
    }

    private void show(PrintStream out, String title) {
        out.println(title);
        for (var wallet : wallets.findAll()) {
            out.println("  shard " + databases.effectiveShard(wallet.id.resolveShardIdentifier()) + "  " + wallet.owner
                    + "  " + wallet.balance.toPlainString() + " " + wallet.currency + ", version " + wallet.version);
        }
    }

    @Override
    public void close() {
        databases.close();
    }
}
