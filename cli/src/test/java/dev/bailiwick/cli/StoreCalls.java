package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A data directory, and calls of commands that work on it.
record StoreCalls(Path directory) {
    /// The key `acme/orders/1` in full.
    static final String KEY = "ce9951b7-f668-5b33-8546-dce88fe757c8/ada3af09-4c6c-5a23-8fd3-24c2985bff3b/"
            + "00000000-0000-0000-0000-000000000001";

    static StoreCalls make(Path parent) {
        var calls = new StoreCalls(parent.resolve("data"));
        calls.call("init", "--shards", "1").succeeds();
        return calls;
    }

    Execution call(String... arguments) {
        return callWith("", arguments);
    }

    /// With something on standard input.
    Execution callWith(String input, String... arguments) {
        return Execution.in(surroundings(input, false), arguments);
    }

    /// With somebody at a terminal, who types the input.
    Execution callAtTerminal(String typed, String... arguments) {
        return Execution.in(surroundings(typed, true), arguments);
    }

    /// Appends that many events, one at a time.
    void fill(int count, IntFunction<AggregateKey> key) {
        try (var store = dev.bailiwick.engine.Bailiwick.open(DataDirectory.options(directory))) {
            IntStream.range(0, count).mapToObj(i -> store.appendAsync(AppendRequest.builder()
                    .write(key.apply(i), ExpectedVersion.any(), NewEvent.of("T", new byte[0])).build())).toList()
                    .forEach(CompletableFuture::join);
        }
    }

    private Surroundings surroundings(String input, boolean terminal) {
        return new Surroundings(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), terminal,
                Map.of("BAILIWICK_DATA", directory.toString()));
    }
}
