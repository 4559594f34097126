package dev.bailiwick.engine;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// A disk in memory that forgets like a real one. What was not flushed when the power goes is, sector by sector, in any state
/// it had since the last flush; names that were not synced are there up to some change, or not.
///
/// It can also lose the power or fail at a chosen operation. Directories are real, for what lies beside the files of the log.
/// Thread-safe.
final class SimulatedDisk implements Disk {
    private static final int SECTOR_BYTES = 512;

    private final RandomGenerator random;
    private final Map<Path, Content> names = new TreeMap<>();
    private final Map<Path, Content> durableNames = new TreeMap<>();
    private final List<NameChange> unsyncedNames = new ArrayList<>();
    private boolean flushes = true;
    private long operationsLeft = Long.MAX_VALUE;
    private Outcome outcome = Outcome.POWER_LOSS;
    private boolean off;

    SimulatedDisk(RandomGenerator random) {
        this.random = random;
    }

    enum Outcome {
        POWER_LOSS, FAILURE
    }

    /// The power is gone.
    static final class PowerLoss extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private interface NameChange {
        void apply(Map<Path, Content> durable);
    }

    /// From now on flushing does nothing, as if the code had forgotten it.
    synchronized SimulatedDisk withoutFlushes() {
        flushes = false;
        return this;
    }

    /// After this many writes, flushes and name changes, one more is done in part and then this happens.
    synchronized void after(long operations, Outcome happens) {
        operationsLeft = operations;
        outcome = happens;
        off = false;
    }

    /// What is left after the power was lost now.
    synchronized SimulatedDisk afterPowerLoss() {
        var left = new SimulatedDisk(random);
        left.flushes = flushes;
        int kept = random.nextInt(unsyncedNames.size() + 1);
        unsyncedNames.subList(0, kept).forEach(change -> change.apply(durableNames));
        durableNames.forEach((path, content) -> {
            var survivor = content.afterPowerLoss(random);
            left.names.put(path, survivor);
            left.durableNames.put(path, survivor);
        });
        return left;
    }

    /// Flips a bit that was durable.
    synchronized void damage(Path file, int offset) {
        var content = names.get(file);
        if (content == null) {
            throw new IllegalStateException("no file " + file);
        }
        content.flip(offset);
    }

    synchronized byte[] bytes(Path file) {
        var content = names.get(file);
        if (content == null) {
            return new byte[0];
        }
        var bytes = ByteBuffer.allocate(Math.toIntExact(content.size));
        content.read(bytes, 0);
        return bytes.array();
    }

    @Override
    public synchronized DiskFile open(Path file) throws IOException {
        var content = names.get(file);
        if (content == null) {
            throw new NoSuchFileException(file.toString());
        }
        return new SimulatedFile(content);
    }

    @Override
    public synchronized DiskFile create(Path file, long bytes) throws IOException {
        var content = new Content(bytes);
        change(durable -> durable.put(file, content));
        names.put(file, content);
        return new SimulatedFile(content);
    }

    @Override
    public synchronized boolean exists(Path file) {
        return names.containsKey(file);
    }

    @Override
    public boolean isShared(Path file) {
        return false;
    }

    @Override
    public synchronized List<Path> list(Path directory) {
        return names.keySet().stream().filter(file -> directory.equals(file.getParent())).toList();
    }

    @Override
    public synchronized void rename(Path from, Path to) throws IOException {
        var content = names.get(from);
        if (content == null) {
            throw new NoSuchFileException(from.toString());
        }
        change(durable -> {
            durable.remove(from);
            durable.put(to, content);
        });
        names.remove(from);
        names.put(to, content);
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        change(durable -> durable.remove(file));
        names.remove(file);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory);
    }

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
        count();
        if (flushes) {
            unsyncedNames.forEach(change -> change.apply(durableNames));
            unsyncedNames.clear();
        }
    }

    @Override
    public long freeBytes(Path directory) {
        return Long.MAX_VALUE;
    }

    private void change(NameChange change) throws IOException {
        count();
        unsyncedNames.add(change);
    }

    /// Whether this operation is the last and only half done.
    private boolean isLast() {
        if (off) {
            throw new PowerLoss();
        }
        return --operationsLeft == 0;
    }

    private void stop() throws IOException {
        operationsLeft = Long.MAX_VALUE;
        switch (outcome) {
            case POWER_LOSS -> {
                off = true;
                throw new PowerLoss();
            }
            case FAILURE -> throw new IOException("simulated failure");
        }
    }

    private void count() throws IOException {
        if (isLast()) {
            stop();
        }
    }

    /// A file's sectors, as far as they are not zero, and for each the states it had since it last became durable, oldest first.
    /// After a failed flush the system takes the sectors for clean: they read as written, and a later flush does not write them.
    private static final class Content {
        private static final byte[] ZEROS = new byte[SECTOR_BYTES];

        private long size;
        private long durableSize;
        private final Map<Integer, byte[]> sectors = new HashMap<>();
        private final Map<Integer, List<byte[]>> since = new HashMap<>();
        private final Set<Integer> wronglyClean = new HashSet<>();

        Content(long size) {
            this.size = size;
            this.durableSize = size;
        }

        void truncate(long newSize) {
            size = Math.min(size, newSize);
        }

        void read(ByteBuffer into, long position) {
            long at = position;
            while (into.hasRemaining()) {
                int offset = (int) (at % SECTOR_BYTES);
                int bytes = Math.min(into.remaining(), SECTOR_BYTES - offset);
                into.put(sector((int) (at / SECTOR_BYTES)), offset, bytes);
                at += bytes;
            }
        }

        void write(ByteBuffer from, long position) {
            size = Math.max(size, position + from.remaining());
            long at = position;
            while (from.hasRemaining()) {
                int offset = (int) (at % SECTOR_BYTES);
                int bytes = Math.min(from.remaining(), SECTOR_BYTES - offset);
                write((int) (at / SECTOR_BYTES), offset, from, bytes);
                at += bytes;
            }
        }

        private void write(int sector, int offset, ByteBuffer from, int bytes) {
            var before = sector(sector);
            boolean same = from.slice(from.position(), bytes).equals(ByteBuffer.wrap(before, offset, bytes));
            if (same && !since.containsKey(sector)) {
                from.position(from.position() + bytes);
                return;
            }
            var after = before.clone();
            from.get(after, offset, bytes);
            since.computeIfAbsent(sector, s -> new ArrayList<>()).add(before);
            wronglyClean.remove(sector);
            sectors.put(sector, after);
        }

        void flip(int offset) {
            var changed = sector(offset / SECTOR_BYTES).clone();
            changed[offset % SECTOR_BYTES] ^= 1;
            sectors.put(offset / SECTOR_BYTES, changed);
            flush();
        }

        void flush() {
            since.keySet().retainAll(wronglyClean);
            durableSize = size;
        }

        void failFlush() {
            wronglyClean.addAll(since.keySet());
        }

        Content afterPowerLoss(RandomGenerator random) {
            var survivor = new Content(random.nextBoolean() ? size : durableSize);
            survivor.sectors.putAll(sectors);
            new TreeMap<>(since).forEach((sector, states) -> {
                int state = random.nextInt(states.size() + 1);
                if (state < states.size()) {
                    survivor.sectors.put(sector, states.get(state));
                }
            });
            return survivor;
        }

        /// Never changed once it is here.
        private byte[] sector(int sector) {
            return sectors.getOrDefault(sector, ZEROS);
        }
    }

    private final class SimulatedFile implements DiskFile {
        private final Content content;

        SimulatedFile(Content content) {
            this.content = content;
        }

        @Override
        public long size() {
            return content.size;
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            synchronized (SimulatedDisk.this) {
                if (position + into.remaining() > content.size) {
                    throw new EOFException();
                }
                content.read(into, position);
            }
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            synchronized (SimulatedDisk.this) {
                boolean last = isLast();
                if (last) {
                    from.limit(from.position() + random.nextInt(from.remaining() + 1));
                }
                content.write(from, position);
                if (last) {
                    stop();
                }
            }
        }

        @Override
        public void truncate(long newSize) throws IOException {
            synchronized (SimulatedDisk.this) {
                count();
                content.truncate(newSize);
            }
        }

        @Override
        public void flush() throws IOException {
            synchronized (SimulatedDisk.this) {
                if (isLast()) {
                    content.failFlush();
                    stop();
                }
                if (flushes) {
                    content.flush();
                }
            }
        }

        @Override
        public void close() {
            // nothing is held open
        }
    }
}
