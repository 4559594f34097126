package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.VerifyRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of the log that are read at the same time.
class LogReaderTest {
    /// More than are kept open.
    private static final int SEGMENTS = 80;

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    @Test
    void moreSegmentsAreReadAtOnceThanAreKeptOpen(@TempDir Path directory)
            throws InterruptedException, ExecutionException, TimeoutException {
        var disk = new CrowdedDisk();
        var event = NewEvent.of("Noted", new byte[10]);
        try (var store = Sealing.open(disk, Sealing.options(directory), 0);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SEGMENTS; i++) {
                store.append(key(i), ExpectedVersion.any(), event);
            }
            // What was written last would be read from memory.
            store.append(key(SEGMENTS), ExpectedVersion.any(), NewEvent.of("Noted", new byte[Sealing.RECENT_BYTES]));
            var reads = new ArrayList<Future<Integer>>();
            disk.readers = new CountDownLatch(SEGMENTS);

            for (int i = 0; i < SEGMENTS; i++) {
                var request = ReadRequest.of(key(i));
                reads.add(threads.submit(() -> store.read(request).events().size()));
            }

            for (var read : reads) {
                assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(1);
            }
        }
    }

    @Test
    void whatWasJustWrittenIsReadFromMemoryAndVerifiedOnTheDisk(@TempDir Path directory) {
        var disk = new CountingDisk();
        try (var store = Engine.open(disk, EngineOptions.at(directory).withShards(1))) {
            store.append(key(1), ExpectedVersion.any(), NewEvent.of("Noted", new byte[10]));
            disk.reads.set(0);

            assertThat(store.read(ReadRequest.of(key(1))).events()).hasSize(1);
            assertThat(disk.reads).hasValue(0);

            assertThat(store.verify(VerifyRequest.aggregate(key(1))).events()).isEqualTo(1);
            assertThat(disk.reads).hasPositiveValue();
        }
    }

    private static final class CountingDisk extends DelegatingDisk {
        private final AtomicInteger reads = new AtomicInteger();

        @Override
        protected void beforeRead(Path file) {
            reads.incrementAndGet();
        }
    }

    /// A disk on which nobody can read before everybody does.
    private static final class CrowdedDisk extends DelegatingDisk {
        private volatile CountDownLatch readers = new CountDownLatch(0);

        @Override
        protected void beforeRead(Path file) throws IOException {
            readers.countDown();
            try {
                assertThat(readers.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
