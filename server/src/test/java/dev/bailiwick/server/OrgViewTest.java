package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidPositionException;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.PositionAheadException;
import dev.bailiwick.store.ShardStoppedException;
import dev.bailiwick.store.UnreadableStoreException;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyReport.Problem;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OrgViewTest {
    private static final AggregateKey MINE = AggregateKey.of(1, 2, 3);
    private static final AggregateKey THEIRS = AggregateKey.of(9, 2, 3);

    private final OrgView view = new OrgView(MINE.orgId(),
            new SealedPositions(new byte[PositionKey.BYTES], 4, new SecureRandom()),
            new Remarks(System.getLogger("test"), System::nanoTime));

    /// What is said to a caller of one org in other words than to the rest.
    static List<BailiwickException> replaced() {
        var shard = ShardIdentifier.of(0, 1);
        return List.of(new InvalidPositionException("SECRET"), new PositionAheadException(5, 777, 666),
                new ShardStoppedException(shard, "SECRET"), new DiskFullException(shard, "SECRET"),
                new UnreadableStoreException("SECRET"));
    }

    /// These tell of the caller's own aggregates and commands, of the request itself, or of placement, which anybody can compute.
    /// 11001 and 13000 are the server's own. 12002 and 12003 come from opening a store, which no caller does.
    private static final Set<Integer> TOLD_AS_THEY_ARE = Set.of(1000, 1001, 2000, 2001, 2002, 2003, 2004, 2005, 2006,
            2010, 2011, 2014, 3000, 4000, 9001, 9002, 9003, 9004, 10000, 10001, 11000, 11001, 12000, 12002, 12003,
            13000);

    @Test
    void everyErrorWasThoughtOf() {
        var thoughtOf = Stream.concat(TOLD_AS_THEY_ARE.stream(),
                replaced().stream().map(refusal -> refusal.code().number())).collect(Collectors.toSet());

        assertThat(thoughtOf).isEqualTo(ErrorCode.ALL.stream().map(ErrorCode::number).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @MethodSource("replaced")
    void aRefusalKeepsItsNumberAndLosesWhatIsNotForTheCaller(BailiwickException refusal) {
        var told = view.of(refusal);

        assertThat(told).isInstanceOf(refusal.getClass());
        assertThat(told.getMessage()).doesNotContain("SECRET", "777", "666");
        assertThat(((BailiwickException) told).fields().toString()).doesNotContain("SECRET", "777", "666");
    }

    @Test
    void aReportNamesOwnAggregatesOnly() {
        var problems = List.of(new Problem(Optional.of(MINE), "segment 5 of /data"),
                new Problem(Optional.of(THEIRS), "x"),
                new Problem(Optional.empty(), "the digest of partition 3 does not match"));

        var told = view.of(
                new VerifyReport(1, 2, problems, 3, new TreeMap<>(Map.of(3, new PartitionDigest(9, Hash256.ZERO)))));

        assertThat(told.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.key()).contains(MINE);
            assertThat(problem.description()).doesNotContain("/data");
        });
        assertThat(told.problemCount()).isEqualTo(1);
        assertThat(told.digests()).isEmpty();
    }
}
