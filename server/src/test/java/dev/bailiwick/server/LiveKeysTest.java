package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A running server follows the file.
class LiveKeysTest {
    private final HandClock clock = new HandClock();

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("keys");
    }

    private LiveKeys open() {
        return LiveKeys.open(file(), clock, clock::nanoTime);
    }

    private NewApiKey create(Optional<Duration> lifetime) {
        return ApiKeys.at(file()).create(new ApiKeyRequest("x", Optional.empty(), Set.of(Right.READ),
                lifetime.map(time -> clock.instant().plus(time))));
    }

    private static Optional<ApiKey> found(LiveKeys live, NewApiKey created) {
        return live.find(KeySecret.parse(created.secret()).orElseThrow());
    }

    @Test
    void aKeyIsFoundByItsSecretOnly() {
        var one = create(Optional.empty());
        var two = create(Optional.empty());
        var live = open();

        assertThat(found(live, one)).contains(one.key());
        assertThat(found(live, two)).contains(two.key());
        assertThat(live.find(KeySecret.generate(new Random(1)))).isEmpty();
    }

    @Test
    void aSecretOfOneKeyUnderTheIdOfAnotherIsRefused() {
        var one = create(Optional.empty());
        var two = create(Optional.empty());

        assertThat(open().find(new KeySecret(two.key().id(), one.secret()))).isEmpty();
    }

    @Test
    void aNewKeyIsKnownAtOnceAndARevokedOneRefusedWithinASecond() {
        var live = open();
        assertThat(live.count()).isZero();

        var created = create(Optional.empty());
        assertThat(found(live, created)).contains(created.key());
        assertThat(live.isAccepted(created.key().id())).isTrue();

        ApiKeys.at(file()).revoke(created.key().id());
        clock.pass(Duration.ofSeconds(1));
        assertThat(found(live, created)).isEmpty();
        assertThat(live.isAccepted(created.key().id())).isFalse();
    }

    @Test
    void theFileIsNotLookedAtMoreThanOnceASecond() throws IOException {
        var created = create(Optional.empty());
        var live = open();

        Files.delete(file());
        assertThat(found(live, created)).isPresent();

        clock.pass(Duration.ofMillis(999));
        assertThat(found(live, created)).isPresent();
        clock.pass(Duration.ofMillis(1));
        assertThat(found(live, created)).isEmpty();
    }

    @Test
    void anExpiredKeyIsNotAccepted() {
        var created = create(Optional.of(Duration.ofMinutes(1)));
        var live = open();
        assertThat(found(live, created)).isPresent();

        clock.pass(Duration.ofMinutes(1));

        assertThat(found(live, created)).isEmpty();
        assertThat(live.isAccepted(created.key().id())).isFalse();
    }

    @Test
    void aFileThatGetsDamagedKeepsEverybodyOutUntilItIsPutRight() throws IOException {
        var created = create(Optional.empty());
        var live = open();
        var good = Files.readString(file());

        Files.writeString(file(), good + "rubbish");
        clock.pass(Duration.ofSeconds(1));
        assertThat(found(live, created)).isEmpty();

        Files.writeString(file(), good);
        clock.pass(Duration.ofSeconds(1));
        assertThat(found(live, created)).isPresent();
    }

    @Test
    void aFileThatIsDamagedFromTheBeginningIsRefused() throws IOException {
        create(Optional.empty());
        Files.writeString(file(), "rubbish");

        assertThatExceptionOfType(UnusableFileException.class).isThrownBy(this::open);
    }
}
