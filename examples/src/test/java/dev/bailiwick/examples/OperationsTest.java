package dev.bailiwick.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.engine.BackupRequest;
import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.ExportRequest;
import dev.bailiwick.engine.ImportRequest;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationsTest {

    @Test
    void aStoreIsCompacted(@TempDir Path directory) {
        // snippet: compaction
        try (var store = Bailiwick.open(directory)) {
            var report = store.compact(CompactionRequest.everything());
            System.out.println(report.bytesBefore() - report.bytesAfter() + " bytes came back");
        }
        // end
    }

    @Test
    void aStoreIsBackedUp(@TempDir Path directory) {
        var monday = directory.resolve("monday");
        var tuesday = directory.resolve("tuesday");
        try (var store = Bailiwick.open(directory.resolve("data"))) {
            // snippet: backup
            store.backup(BackupRequest.to(monday));
            store.backup(BackupRequest.to(tuesday).since(monday)); // copies what is new, and shares the rest
            // end
        }
        try (var copy = Bailiwick.open(tuesday)) {
            assertThat(copy.details(AggregateKey.of("Acme", "Customers", "customer-17"))).isEmpty();
        }
    }

    @Test
    void anOrgGoesFromStoreToStore(@TempDir Path directory) {
        var customer = AggregateKey.of("Acme", "Customers", "customer-17");
        var file = directory.resolve("acme.org");
        try (var store = Bailiwick.open(directory.resolve("here"));
                var other = Bailiwick.open(directory.resolve("there"))) {
            store.append(customer, ExpectedVersion.noStream(), NewEvent.of("Registered", "name".getBytes(UTF_8)));
            // snippet: export
            store.exportOrg(ExportRequest.of(customer.orgId(), file));
            var report = other.importOrg(ImportRequest.of(file));
            System.out.println(report.events() + " events of " + report.aggregates() + " aggregates came");
            // end
            assertThat(other.append(customer, ExpectedVersion.exactly(1), NewEvent.of("Renamed", new byte[0]))
                    .version(customer)).isEqualTo(2);
        }
    }

    @Test
    void payloadsAreErased(@TempDir Path directory) {
        var customer = AggregateKey.of("Acme", "Customers", "customer-17");
        try (var store = Bailiwick.open(directory)) {
            store.append(customer, ExpectedVersion.noStream(), NewEvent.of("Registered", "name".getBytes(UTF_8)));
            // snippet: erasing
            var receipt = store.erase(EraseRequest.aggregate(customer));
            System.out.println(receipt.events() + " payloads erased at " + receipt.erasedAt());
            // end
            assertThat(store.read(ReadRequest.of(customer)).events().getFirst().erased()).isTrue();
        }
    }
}
