package dev.bailiwick.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.client.ClientOptions;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.server.BailiwickServer;
import dev.bailiwick.server.ServerOptions;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.testkit.InMemoryEventStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RemoteTest {

    @Test
    void aStoreIsServedToOtherProcesses() {
        var key = AggregateKey.of("Acme", "Orders", "order-4821");
        var bytes = "{}".getBytes(UTF_8);
        try (var server = BailiwickServer.start(ServerOptions.serving(InMemoryEventStore.create()).withPort(0))) {
            int port = server.port();
            // snippet: client
            try (EventStore store = BailiwickClient.connect("localhost:" + port)) {
                store.append(key, ExpectedVersion.noStream(), NewEvent.of("Placed", bytes));
            }
            // end
            // snippet: client-options
            var options = ClientOptions.DEFAULT.withDeadline(Duration.ofMinutes(1)).withConnections(2);
            // end
            try (var store = BailiwickClient.connect("localhost:" + port, options)) {
                assertThat(store.details(key).orElseThrow().version()).isEqualTo(1);
            }
        }
    }
}
