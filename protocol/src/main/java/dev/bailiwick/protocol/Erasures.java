package dev.bailiwick.protocol;

import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.InvalidRequestException;
import java.time.Instant;

/// Erasures and their receipts as messages.
public final class Erasures {
    private Erasures() {
    }

    public static dev.bailiwick.protocol.v1.EraseRequest encode(EraseRequest request) {
        var message = dev.bailiwick.protocol.v1.EraseRequest.newBuilder();
        switch (request.scope()) {
            case AggregateScope.Org org -> message.setOrgId(Values.encode(org.orgId()));
            case AggregateScope.Aggregate aggregate -> message.setAggregate(Values.encode(aggregate.key()));
            case AggregateScope.Everything ignored -> throw new IllegalStateException("no request is for everything");
        }
        return message.build();
    }

    public static EraseRequest decode(dev.bailiwick.protocol.v1.EraseRequest message) {
        return switch (message.getScopeCase()) {
            case ORG_ID -> EraseRequest.org(Values.id(message.getOrgId(), "org id"));
            case AGGREGATE -> EraseRequest.aggregate(Values.decode(message.getAggregate()));
            case SCOPE_NOT_SET -> throw new InvalidRequestException("erase scope", "it is an org_id or an aggregate");
        };
    }

    public static dev.bailiwick.protocol.v1.EraseReceipt encode(EraseReceipt receipt) {
        var message = dev.bailiwick.protocol.v1.EraseReceipt.newBuilder()
                .setErasedAtMs(receipt.erasedAt().toEpochMilli()).setAggregates(receipt.aggregates())
                .setEvents(receipt.events());
        receipt.before().forEach((partition, digest) -> message.addBefore(Verifications.encode(partition, digest)));
        receipt.after().forEach((partition, digest) -> message.addAfter(Verifications.encode(partition, digest)));
        return message.build();
    }

    public static EraseReceipt decode(EraseRequest request, dev.bailiwick.protocol.v1.EraseReceipt message) {
        return new EraseReceipt(request.scope(), Instant.ofEpochMilli(message.getErasedAtMs()),
                message.getAggregates(), message.getEvents(), Verifications.digests(message.getBeforeList()),
                Verifications.digests(message.getAfterList()));
    }
}
