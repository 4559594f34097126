package dev.bailiwick.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.HandlerOptions;
import dev.bailiwick.persistence.Handlers;
import dev.bailiwick.persistence.ShardingConfig;
import dev.bailiwick.placement.ShardIdentifier;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tickets over two shards: orders on the one, seats on the other.
class TicketSagaTest {
    static final HandlerOptions HASTY = HandlerOptions.standard().withLease(Duration.ofSeconds(1))
            .withMaxIdle(Duration.ofMillis(20));
    /// With what a process ends that ends in the middle.
    static final int HALTED = 77;

    private static final ShardIdentifier ORDERS = ShardIdentifier.of(0, 0);
    private static final ShardIdentifier SEATS = ShardIdentifier.of(1, 0);
    private static final BigDecimal CHEAP = new BigDecimal("20.00");
    private static final BigDecimal DEAR = new BigDecimal("2000.00");

    private static EmbeddedPostgres server;

    enum Kind {
        H2, POSTGRESQL
    }

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder().setErrorRedirector(ProcessBuilder.Redirect.DISCARD)
                .setOutputRedirector(ProcessBuilder.Redirect.DISCARD).setPGStartupWait(Duration.ofMinutes(1)).start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    /// Two empty databases, and a place for payments.
    private record Setting(List<String> urls, PaymentsInFiles payments) {
        static Setting of(Kind kind, Path directory) throws IOException, SQLException {
            var urls = new ArrayList<String>();
            for (var name : List.of("orders", "seats")) {
                urls.add(
                        kind == Kind.H2 ? "jdbc:h2:file:" + directory.resolve(name) + ";WRITE_DELAY=0" : created(name));
            }
            var setting = new Setting(urls, new PaymentsInFiles(Files.createDirectory(directory.resolve("payments"))));
            try (var databases = setting.open()) {
                databases.migrate(List.of("classpath:tickets"));
            }
            return setting;
        }

        private static String created(String name) throws SQLException {
            var database = name + "_" + System.nanoTime();
            try (var connection = DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
                    var statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + database);
            }
            return "jdbc:postgresql://localhost:" + server.getPort() + "/" + database
                    + "?user=postgres&password=postgres";
        }

        String config() {
            return """
                    sharding:
                      groups:
                        - group: 0
                          members: [{member: 0, configs: {primary-config: {jdbc-url: '%s'}}}]
                        - group: 1
                          members: [{member: 0, configs: {primary-config: {jdbc-url: '%s'}}}]
                    """.formatted(urls.getFirst(), urls.getLast());
        }

        DatabaseRegistry open() {
            return DatabaseRegistry.fromConfig(ShardingConfig.parse(config(), Map.of()));
        }

        /// Works until the orders have ended and nothing is left to do.
        void work(TicketSaga saga, DatabaseRegistry databases) {
            try (var handlers = Handlers.start(databases, HASTY, saga.handlers())) {
                eventually(() -> saga.orders().findAll().stream()
                        .noneMatch(order -> order.state == TicketOrderState.PLACED)
                        && handlers.metrics().stream().allMatch(each -> each.backlog()
                                .map(backlog -> backlog.events() == 0 && backlog.waiting() == 0).orElse(false)));
                assertThat(handlers.parked().list().items()).isEmpty();
            }
        }

        /// Everything is delivered once more.
        void deliverAgain() throws SQLException {
            for (var url : urls) {
                try (var connection = DriverManager.getConnection(url); var statement = connection.createStatement()) {
                    statement.execute("UPDATE eventlog.handler_slots SET after_position = 0");
                }
            }
        }
    }

    private static void eventually(BooleanSupplier condition) {
        long endNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(endNs);
            Thread.onSpinWait();
        }
    }

    private static TicketOrder place(TicketSaga saga, Seat seat, BigDecimal price) {
        return saga.orders().add(TicketOrder.place(ORDERS, seat, price, Instant.now()));
    }

    private static Seat seat(TicketSaga saga) {
        return saga.seats().add(Seat.free(SEATS, Instant.now()));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsPaidIsSoldAndWhatIsRefusedIsReleased(Kind kind, @TempDir Path directory) throws Exception {
        var setting = Setting.of(kind, directory);
        try (var databases = setting.open()) {
            var saga = new TicketSaga(databases, setting.payments);
            var cheap = seat(saga);
            var dear = seat(saga);
            var paid = place(saga, cheap, CHEAP);
            var late = place(saga, cheap, CHEAP);
            var refused = place(saga, dear, DEAR);

            setting.work(saga, databases);

            var states = List.of(paid, late).stream().map(order -> saga.orders().getById(order.id).state).toList();
            assertThat(states).containsExactlyInAnyOrder(TicketOrderState.PAID, TicketOrderState.CANCELLED);
            assertThat(saga.seats().getById(cheap.id).state).isEqualTo(SeatState.HELD);
            assertThat(saga.orders().getById(refused.id).state).isEqualTo(TicketOrderState.CANCELLED);
            assertThat(saga.seats().getById(dear.id).state).isEqualTo(SeatState.FREE);
            assertThat(saga.seats().eventsOf(dear.id, 1, 10)).extracting(event -> event.type())
                    .containsExactly("Held", "Released");
            assertThat(setting.payments.count()).isEqualTo(2); // the one who came too late was not asked to pay

            var next = place(saga, dear, CHEAP);
            setting.work(saga, databases);
            assertThat(saga.orders().getById(next.id).state).isEqualTo(TicketOrderState.PAID);
            assertThat(saga.seats().getById(dear.id).heldFor).isEqualTo(next.id.uuid());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsDeliveredTwiceIsDoneOnce(Kind kind, @TempDir Path directory) throws Exception {
        var setting = Setting.of(kind, directory);
        try (var databases = setting.open()) {
            var saga = new TicketSaga(databases, setting.payments);
            var paid = place(saga, seat(saga), CHEAP);
            var refused = place(saga, seat(saga), DEAR);
            setting.work(saga, databases);
            var before = saga.seats().findAll();

            setting.deliverAgain();
            setting.work(saga, databases);

            assertThat(saga.orders().getById(paid.id).version).isEqualTo(2);
            assertThat(saga.orders().getById(refused.id).version).isEqualTo(2);
            assertThat(saga.seats().findAll()).extracting(seat -> seat.version)
                    .isEqualTo(before.stream().map(seat -> seat.version).toList());
            assertThat(setting.payments.count()).isEqualTo(2);
        }
    }

    /// A real process that ends between two steps, before the payment or after it.
    @ParameterizedTest
    @CsvSource({"H2, false", "H2, true", "POSTGRESQL, false", "POSTGRESQL, true"})
    void aProcessThatEndsBetweenTwoStepsIsContinuedByTheNext(Kind kind, boolean isAfterPayment,
            @TempDir Path directory) throws Exception {
        var setting = Setting.of(kind, directory);
        TicketOrder order;
        Seat seat;
        try (var databases = setting.open()) {
            var saga = new TicketSaga(databases, setting.payments);
            seat = seat(saga);
            order = place(saga, seat, CHEAP);
        }
        var child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), TicketSagaChild.class.getName(), setting.config(),
                setting.payments.directory().toString(), Boolean.toString(isAfterPayment)).redirectErrorStream(true)
                .start();
        var printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(printed).isEqualTo(HALTED);

        try (var databases = setting.open()) {
            var saga = new TicketSaga(databases, setting.payments);
            assertThat(setting.payments.count()).isEqualTo(isAfterPayment ? 1 : 0);
            assertThat(saga.orders().getById(order.id).state).isEqualTo(TicketOrderState.PLACED);
            assertThat(saga.seats().getById(seat.id).state).isEqualTo(SeatState.HELD);

            setting.work(saga, databases);

            assertThat(saga.orders().getById(order.id).state).isEqualTo(TicketOrderState.PAID);
            assertThat(saga.seats().getById(seat.id).version).isEqualTo(2);
            assertThat(setting.payments.count()).isEqualTo(1);
        }
    }
}
