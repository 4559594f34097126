package dev.bailiwick.protocol;

import dev.bailiwick.protocol.v1.CompactReport;
import dev.bailiwick.protocol.v1.CompactRequest;
import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.InvalidRequestException;
import java.util.function.Consumer;

/// Compactions as messages.
public final class Compactions {
    private Compactions() {
    }

    public static CompactRequest encode(CompactionRequest request) {
        long bytes = request.bytesPerSecond();
        return CompactRequest.newBuilder().setLeastReclaimable(request.leastReclaimable())
                .setBytesPerSecond(bytes == Long.MAX_VALUE ? 0 : bytes).build();
    }

    /// What was asked for.
    ///
    /// @throws InvalidRequestException if a value is out of its bounds
    public static CompactionRequest decode(CompactRequest message, Consumer<CompactionReport> progress) {
        long bytes = message.getBytesPerSecond() == 0 ? Long.MAX_VALUE : message.getBytesPerSecond();
        try {
            return new CompactionRequest(message.getLeastReclaimable(), bytes, progress);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException("compaction", String.valueOf(e.getMessage()));
        }
    }

    public static CompactReport encode(CompactionReport report) {
        return CompactReport.newBuilder().setLooked(report.looked()).setReplaced(report.replaced())
                .setWritten(report.written()).setBytesBefore(report.bytesBefore())
                .setBytesAfter(report.bytesAfter()).setEvents(report.events()).build();
    }

    public static CompactionReport decode(CompactReport message) {
        return new CompactionReport(message.getLooked(), message.getReplaced(), message.getWritten(),
                message.getBytesBefore(), message.getBytesAfter(), message.getEvents());
    }
}
