package dev.bailiwick.client;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.Appends;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.util.UUID;

/// Appends for tests that send none.
final class PendingAppends {
    private PendingAppends() {
    }

    static PendingAppend ofBytes(int payloadBytes) {
        var request = AppendRequest.builder().write(AggregateKey.of("Acme", "Orders", "order"), ExpectedVersion.any(),
                NewEvent.of("Placed", new byte[payloadBytes])).build();
        var commandId = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
        return new PendingAppend(request, Appends.encode(request, commandId), commandId, Long.MAX_VALUE, 1, false);
    }
}
