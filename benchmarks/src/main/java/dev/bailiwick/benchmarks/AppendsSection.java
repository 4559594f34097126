package dev.bailiwick.benchmarks;

/// How many durable appends a second, beside PostgreSQL and beside the bare disk.
final class AppendsSection implements Section {
    @Override
    public String title() {
        return "appends: durable, one event each";
    }

    @Override
    public String explanation() {
        return """
                One event of 256 bytes for each append, to aggregates picked at random, with the expected version checked and a
                version-7 command id. *One in flight*: blocking appends by virtual threads. *Pipelined*: a thread sends without
                waiting, up to a window of outstanding appends. PostgreSQL gets the same events, one prepared INSERT for each
                transaction over loopback connections, with a unique key on org, type, aggregate and version, once without and
                once with a unique command id. The bare disk gets 500 bytes for each event, in groups, written to a file of
                zeros and flushed with fdatasync. Client and server share the machine. Rates are closed-loop; the ratios take
                the best level of each system. The open-loop rows count latency from when an append was due.""";
    }

    /// PostgreSQL keeps its log beside the tables.
    @Override
    public long diskBytes(Sizes sizes) {
        return BYTES_FOR_FILES + BYTES_PER_EVENT * sizes.events() + 8 * BYTES_FOR_FILES;
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        var rates = new AppendRates(laboratory, sheet);
        rates.measure();
        new SustainedRun(laboratory, sheet).measure(rates.bestWindow());
    }
}
