package dev.bailiwick.protocol;

import dev.bailiwick.protocol.v1.Nothing;
import dev.bailiwick.protocol.v1.VerifyProgress;
import dev.bailiwick.protocol.v1.VerifyReport.Digest;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Verifications, their progress and their reports as messages.
public final class Verifications {
    private Verifications() {
    }

    public static dev.bailiwick.protocol.v1.VerifyRequest encode(AggregateScope scope) {
        var message = dev.bailiwick.protocol.v1.VerifyRequest.newBuilder();
        switch (scope) {
            case AggregateScope.Everything ignored -> message.setEverything(Nothing.getDefaultInstance());
            case AggregateScope.Org org -> message.setOrgId(Values.encode(org.orgId()));
            case AggregateScope.Aggregate aggregate -> message.setAggregate(Values.encode(aggregate.key()));
        }
        return message.build();
    }

    public static AggregateScope decode(dev.bailiwick.protocol.v1.VerifyRequest message) {
        return switch (message.getScopeCase()) {
            case EVERYTHING -> new AggregateScope.Everything();
            case ORG_ID -> new AggregateScope.Org(Values.id(message.getOrgId(), "org id"));
            case AGGREGATE -> new AggregateScope.Aggregate(Values.decode(message.getAggregate()));
            case SCOPE_NOT_SET ->
                throw new InvalidRequestException("verify scope", "it is everything, an org_id or an aggregate");
        };
    }

    public static VerifyProgress encode(VerifyRequest.Progress progress) {
        return VerifyProgress.newBuilder().setAggregates(progress.aggregates()).setEvents(progress.events())
                .setSegments(progress.segments()).build();
    }

    public static VerifyRequest.Progress decode(VerifyProgress message) {
        return new VerifyRequest.Progress(message.getAggregates(), message.getEvents(), message.getSegments());
    }

    public static dev.bailiwick.protocol.v1.VerifyReport encode(VerifyReport report) {
        var message = dev.bailiwick.protocol.v1.VerifyReport.newBuilder().setAggregates(report.aggregates())
                .setEvents(report.events()).setProblemCount(report.problemCount());
        for (var problem : report.problems()) {
            var into = message.addProblemsBuilder().setDescription(problem.description());
            problem.key().ifPresent(key -> into.setKey(Values.encode(key)));
        }
        report.digests().forEach((partition, digest) -> message.addDigests(encode(partition, digest)));
        return message.build();
    }

    public static VerifyReport decode(dev.bailiwick.protocol.v1.VerifyReport message) {
        List<VerifyReport.Problem> problems = message.getProblemsList().stream()
                .map(problem -> new VerifyReport.Problem(
                        problem.hasKey() ? Optional.of(Values.decode(problem.getKey())) : Optional.empty(),
                        problem.getDescription()))
                .toList();
        return new VerifyReport(message.getAggregates(), message.getEvents(), problems, message.getProblemCount(),
                digests(message.getDigestsList()));
    }

    static Digest encode(int partition, PartitionDigest digest) {
        return Digest.newBuilder().setPartition(partition).setSequence(digest.sequence())
                .setDigest(Values.encode(digest.digest())).build();
    }

    static SortedMap<Integer, PartitionDigest> digests(List<Digest> messages) {
        var digests = new TreeMap<Integer, PartitionDigest>();
        messages.forEach(digest -> digests.put(digest.getPartition(),
                new PartitionDigest(digest.getSequence(), Values.hash(digest.getDigest()))));
        return digests;
    }
}
