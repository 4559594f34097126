package dev.bailiwick.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedTest {

    @Test
    void whatWasAppendedIsThereTheNextTime(@TempDir Path directory) {
        var key = AggregateKey.of("Acme", "Orders", "order-4821");
        var bytes = "{}".getBytes(UTF_8);
        // snippet: embedded
        try (EventStore store = Bailiwick.open(directory)) {
            store.append(key, ExpectedVersion.noStream(), NewEvent.of("Placed", bytes));
        } // acknowledged means on disk
          // end
        try (EventStore store = Bailiwick.open(directory)) {
            assertThat(store.details(key).orElseThrow().version()).isEqualTo(1);
        }
    }
}
