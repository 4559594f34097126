package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeysTest {
    private static final UUID ORG = new UUID(0, 7);
    private static final ApiKeyRequest REQUEST = new ApiKeyRequest("billing", Optional.of(ORG),
            Set.of(Right.READ, Right.APPEND), Optional.empty());

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("keys");
    }

    private ApiKeys keys() {
        return ApiKeys.at(file());
    }

    @Test
    void aKeyIsListedAsItWasAskedFor() {
        var expires = Instant.parse("2999-01-01T00:00:00Z");
        var one = keys().create(REQUEST);
        var two = keys().create(new ApiKeyRequest("Ops Ünit", Optional.empty(), Set.of(Right.values()),
                Optional.of(expires)));

        assertThat(keys().list()).containsExactly(one.key(), two.key());
        assertThat(one.key().org()).contains(ORG);
        assertThat(one.key().rights()).containsExactlyInAnyOrder(Right.READ, Right.APPEND);
        assertThat(two.key().expires()).contains(expires);
        assertThat(two.key().name()).isEqualTo("Ops Ünit");
    }

    @Test
    void aRevokedKeyIsGoneAndCannotBeRevokedAgain() {
        var one = keys().create(REQUEST);
        var two = keys().create(REQUEST);

        assertThat(keys().revoke(one.key().id())).contains(one.key());
        assertThat(keys().revoke(one.key().id())).isEmpty();
        assertThat(keys().list()).containsExactly(two.key());
    }

    @Test
    void theFileHoldsNoSecretAndIsForItsOwnerOnly() throws IOException {
        var created = keys().create(REQUEST);
        var secret = created.secret().substring(created.secret().lastIndexOf('_') + 1);

        assertThat(Files.readString(file())).contains(created.key().id()).doesNotContain(secret);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file()))).isEqualTo("rw-------");
        assertThat(created.toString()).doesNotContain(secret);
    }

    @Test
    void aFileThatOthersCanReadIsRefusedWithWhatToDo() throws IOException {
        keys().create(REQUEST);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));

        assertThatExceptionOfType(UnusableFileException.class).isThrownBy(() -> keys().list())
                .withMessageContaining("chmod 600 " + file());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "something else\n", "bailiwick-keys 2\n", "bailiwick-keys 1\nnonsense\n",
            "bailiwick-keys 1\n0000000000\tzz\t*\tread\t2026-01-01T00:00:00Z\t-\tx\n"})
    void aDamagedFileIsRefusedAndNotOverwritten(String content) throws IOException {
        Files.writeString(file(), content);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));

        assertThatExceptionOfType(UnusableFileException.class).isThrownBy(() -> keys().list())
                .withMessageStartingWith(file().toString());
        assertThatExceptionOfType(UnusableFileException.class).isThrownBy(() -> keys().create(REQUEST));
        assertThat(Files.readString(file())).isEqualTo(content);
    }

    @Test
    void aLineOfADamagedFileIsNamed() throws IOException {
        keys().create(REQUEST);
        Files.write(file(), (Files.readString(file()) + "rubbish\n").getBytes(StandardCharsets.UTF_8));

        assertThatExceptionOfType(UnusableFileException.class).isThrownBy(() -> keys().list())
                .withMessageContaining("line 3");
    }

    @Test
    void whatWasLeftOfAnInterruptedChangeIsNoHindrance() throws IOException {
        Files.writeString(directory.resolve("keys.next"), "half a");

        var created = keys().create(REQUEST);

        assertThat(keys().list()).containsExactly(created.key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "two\nlines", "a\ttab"})
    void aNameThatWouldSpoilTheFileIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ApiKeyRequest(name, Optional.empty(), Set.of(Right.READ), Optional.empty()));
    }

    @Test
    void aKeyWithoutRightsOrWithoutAFutureIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ApiKeyRequest("x", Optional.empty(), Set.of(), Optional.empty()));
        assertThatIllegalArgumentException().isThrownBy(() -> keys().create(
                new ApiKeyRequest("x", Optional.empty(), Set.of(Right.READ), Optional.of(Instant.EPOCH))));
        assertThat(file()).doesNotExist();
    }

    @Test
    void rightsAreReadInAnyOrderAndCase() {
        assertThat(Right.parse("Append+READ")).containsExactlyInAnyOrder(Right.READ, Right.APPEND);
        assertThat(Right.parse("all")).containsExactlyInAnyOrder(Right.values());
        assertThat(Right.format(Right.parse("append+read"))).isEqualTo("read+append");
        assertThatIllegalArgumentException().isThrownBy(() -> Right.parse("write"))
                .withMessageContaining("read+append+administer");
    }
}
