package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Help.Ansi;

class PlaceCommandTest {
    private static final String HINT = "Ids that are equal modulo 4096 share a partition and stay together through every"
            + " move.\n";

    @Test
    void idsOnOneShardStayTogetherUntilOneOfTheirPartitionsMoves() {
        var execution = Execution.of("place", "1000", "1004", "--shards", "4", "--rule", "aggregate_id").succeeds();

        assertThat(execution.out()).isEqualTo("""
                A new store of 4 shards (0/0 to 0/3) and 4096 partitions, routed by aggregate_id:

                  as written   routing id                             partition   shard
                  1000         00000000-0000-0000-0000-0000000003e8   1000        0/0
                  1004         00000000-0000-0000-0000-0000000003ec   1004        0/0

                Can these be written together?
                  now           yes: all are on shard 0/0.
                  after moves   until one of their partitions, 1000 and 1004, moves alone; then error 9001 \
                ShardRoutingMultipleShards.
                """ + HINT);
    }

    @Test
    void idsOfOnePartitionStayTogetherAlways() {
        var execution = Execution.of("place", "1000", "5096", "--shards", "4").succeeds();

        assertThat(execution.out()).endsWith("""
                Can these be written together?
                  now           yes: all are on shard 0/0.
                  after moves   yes, always: all are in partition 1000, which moves as a whole.
                """ + HINT);
    }

    @Test
    void idsOnDifferentShardsCannotBeWrittenTogether() {
        var execution = Execution.of("place", "1000", "1001", "1004", "--shards", "4").succeeds();

        assertThat(execution.out()).endsWith("""
                Can these be written together?
                  now           no, error 9001 ShardRoutingMultipleShards: 0/0 has 1000 and 1004; 0/1 has 1001.
                  after moves   only if moves bring partitions 1000, 1001 and 1004 to one shard.
                """ + HINT);
    }

    @Test
    void oneIdIsPlacedWithoutAnAnswerAboutOthers() {
        var execution = Execution.of("place", "7", "--shards", "1", "--group", "3").succeeds();

        assertThat(execution.out()).isEqualTo("""
                A new store of 1 shard (3/0) and 4096 partitions, routed by aggregate_id:

                  as written   routing id                             partition   shard
                  7            00000000-0000-0000-0000-000000000007   7           3/0

                Give two or more ids to learn whether they can be written together.
                """ + HINT);
    }

    @Test
    void numbersUuidsAndNamesAreAllIds() {
        var execution = Execution.of("place", "1000", "00000000-0000-0000-0000-0000000003E8", "order-4821", "@order",
                "--shards", "4").succeeds();

        assertThat(execution.out()).contains("  1000 ",
                "  00000000-0000-0000-0000-0000000003E8   00000000-0000-0000-0000-0000000003e8 ",
                "  order-4821                             " + Ids.named("order-4821") + " ",
                "  @order                                 " + Ids.named("@order") + " ");
    }

    @ParameterizedTest
    @CsvSource({"org_id, 7", "ORG-ID, 7", "aggregate_type_id, 8", "aggregate_id, 9"})
    void theRuleChoosesThePartOfAKeyThatDecides(String rule, int partition) {
        var execution = Execution.of("place", "7/8/9", "--rule", rule, "--shards", "2").succeeds();

        assertThat(execution.out()).contains("%d   %d           0/%d".formatted(partition, partition, partition % 2));
    }

    @Test
    void underTheOrgRuleAllKeysOfAnOrgStayTogether() {
        var execution = Execution.of("place", "acme/orders/17", "acme/invoices/4", "--rule", "org_id").succeeds();

        assertThat(execution.out()).contains("now           yes", "after moves   yes, always").doesNotContain("modulo");
    }

    @Test
    void keysOfTwoOrgsAreNeverWrittenTogetherEvenOnOneShard() {
        var execution = Execution.of("place", "1/2/1000", "2/2/1000", "--shards", "4").succeeds();

        assertThat(execution.out()).endsWith("""
                Can these be written together?
                  now           no, error 9002 MultipleOrgs: they belong to 2 orgs, and one append never spans two.
                  after moves   no, never: no move changes an org.
                """);
    }

    @Test
    void underTheOrgRuleABareIdIsAnOrg() {
        assertThat(Execution.of("place", "1", "5", "--shards", "4", "--rule", "org_id").succeeds().out())
                .contains("no, error 9002 MultipleOrgs");
        assertThat(Execution.of("place", "1", "1/2/3", "--shards", "4", "--rule", "org_id").succeeds().out())
                .contains("after moves   yes, always").doesNotContain("without an org");
    }

    @Test
    void aBareIdBesideKeysIsTakenToBeOfTheirOrg() {
        var execution = Execution.of("place", "1000", "1/2/1004", "--shards", "4").succeeds();

        assertThat(execution.out()).contains("now           yes")
                .endsWith("An id written without an org is taken to be of the same org as the keys.\n");
    }

    @Test
    void anAggregateNamedTwiceIsPointedOut() {
        var execution = Execution.of("place", "1/2/3", "00000000-0000-0000-0000-000000000001/2/3").succeeds();

        assertThat(execution.out()).endsWith("The aggregate 00000000-0000-0000-0000-000000000001/2/3 is here twice;"
                + " one append names an aggregate once.\n");
    }

    @Test
    void aVersion7UuidShowsTheShardAndTimeInsideIt() {
        var execution = Execution.of("place", "0198c5f0-7a00-7000-8145-000000000001", "--shards", "4").succeeds();

        assertThat(execution.out()).contains(
                """
                          version-7 UUID                         group   member   time
                          0198c5f0-7a00-7000-8145-000000000001   5       5        2025-08-20T05:25:28.192Z
                          Read as a ShardedUUID. A version-7 UUID made elsewhere cannot be told apart: its group and member are random.
                          An event store goes by the partition, not by these bits.
                        """);
    }

    @Test
    void everyPartOfAKeyIsLookedAtForAShardInside() {
        var id = ShardedUUID.generate(ShardIdentifier.of(200, 63));

        var execution = Execution.of("place", "acme/" + id + "/9", "--shards", "4").succeeds();

        assertThat(execution.out()).contains("  " + id + "   200     63       " + id.instant().orElseThrow());
    }

    @Test
    void otherUuidsShowNoShard() {
        var execution = Execution.of("place", "0198c5f0-7a00-4000-8145-000000000001", "order-4821").succeeds();

        assertThat(execution.out()).doesNotContain("version-7");
    }

    @Test
    void thePartitionCountIsTheStoresUnlessGiven() {
        assertThat(Execution.of("place", "1", "--shards", "3").succeeds().out())
                .startsWith("A new store of 3 shards (0/0 to 0/2) and 4098 partitions,");
        assertThat(Execution.of("place", "1", "--shards", "3", "--partitions", "6").succeeds().out())
                .startsWith("A new store of 3 shards (0/0 to 0/2) and 6 partitions,");
    }

    @Test
    void byDefaultThereIsOneShardForEachCoreAndTheAggregateIdDecides() {
        int cores = Math.min(64, Runtime.getRuntime().availableProcessors());

        assertThat(Execution.of("place", "1").succeeds().out()).startsWith("A new store of " + cores + " shard")
                .contains("routed by aggregate_id");
    }

    @Test
    void theFirstPlacementIsTheIdModuloTheShardsForEveryShardCount() {
        for (int shards = 1; shards <= 64; shards++) {
            assertThat(Execution.of("place", "1000003", "--shards", "" + shards).succeeds().out().lines().skip(3))
                    .first().asString().endsWith(" 0/" + 1_000_003 % shards);
        }
    }

    @Test
    void manyIdsAreListedInFullAndNamedInPart() {
        var ids = IntStream.range(0, 1_000).mapToObj(Integer::toString);

        var execution = Execution.of(Stream.concat(Stream.of("place", "--shards", "2"), ids).toArray(String[]::new))
                .succeeds();

        assertThat(execution.out()).contains("\n  999 ", "0/0 has 0, 2, 4, 6, 8, 10, 12, 14 and 492 more; 0/1 has 1,",
                "bring partitions 0, 1, 2, 3, 4, 5, 6, 7 and 992 more to one shard");
    }

    @Test
    void manyShardsAreNamedInPart() {
        var ids = IntStream.range(0, 10).mapToObj(Integer::toString);

        var execution = Execution.of(Stream.concat(Stream.of("place", "--shards", "10"), ids).toArray(String[]::new))
                .succeeds();

        assertThat(execution.out()).contains("0/6 has 6; 0/7 has 7; 2 more have the rest.");
    }

    @Test
    void aLongNameIsCutWherePrintedButCountsInFull() {
        var name = "x".repeat(1_024);

        var execution = Execution.of("place", name).succeeds();

        assertThat(execution.out()).contains("  " + "x".repeat(107) + "...   " + Ids.named(name));
    }

    @Test
    void colourIsForTerminals() {
        assertThat(Execution.of("place", "1", "1").out()).doesNotContain("\u001b");
        assertThat(Execution.of(Ansi.ON, Bailiwick.commandLine(), "place", "1", "1").out())
                .contains("\u001b[1m\u001b[32myes");
    }

    @Test
    void shardsMustBeANumberFrom1To64() {
        Execution.of("place", "1", "--shards", "four").isRefusedWith("bailiwick place: invalid value for option"
                + " '--shards': 'four' is not a whole number up to 2147483647.");
        Execution.of("place", "1", "--shards", "65")
                .isRefusedWith("bailiwick place: a store starts with 1 to 64 shards, not 65.");
        Execution.of("place", "1", "--shards", "0")
                .isRefusedWith("bailiwick place: a store starts with 1 to 64 shards, not 0.");
        Execution.of("place", "1", "--shards")
                .isRefusedWith("bailiwick place: missing required parameter for option '--shards' (COUNT).");
    }

    @Test
    void partitionsMustBeAMultipleOfTheShards() {
        Execution.of("place", "1", "--shards", "4", "--partitions", "4098").isRefusedWith(
                "bailiwick place: the partition count must be a multiple of the shard count 4, else the first placement"
                        + " would not equal id mod 4; 4098 is not.");
        Execution.of("place", "1", "--shards", "4", "--partitions", "70000")
                .isRefusedWith("bailiwick place: a store has 1 to 65536 partitions, not 70000.");
    }

    @Test
    void theGroupMustExist() {
        Execution.of("place", "1", "--group", "256")
                .isRefusedWith("bailiwick place: a shard's group is 0 to 255, not 256.");
    }

    @Test
    void theRuleMustExist() {
        Execution.of("place", "1", "--rule", "tenant")
                .isRefusedWith("bailiwick place: invalid value for option '--rule'"
                        + ": a routing rule is one of org_id, aggregate_type_id, aggregate_id, not 'tenant'.");
    }

    @Test
    void thereMustBeAnId() {
        Execution.of("place").isRefusedWith("bailiwick place: nothing to work on: give at least one ID.");
        Execution.of("place", "--shards", "4")
                .isRefusedWith("bailiwick place: nothing to work on: give at least one ID.");
    }

    @Test
    void whatIsNeitherAnIdNorAKeyIsRefused() {
        Execution.of("place", "")
                .isRefusedWith("bailiwick place: cannot place '': a name is 1 to 1024 UTF-8 bytes long, not 0.");
        Execution.of("place", "acme//17")
                .isRefusedWith(
                        "bailiwick place: cannot place 'acme//17': a name is 1 to 1024 UTF-8 bytes long, not 0.");
        Execution.of("place", "acme/orders").isRefusedWith("bailiwick place: cannot place 'acme/orders': an aggregate"
                + " key is written org/type/id, not 'acme/orders'.");
        Execution.of("place", "9223372036854775808")
                .isRefusedWith("bailiwick place: cannot place '9223372036854775808':"
                        + " the number 9223372036854775808 is larger than 9223372036854775807; write a larger id as a UUID.");
    }

    @Test
    void aNameThatTheTerminalGarbledIsRefusedRatherThanTakenForAnotherId() {
        assertThat(Execution.of("place", "Z\uFFFDrich").err())
                .startsWith("bailiwick place: cannot place 'Z\uFFFDrich': its letters cannot be read in the encoding of"
                        + " this terminal, ");
    }

    @Test
    void aNegativeNumberIsNotAnId() {
        Execution.of("place", "-5")
                .isRefusedWith("bailiwick place: cannot place '-5': an id number is 0 or more, not -5.");
    }
}
