package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
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

    @Test
    void aKeyIsFoundByItsSecretOnly() {
        var one = create(Optional.empty());
        var two = create(Optional.empty());
        var live = open();

        assertThat(live.find(one.secret())).contains(one.key());
        assertThat(live.find(two.secret())).contains(two.key());
        assertThat(live.find(KeySecret.generate(new java.util.Random(1)).text())).isEmpty();
        assertThat(live.find(one.key().id())).isEmpty();
        assertThat(live.find("")).isEmpty();
    }

    @Test
    void aSecretOfOneKeyUnderTheIdOfAnotherIsRefused() {
        var one = create(Optional.empty());
        var two = create(Optional.empty());

        assertThat(open().find(one.secret().replace(one.key().id(), two.key().id()))).isEmpty();
    }

    @Test
    void aChangeIsNoticedWithinASecond() {
        var live = open();
        assertThat(live.count()).isZero();

        var created = create(Optional.empty());
        clock.pass(Duration.ofSeconds(1));
        assertThat(live.find(created.secret())).contains(created.key());
        assertThat(live.isAccepted(created.key().id())).isTrue();

        ApiKeys.at(file()).revoke(created.key().id());
        clock.pass(Duration.ofSeconds(1));
        assertThat(live.find(created.secret())).isEmpty();
        assertThat(live.isAccepted(created.key().id())).isFalse();
    }

    @Test
    void theFileIsNotLookedAtMoreThanOnceASecond() throws IOException {
        var created = create(Optional.empty());
        var live = open();

        Files.delete(file());
        assertThat(live.find(created.secret())).isPresent();

        clock.pass(Duration.ofMillis(999));
        assertThat(live.find(created.secret())).isPresent();
        clock.pass(Duration.ofMillis(1));
        assertThat(live.find(created.secret())).isEmpty();
    }

    @Test
    void anExpiredKeyIsNotAccepted() {
        var created = create(Optional.of(Duration.ofMinutes(1)));
        var live = open();
        assertThat(live.find(created.secret())).isPresent();

        clock.pass(Duration.ofMinutes(1));

        assertThat(live.find(created.secret())).isEmpty();
        assertThat(live.isAccepted(created.key().id())).isFalse();
    }

    @Test
    void aFileThatGetsDamagedKeepsEverybodyOutUntilItIsPutRight() throws IOException {
        var created = create(Optional.empty());
        var live = open();
        var good = Files.readString(file());

        Files.writeString(file(), good + "rubbish");
        clock.pass(Duration.ofSeconds(1));
        assertThat(live.find(created.secret())).isEmpty();

        Files.writeString(file(), good);
        clock.pass(Duration.ofSeconds(1));
        assertThat(live.find(created.secret())).isPresent();
    }

    @Test
    void aFileThatIsDamagedFromTheBeginningIsRefused() throws IOException {
        create(Optional.empty());
        Files.writeString(file(), "rubbish");

        assertThatExceptionOfType(UnusableFileException.class).isThrownBy(this::open);
    }
}
