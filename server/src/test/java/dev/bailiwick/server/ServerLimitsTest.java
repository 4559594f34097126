package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerLimitsTest {
    private final ServerLimits defaults = ServerLimits.DEFAULT;

    @Test
    void everyDefaultIsAsDocumented() {
        assertThat(defaults).isEqualTo(new ServerLimits(8_388_608, 32_768, 1_000, 1_000, 16, 100, 200, 8_192,
                33_554_432, Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ofSeconds(10),
                Duration.ofHours(1), Duration.ofSeconds(10)));
    }

    @Test
    void whatIsOutOfBoundsIsRefusedWithTheBound() {
        assertThatThrownBy(() -> defaults.withMaxMessageBytes(1))
                .hasMessage("max message bytes are 1024 to 268435456, not 1");
        assertThatThrownBy(() -> defaults.withMaxMetadataBytes(1))
                .hasMessage("max metadata bytes are 1024 to 1048576, not 1");
        assertThatThrownBy(() -> defaults.withMaxConnections(0)).hasMessage("max connections are 1 to 1000000, not 0");
        assertThatThrownBy(() -> defaults.withMaxConnectionCalls(0)).hasMessageContaining("max connection calls");
        assertThatThrownBy(() -> defaults.withMaxConnectionStreams(0)).hasMessageContaining("max connection streams");
        assertThatThrownBy(() -> defaults.withMaxConnectionSubscriptions(0))
                .hasMessageContaining("max connection subscriptions");
        assertThatThrownBy(() -> defaults.withMaxRunningCalls(0)).hasMessageContaining("max running calls");
        assertThatThrownBy(() -> defaults.withMaxStreamRequests(0)).hasMessageContaining("max stream requests");
        assertThatThrownBy(() -> defaults.withMaxStreamBytes(0)).hasMessageContaining("max stream bytes");
        assertThatThrownBy(() -> defaults.withKeepAlive(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessage("keep alive time is at least a second, not PT0S");
        assertThatThrownBy(() -> defaults.withMinClientKeepAlive(Duration.ZERO)).hasMessageContaining("a second");
        assertThatThrownBy(() -> defaults.withMaxConnectionIdle(Duration.ZERO)).hasMessageContaining("a second");
        assertThatThrownBy(() -> defaults.withHandshakeTimeout(Duration.ZERO)).hasMessageContaining("a second");
    }
}
