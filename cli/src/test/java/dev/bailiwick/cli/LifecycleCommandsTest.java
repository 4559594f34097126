package dev.bailiwick.cli;

import static dev.bailiwick.cli.StoreCalls.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Making a store, and details, trim, delete and list.
class LifecycleCommandsTest {
    private static final String ORG = "ce9951b7-f668-5b33-8546-dce88fe757c8";
    private static final String TYPE = "ada3af09-4c6c-5a23-8fd3-24c2985bff3b";

    private final Path directory;

    LifecycleCommandsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private StoreCalls storeWithOrder() {
        var store = StoreCalls.make(directory);
        store.call("append", "acme/orders/1", "a", "--type", "T").succeeds();
        store.call("append", "acme/orders/1", "b", "--type", "T").succeeds();
        return store;
    }

    @Test
    void aStoreIsMadeOnceAndOnlyOnRequest() throws IOException {
        var store = new StoreCalls(directory.resolve("data"));

        store.call("list", "orgs").isRefusedWith("bailiwick list: there is no store in " + store.directory()
                + "; make one with bailiwick init --data " + store.directory() + ".");
        assertThat(store.directory()).doesNotExist();
        assertThat(store.call("init", "--shards", "2", "--partitions", "8", "--rule", "org_id").succeeds().out())
                .isEqualTo(
                        "Made a store of 2 shards and 8 partitions, routed by org_id, in " + store.directory() + ".\n");
        store.call("init").isRefusedWith("bailiwick init: there is a store in " + store.directory() + " already.");
        Files.writeString(directory.resolve("other"), "");
        Execution.of("init", "--data", directory.toString()).isRefusedWith("bailiwick init: the directory " + directory
                + " is not empty; a store has a directory of its own.");
        Execution.of("init", "--data", directory.resolve("other").toString())
                .isRefusedWith("bailiwick init: " + directory.resolve("other") + " is not a directory.");
    }

    @Test
    void whatAStoreIsMadeOfIsCheckedBefore() {
        var data = directory.resolve("data").toString();

        Execution.of("init", "--data", data, "--shards", "65")
                .isRefusedWith("bailiwick init: a store starts with 1 to 64 shards, not 65.");
        Execution.of("init", "--data", data, "--shards", "2", "--partitions", "3").isRefusedWith(
                "bailiwick init: the partition count must be a multiple of the shard count 2, else the first placement"
                        + " would not equal id mod 2; 3 is not.");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void whichStoreMustBeSaid() {
        Execution.of("list", "orgs")
                .isRefusedWith(
                        "bailiwick list: which store? Give --data DIR or --server HOST:PORT, or set BAILIWICK_DATA or"
                                + " BAILIWICK_SERVER.");
        Execution.of("init").isRefusedWith("bailiwick init: which store? Give --data DIR, or set BAILIWICK_DATA.");
    }

    @Test
    void detailsAreToldOfWhatIsDeletedToo() {
        var store = storeWithOrder();

        assertThat(store.call("details", "acme/orders/1").succeeds().out()).matches("""
                key             %s
                version         2
                first version   1
                state           live
                last write at   .*Z
                partition       1
                shard           0/0
                """.formatted(KEY));
        store.call("details", "acme/orders/2").failsWith(3,
                "bailiwick details: 1001 AggregateNotExists: " + KEY.replaceAll("1$", "2") + " does not exist.");
        store.call("delete", "acme/orders/1", "--recreatable", "--yes").succeeds();
        assertThat(store.call("details", "acme/orders/1", "--json").succeeds().out()).matches("\\{\"key\":\"" + KEY
                + "\",\"version\":2,\"firstVersion\":3,\"state\":\"deleted-recreatable\",\"lastWriteAt\":\".*Z\",\"partition\":1,"
                + "\"shard\":\"0/0\"\\}\n");
    }

    @Test
    void aTrimTellsWhatIsLeft() {
        var store = storeWithOrder();

        assertThat(store.call("trim", "acme/orders/1", "--keep-from", "2").succeeds().out())
                .contains("first version   2\n");
        assertThat(store.call("trim", "acme/orders/1", "--keep-from", "3").succeeds().out())
                .contains("first version   3 (nothing is readable)\n");
        store.call("trim", "acme/orders/1", "--keep-from", "4").failsWith(3,
                "bailiwick trim: 3000 TrimBeyondEnd: " + KEY + " is at version 2 and can be trimmed up to 3, not 4.");
        store.call("trim", "acme/orders/1")
                .isRefusedWith("bailiwick trim: missing required option: '--keep-from=VERSION'.");
    }

    @Test
    void nothingIsDeletedUnasked() {
        var store = storeWithOrder();

        store.call("delete", "acme/orders/1", "--for-good")
                .isRefusedWith("bailiwick delete: there is nobody to ask whether this is meant: give --yes.");
        for (var typed : new String[]{"", "\n", "n\n", "yess\n"}) {
            assertThat(store.callAtTerminal(typed, "delete", "acme/orders/1", "--for-good"))
                    .isEqualTo(new Execution(2, "",
                            "Delete " + KEY + " for good? [y/N] bailiwick delete: nothing was done,"
                                    + " since the answer was not yes.\n"));
        }
        store.call("delete", "acme/orders/1", "--yes")
                .isRefusedWith("bailiwick delete: one of these must be said: --recreatable | --for-good.");
        assertThat(store.call("details", "acme/orders/1").out()).contains("state           live\n");
    }

    @Test
    void aDeleteIsDoneWhenAnsweredOrToldSo() {
        var store = storeWithOrder();

        var asked = store.callAtTerminal("Yes\n", "delete", "acme/orders/1", "--recreatable");
        assertThat(asked.exitCode()).isZero();
        assertThat(asked.err()).isEqualTo("Delete " + KEY + "? [y/N] ");
        assertThat(asked.out()).contains("state           deleted-recreatable\n");
        assertThat(store.call("delete", "acme/orders/1", "--for-good", "--expect", "2", "--yes", "--json").succeeds()
                .out())
                .contains("\"state\":\"deleted\"");
        store.call("append", "acme/orders/1", "a", "--type", "T").failsWith(3,
                "bailiwick append: 2006 AggregateRecreateNotAllowed: " + KEY
                        + " was deleted for good; write to another aggregate.");
    }

    @Test
    void whatIsThereIsListed() {
        var store = storeWithOrder();

        assertThat(store.call("list", "orgs").succeeds().out()).isEqualTo("  org\n  " + ORG + "\n");
        assertThat(store.call("list", "types", "acme").succeeds().out())
                .isEqualTo("  aggregate type\n  " + TYPE + "\n");
        assertThat(store.call("list", "aggregates", "acme/orders").succeeds().out())
                .isEqualTo("  aggregate\n  00000000-0000-0000-0000-000000000001\n");
        assertThat(store.call("list", "orgs", "--json").succeeds().out()).isEqualTo("{\"org\":\"" + ORG + "\"}\n");
        assertThat(store.call("list", "types", "acme", "--json").succeeds().out())
                .isEqualTo("{\"org\":\"" + ORG + "\",\"aggregateType\":\"" + TYPE + "\"}\n");
        assertThat(store.call("list", "aggregates", "acme/orders", "--json").succeeds().out())
                .isEqualTo("{\"key\":\"" + KEY + "\"}\n");
        assertThat(store.call("list", "types", "nobody").succeeds().out()).isEmpty();
    }

    @Test
    void deletedAggregatesAreListedOnRequest() {
        var store = storeWithOrder();
        store.call("delete", "acme/orders/1", "--recreatable", "--yes").succeeds();

        assertThat(store.call("list", "aggregates", "acme/orders").succeeds().out()).isEmpty();
        assertThat(store.call("list", "aggregates", "acme/orders", "--deleted").succeeds().out()).contains("000000001");
    }

    @Test
    void allPagesAreListed() {
        var store = StoreCalls.make(directory);
        store.fill(1_500, i -> AggregateKey.of(1, 2, i));

        assertThat(store.call("list", "aggregates", "1/2", "--json").succeeds().out().lines()).doesNotHaveDuplicates()
                .hasSize(1_500);
        assertThat(store.call("list", "aggregates", "1/2", "--limit", "1200", "--json").succeeds().out().lines())
                .hasSize(1_200);
    }

    @Test
    void whatToListIsChecked() {
        var store = StoreCalls.make(directory);

        store.call("list", "orgs", "acme")
                .isRefusedWith("bailiwick list: cannot list orgs: they belong to nothing else, so give no OF.");
        store.call("list", "types")
                .isRefusedWith("bailiwick list: cannot list types: they are those of an ORG, so name one.");
        store.call("list", "aggregates", "acme")
                .isRefusedWith("bailiwick list: cannot list aggregates: they are those of an ORG/TYPE, so name one.");
        store.call("list", "trees").isRefusedWith("bailiwick list: invalid value for positional parameter at index 0"
                + " (WHAT): 'trees' is not one of orgs, types and aggregates.");
    }

    @Test
    void aStoreThatIsOpenElsewhereIsUnavailable() {
        var store = storeWithOrder();

        try (var _ = dev.bailiwick.engine.Bailiwick.open(DataDirectory.options(store.directory()))) {
            store.call("list", "orgs").failsWith(4, "bailiwick list: 12002 StoreLocked: the store in "
                    + store.directory()
                    + " is open already; close it there first, or reach the server that has it open:"
                    + " --server HOST:PORT.");
        }
    }
}
