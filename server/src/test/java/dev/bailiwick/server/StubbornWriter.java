package dev.bailiwick.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.client.ClientOptions;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.ServerUnavailableException;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A program that appends to a server from many threads, whatever happens to the server, until its standard input ends. It says what
/// came of each append, whose id is the payload of all its events:
///
///     A id aggregate@version ...    acknowledged
///     R id error                    refused, so it is nowhere
///     U id aggregate ...            unknown, so it is everywhere that it names or nowhere
///
/// Every other thread gives its appends command ids, and sends those again whose outcome is unknown.
final class StubbornWriter {
    static final int THREADS = 50;

    private static final Duration DEADLINE = Duration.ofMillis(700);
    private static final int SHARED = 8;
    private static final int PAIRS = 16;
    private static final int OF_ORG = 1;

    private final BailiwickClient client;
    private final PrintStream out;
    private final int process;
    private volatile boolean stopping;

    private StubbornWriter(BailiwickClient client, PrintStream out, int process) {
        this.client = client;
        this.out = out;
        this.process = process;
    }

    /// Writes until its input ends.
    ///
    /// @param arguments port, number of the process, random seed
    public static void main(String[] arguments) throws IOException {
        var out = new PrintStream(System.out, true, UTF_8);
        int process = Integer.parseInt(arguments[1]);
        var random = new SplittableRandom(Long.parseLong(arguments[2]));
        var options = ClientOptions.DEFAULT.withDeadline(DEADLINE);
        try (var client = whileUnavailable(() -> BailiwickClient.connect("127.0.0.1:" + arguments[0], options));
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var writer = new StubbornWriter(client, out, process);
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                var own = random.split();
                executor.execute(() -> writer.write(thread, own));
            }
            while (System.in.read() >= 0) { // nothing is sent
            }
            writer.stopping = true;
        }
    }

    private void write(int thread, SplittableRandom random) {
        try {
            for (int i = 0; !stopping; i++) {
                var id = process + "-" + thread + "-" + i;
                var builder = request(id, thread, random);
                if (thread % 2 == 0) {
                    untilItIsKnown(id, builder.commandId(UUID.randomUUID()).build());
                } else {
                    once(id, builder.build());
                }
            }
        } catch (RuntimeException | Error e) {
            out.println("FAILED " + e);
        }
    }

    private AppendRequest.Builder request(String id, int thread, SplittableRandom random) {
        var event = NewEvent.of("Written", id.getBytes(UTF_8));
        return switch (random.nextInt(3)) {
            case 0 -> AppendRequest.builder().write(AggregateKey.of(OF_ORG, 1, random.nextInt(SHARED)),
                    ExpectedVersion.any(), event);
            case 1 -> {
                var own = AggregateKey.of(OF_ORG, 2, process * 1_000L + thread);
                yield AppendRequest.builder().write(own, asItIs(own), event);
            }
            default -> {
                int pair = random.nextInt(PAIRS);
                var from = AggregateKey.of(OF_ORG, 3, pair);
                yield AppendRequest.builder().write(from, asItIs(from), event)
                        .write(AggregateKey.of(OF_ORG, 4, pair), ExpectedVersion.any(), event);
            }
        };
    }

    private ExpectedVersion asItIs(AggregateKey key) {
        return ExpectedVersion.exactly(
                whileUnavailable(() -> client.details(key).map(AggregateDetails::version).orElse(0L)));
    }

    private void untilItIsKnown(String id, AppendRequest request) {
        try {
            acknowledged(id, request, whileUnavailable(() -> client.append(request)));
        } catch (BailiwickException e) {
            out.println("R " + id + " " + e.code().number());
        }
    }

    private void once(String id, AppendRequest request) {
        try {
            acknowledged(id, request, client.append(request));
        } catch (OutcomeUnknownException e) {
            out.println("U " + id + request.writes().stream().map(write -> " " + name(write.key()))
                    .collect(Collectors.joining()));
        } catch (BailiwickException e) {
            out.println("R " + id + " " + e.code().number());
        }
    }

    private void acknowledged(String id, AppendRequest request, AppendResult result) {
        out.println("A " + id + request.writes().stream()
                .map(write -> " " + name(write.key()) + "@" + result.version(write.key()))
                .collect(Collectors.joining()));
    }

    private static <T> T whileUnavailable(Supplier<T> call) {
        while (true) {
            try {
                return call.get();
            } catch (OutcomeUnknownException | ServerUnavailableException e) {
                // the same again: it waited for its deadline already
            }
        }
    }

    static String name(AggregateKey key) {
        return key.aggregateTypeId().getLeastSignificantBits() + "/" + key.aggregateId().getLeastSignificantBits();
    }
}
