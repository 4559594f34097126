package dev.bailiwick.engine;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
/// It can also lose the power or fail at a chosen operation. For one thread.
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
    SimulatedDisk withoutFlushes() {
        flushes = false;
        return this;
    }

    /// After this many writes, flushes and name changes, one more is done in part and then this happens.
    void after(long operations, Outcome happens) {
        operationsLeft = operations;
        outcome = happens;
        off = false;
    }

    /// What is left after the power was lost now.
    SimulatedDisk afterPowerLoss() {
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
    void damage(Path file, int offset) {
        var content = names.get(file);
        if (content == null) {
            throw new IllegalStateException("no file " + file);
        }
        content.bytes[offset] ^= 1;
        content.flush();
    }

    byte[] bytes(Path file) {
        var content = names.get(file);
        return content == null ? new byte[0] : content.bytes.clone();
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        var content = names.get(file);
        if (content == null) {
            throw new NoSuchFileException(file.toString());
        }
        return new SimulatedFile(content);
    }

    @Override
    public DiskFile create(Path file, long bytes) throws IOException {
        var content = new Content(new byte[Math.toIntExact(bytes)]);
        change(durable -> durable.put(file, content));
        names.put(file, content);
        return new SimulatedFile(content);
    }

    @Override
    public boolean exists(Path file) {
        return names.containsKey(file);
    }

    @Override
    public List<Path> list(Path directory) {
        return names.keySet().stream().filter(file -> directory.equals(file.getParent())).toList();
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
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
    public void delete(Path file) throws IOException {
        change(durable -> durable.remove(file));
        names.remove(file);
    }

    @Override
    public void createDirectories(Path directory) {
        // directories are not simulated
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
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

    /// A file's bytes, and for each sector the states it had since it last became durable, oldest first. After a failed flush
    /// the system takes the sectors for clean: they read as written, and a later flush does not write them.
    private static final class Content {
        private final byte[] bytes;
        private final Map<Integer, List<byte[]>> since = new HashMap<>();
        private final Set<Integer> wronglyClean = new HashSet<>();

        Content(byte[] bytes) {
            this.bytes = bytes;
        }

        void write(ByteBuffer from, int position) {
            int end = position + from.remaining();
            for (int sector = position / SECTOR_BYTES; sector * SECTOR_BYTES < end; sector++) {
                since.computeIfAbsent(sector, s -> new ArrayList<>()).add(sector(sector));
                wronglyClean.remove(sector);
            }
            from.get(bytes, position, from.remaining());
        }

        void flush() {
            since.keySet().retainAll(wronglyClean);
        }

        void failFlush() {
            wronglyClean.addAll(since.keySet());
        }

        Content afterPowerLoss(RandomGenerator random) {
            var survivor = new Content(bytes.clone());
            since.forEach((sector, states) -> {
                int state = random.nextInt(states.size() + 1);
                if (state < states.size()) {
                    System.arraycopy(states.get(state), 0, survivor.bytes, sector * SECTOR_BYTES,
                            states.get(state).length);
                }
            });
            return survivor;
        }

        private byte[] sector(int sector) {
            int start = sector * SECTOR_BYTES;
            return Arrays.copyOfRange(bytes, start, Math.min(bytes.length, start + SECTOR_BYTES));
        }
    }

    private final class SimulatedFile implements DiskFile {
        private final Content content;

        SimulatedFile(Content content) {
            this.content = content;
        }

        @Override
        public long size() {
            return content.bytes.length;
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            if (position + into.remaining() > content.bytes.length) {
                throw new EOFException();
            }
            into.put(content.bytes, Math.toIntExact(position), into.remaining());
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            boolean last = isLast();
            if (last) {
                from.limit(from.position() + random.nextInt(from.remaining() + 1));
            }
            content.write(from, Math.toIntExact(position));
            if (last) {
                stop();
            }
        }

        @Override
        public void flush() throws IOException {
            if (isLast()) {
                content.failFlush();
                stop();
            }
            if (flushes) {
                content.flush();
            }
        }

        @Override
        public void close() {
            // nothing is held open
        }
    }
}
