package dev.bailiwick.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientOptionsTest {
    private final ClientOptions defaults = ClientOptions.DEFAULT;

    @Test
    void everyDefaultIsAsDocumented() {
        assertThat(defaults).isEqualTo(new ClientOptions(Duration.ofSeconds(30), 1, Optional.empty(),
                Optional.empty(), 8_192, 67_108_864, InstantSource.system(), defaults.random()));
    }

    @Test
    void whatIsOutOfBoundsIsRefusedWithTheBound() {
        assertThatThrownBy(() -> defaults.withDeadline(Duration.ZERO))
                .hasMessage("the deadline is a millisecond to a day, not PT0S");
        assertThatThrownBy(() -> defaults.withConnections(0)).hasMessage("connections are 1 to 64, not 0");
        assertThatThrownBy(() -> defaults.withMaxInFlightAppends(0))
                .hasMessage("max in-flight appends are 1 to 1000000, not 0");
        assertThatThrownBy(() -> defaults.withMaxInFlightBytes(1))
                .hasMessage("max in-flight bytes are 8388608 to 1073741824, not 1");
        assertThatThrownBy(() -> defaults.withApiKey("two words")).hasMessageNotContaining("two words");
    }

    @Test
    void theKeyIsNeverShown() {
        assertThat(defaults.withApiKey("bwk_secret")).asString().contains("***").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:", ":4821", "localhost:0", "localhost:65536", "::1:4821", "a:b"})
    void anAddressThatMakesNoSenseIsRefusedWithAnExample(String address) {
        assertThatThrownBy(() -> BailiwickClient.connect(address)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("localhost:4821").hasMessageContaining(address);
    }

    @Test
    void anAddressIsAHostAndAPort() {
        assertThat(ServerAddress.parse("db.example:4821")).isEqualTo(new ServerAddress("db.example", 4821));
        assertThat(ServerAddress.parse("[::1]:4821")).isEqualTo(new ServerAddress("::1", 4821))
                .hasToString("[::1]:4821");
    }

    @Test
    void waitsDoubleUpToASecondAndAreSpread() {
        var shortest = new Backoff(() -> 0);
        var longest = new Backoff(() -> 1);

        assertThat(shortest.delayNs(0)).isEqualTo(5_000_000);
        assertThat(longest.delayNs(0)).isEqualTo(10_000_000);
        assertThat(longest.delayNs(3)).isEqualTo(80_000_000);
        assertThat(longest.delayNs(1_000)).isEqualTo(1_000_000_000);
    }

    @Test
    void madeIdsAreOfVersionSevenAndOfTheClocksTime() {
        var ids = new CommandIds(InstantSource.fixed(java.time.Instant.ofEpochMilli(1_700_000_000_000L)));

        var id = ids.next();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(1_700_000_000_000L);
        assertThat(ids.next()).isNotEqualTo(id);
    }
}
