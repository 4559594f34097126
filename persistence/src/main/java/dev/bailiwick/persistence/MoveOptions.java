package dev.bailiwick.persistence;

/// How a move is made.
///
/// @param chunkRows how many rows are copied with one transaction
/// @param rowsPerSecond how many rows are copied in a second at most; 0 for as many as it can
/// @param maxPauseMs how long writes may wait for the switch. Where it would take longer, they go on and the move catches up again
public record MoveOptions(int chunkRows, int rowsPerSecond, int maxPauseMs) {
    public static final int MAX_CHUNK_ROWS = 10_000;

    public MoveOptions {
        if (chunkRows < 1 || chunkRows > MAX_CHUNK_ROWS) {
            throw new IllegalArgumentException("1 to " + MAX_CHUNK_ROWS + " rows are copied with a transaction, not "
                    + chunkRows);
        }
        if (rowsPerSecond < 0) {
            throw new IllegalArgumentException("rows per second are 0 or more, not " + rowsPerSecond);
        }
        if (maxPauseMs < 10 || maxPauseMs > 60_000) {
            throw new IllegalArgumentException("writes may wait for 10 to 60,000 ms, not " + maxPauseMs);
        }
    }

    /// A thousand rows at a time, as fast as it can, and a pause of a second at most.
    public static MoveOptions standard() {
        return new MoveOptions(1_000, 0, 1_000);
    }

    public MoveOptions withChunkRows(int rows) {
        return new MoveOptions(rows, rowsPerSecond, maxPauseMs);
    }

    public MoveOptions withRowsPerSecond(int rows) {
        return new MoveOptions(chunkRows, rows, maxPauseMs);
    }

    public MoveOptions withMaxPauseMs(int ms) {
        return new MoveOptions(chunkRows, rowsPerSecond, ms);
    }
}
