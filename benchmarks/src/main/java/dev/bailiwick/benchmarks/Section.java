package dev.bailiwick.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// One question about the store, and how it is answered.
interface Section {
    /// A row of 500 bytes and what an index may need beside it, to check beforehand whether the disk has room.
    long BYTES_PER_EVENT = 1_000;

    /// Space that is needed however little is written: files are made before they are filled.
    long BYTES_FOR_FILES = 2L << 30;

    String title();

    /// What was done and how to read the figures.
    String explanation();

    /// The space that it needs on disk at one time, roughly.
    long diskBytes(Sizes sizes);

    void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException;

    /// Every section, in the order in which they run.
    enum Name {
        APPENDS, MIXED, MEMORY, COLD, READS, REOPEN, SIZE, REMOTE, ACTIONS, HANDLERS, METRICS, OPERATIONS, MOVES;

        Section section() {
            return switch (this) {
                case APPENDS -> new AppendsSection();
                case MIXED -> new MixedSection();
                case MEMORY -> new MemorySection();
                case COLD -> new ColdSection();
                case READS -> new ReadsSection();
                case REOPEN -> new ReopenSection();
                case SIZE -> new SizeSection();
                case REMOTE -> new RemoteSection();
                case ACTIONS -> new ActionsSection();
                case HANDLERS -> new HandlersSection();
                case METRICS -> new MetricsSection();
                case OPERATIONS -> new OperationsSection();
                case MOVES -> new MovesSection();
            };
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Name parse(String text) {
            return Arrays.stream(values()).filter(name -> name.label().equals(text)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "a section is one of " + labels() + ", not '" + text + "'"));
        }

        static String labels() {
            return Arrays.stream(values()).map(Name::label).collect(Collectors.joining(", "));
        }
    }
}
