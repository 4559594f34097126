package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;

/// An open file. Reads may come from any thread, writes and flushes from one.
interface DiskFile extends AutoCloseable {
    long size() throws IOException;

    /// Fills the buffer from this position on.
    ///
    /// @throws java.io.EOFException if the file ends before
    void read(ByteBuffer into, long position) throws IOException;

    /// Writes all of the buffer; a file that ends before that grows.
    void write(ByteBuffer from, long position) throws IOException;

    /// Cuts off what is behind this position.
    void truncate(long size) throws IOException;

    /// Returns when everything written so far is durable. After a failure nobody knows what is; the file must then not be
    /// trusted, and trying again proves nothing.
    void flush() throws IOException;

    @Override
    void close() throws IOException;
}
