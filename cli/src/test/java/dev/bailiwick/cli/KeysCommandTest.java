package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysCommandTest {
    private final StoreCalls store;

    KeysCommandTest(@TempDir Path directory) {
        store = StoreCalls.make(directory);
    }

    @Test
    void aKeyIsMadeListedAndRevoked() {
        var made = store.call("keys", "create", "billing", "--org", "acme", "--rights", "read+append").succeeds().out()
                .lines().toList();
        var id = made.get(1).strip().split(" ", 2)[0];

        assertThat(made).hasSize(4);
        assertThat(made.get(1))
                .matches("  " + id + " +billing +ce9951b7-f668-5b33-8546-dce88fe757c8 +read\\+append +\\S+Z +never");
        assertThat(made.get(3)).startsWith("bwk_" + id + "_");
        assertThat(store.call("keys", "list").succeeds().out()).contains(id).doesNotContain("bwk_");
        assertThat(store.call("keys", "list", "--json").succeeds().out())
                .matches("\\{\"id\":\"" + id
                        + "\",\"name\":\"billing\",\"org\":\"ce9951b7-f668-5b33-8546-dce88fe757c8\","
                        + "\"rights\":\"read\\+append\",\"created\":\"\\S+Z\"\\}\n");
        assertThat(store.call("keys", "revoke", id).succeeds().out())
                .isEqualTo("Revoked key " + id + " of 'billing'.\n");
        assertThat(store.call("keys", "list").succeeds().out()).isEmpty();
        store.call("keys", "revoke", id).isRefusedWith("bailiwick keys revoke: there is no key '" + id
                + "'; bailiwick keys list shows those there are.");
    }

    @Test
    void aKeyForAllOrgsMayExpire(@TempDir Path elsewhere) {
        var file = elsewhere.resolve("keys").toString();

        var made = store.call("keys", "create", "operations", "--all-orgs", "--rights", "all", "--expires",
                "2100-01-01T00:00:00Z", "--keys-file", file, "--json").succeeds().out();

        assertThat(made).contains("\"rights\":\"read+append+administer\"", "\"expires\":\"2100-01-01T00:00:00Z\"",
                "\"secret\":\"bwk_").doesNotContain("\"org\"");
        assertThat(store.call("keys", "list").succeeds().out()).isEmpty();
        assertThat(store.call("keys", "list", "--keys-file", file).succeeds().out()).contains("all orgs");
    }

    @Test
    void whatAKeyMayDoMustBeSaid() {
        store.call("keys", "create", "x", "--rights", "all")
                .isRefusedWith("bailiwick keys create: one of these must be said: --org=ORG | --all-orgs.");
        store.call("keys", "create", "x", "--all-orgs", "--rights", "reed")
                .isRefusedWith("bailiwick keys create: rights"
                        + " are written read+append+administer, some of these or 'all', not 'reed'.");
        store.call("keys", "create", "x", "--all-orgs", "--rights", "all", "--expires", "tomorrow").isRefusedWith(
                "bailiwick keys create: a time is written like 2030-01-01T00:00:00Z, not 'tomorrow'.");
        Execution.of("keys", "list", "--data", "nowhere").isRefusedWith(
                "bailiwick keys list: there is no store in nowhere; make one with bailiwick init --data nowhere.");
        assertThat(store.call("keys").succeeds().out()).contains("create", "list", "revoke");
    }

    @Test
    void aFileOfKeysThatOthersCanReadIsNotUsed() throws IOException {
        store.call("keys", "create", "x", "--all-orgs", "--rights", "all").succeeds();
        var file = store.directory().resolve("api-keys");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        var refused = store.call("keys", "list");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).startsWith("bailiwick keys list: " + file + ": ");
    }
}
