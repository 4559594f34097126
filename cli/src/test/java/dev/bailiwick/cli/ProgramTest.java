package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.certificates.TestCertificates;
import dev.bailiwick.placement.AggregateKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// How the program begins and ends as a process; signals and pipes are those of Unix.
@DisabledOnOs(OS.WINDOWS)
class ProgramTest {
    private final Path directory;

    ProgramTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void anInterruptEndsASubscriptionCleanly() throws Exception {
        var store = StoreCalls.make(directory);
        var position = directory.resolve("position");
        store.call("append", "acme/orders/1", "a", "--type", "T").succeeds();
        var program = Program.start("subscribe", "--json", "--data", store.directory().toString(), "--position-file",
                position.toString());

        assertThat(program.nextLine()).contains("\"payload\":\"a\"");
        awaitFile(position);
        program.interrupt();

        assertThat(program.outcome()).isEqualTo(new Execution(130, "", ""));
        store.call("append", "acme/orders/1", "b", "--type", "T").succeeds();
        assertThat(store.call("subscribe", "--json", "--until-idle", "--position-file", position.toString()).succeeds()
                .out().lines()).hasSize(1).allMatch(line -> line.contains("\"payload\":\"b\""));
    }

    /// The position is kept after the batch is printed, and a process has no other way to say that it did so.
    private static void awaitFile(Path file) throws IOException {
        while (!Files.exists(file)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anInterruptEndsFollowingCleanly() throws Exception {
        var store = StoreCalls.make(directory);
        store.call("append", "acme/orders/1", "a", "--type", "T").succeeds();
        var program = Program.start("read", "acme/orders/1", "--follow", "--json", "--data",
                store.directory().toString());

        assertThat(program.nextLine()).contains("\"payload\":\"a\"");
        program.interrupt();

        assertThat(program.outcome()).isEqualTo(new Execution(130, "", ""));
    }

    @Test
    void whoeverReadsNoFurtherIsNotComplainedAbout() throws Exception {
        var store = StoreCalls.make(directory);
        store.fill(5_000, _ -> AggregateKey.of(1, 2, 3));
        var program = Program.start("read", "1/2/3", "--json", "--data", store.directory().toString());

        assertThat(program.nextLine()).contains("\"version\":1,");
        program.process().getInputStream().close();

        assertThat(program.outcomeUnread()).isEqualTo(new Execution(141, "", ""));
    }

    @Test
    void aStoreIsServedToWhoeverHasAKey() throws Exception {
        var store = StoreCalls.make(directory);
        var made = store.call("keys", "create", "ann", "--org", "acme", "--rights", "read+append").succeeds().out();
        var keyFile = Files.writeString(directory.resolve("key"), made.lines().toList().getLast()).toString();
        var serving = Program.start("serve", "--data", store.directory().toString(), "--listen", "127.0.0.1:0",
                "--metrics-address", "none", "--log-format", "text");
        try {
            var address = "localhost:" + serving.nextErrorLine(".*serving on 127.0.0.1:(\\d+) .*");

            assertThat(Execution.of("list", "orgs", "--server", address).err())
                    .startsWith("bailiwick list: 10000 Unauthenticated: ");
            Execution.of("append", "acme/orders/1", "a", "--type", "T", "--server", address, "--api-key-file", keyFile)
                    .succeeds();
            assertThat(
                    Execution.of("append", "bolt/orders/1", "a", "--type", "T", "--server", address, "--api-key-file",
                            keyFile).err())
                    .startsWith("bailiwick append: 10001 PermissionDenied: ");
            followThrough(address, keyFile);
        } finally {
            serving.interrupt();
        }
        assertThat(serving.process().waitFor()).isEqualTo(130);
    }

    private static void followThrough(String address, String keyFile) throws Exception {
        var following = Program.start("read", "acme/orders/1", "--follow", "--json", "--server", address,
                "--api-key-file", keyFile);
        assertThat(following.nextLine()).contains("\"payload\":\"a\"");
        Execution.of("append", "acme/orders/1", "b", "--type", "T", "--server", address, "--api-key-file", keyFile)
                .succeeds();
        assertThat(following.nextLine()).contains("\"payload\":\"b\"");
        following.interrupt();
        assertThat(following.outcome()).isEqualTo(new Execution(130, "", ""));
    }

    @Test
    void aCallerIsKnownByItsCertificate() throws Exception {
        var certificates = TestCertificates.get();
        var serving = Program.start("serve", "--data", directory.resolve("data").toString(), "--shards", "1",
                "--listen", "127.0.0.1:0", "--metrics-address", "none", "--log-format", "text", "--tls-certificate",
                certificates.file("server.crt").toString(), "--tls-key", certificates.file("server.key").toString(),
                "--tls-client-certificates", certificates.file("authority.crt").toString(),
                "--tls-require-client-certificate", "--auth-certificate-identities",
                "subject:" + TestCertificates.CLIENT_SUBJECT + " => ann, acme, read+append");
        try {
            var address = "localhost:" + serving.nextErrorLine(".*serving on 127.0.0.1:(\\d+) .*");

            append(address, "acme/orders/1", "client").succeeds();
            assertThat(append(address, "bolt/orders/1", "client").err())
                    .startsWith("bailiwick append: 10001 PermissionDenied: ");
            assertThat(append(address, "acme/orders/1", "stranger").exitCode()).isEqualTo(4);
            assertThat(Execution.of("read", "acme/orders/1", "--server", address, "--tls-trust",
                    certificates.file("authority.crt").toString(), "--timeout", "1").exitCode()).isEqualTo(4);
        } finally {
            serving.interrupt();
        }
        assertThat(serving.process().waitFor()).isEqualTo(130);
    }

    private static Execution append(String address, String key, String who) {
        var certificates = TestCertificates.get();
        return Execution.of("append", key, "a", "--type", "T", "--server", address, "--timeout", "5", "--tls-trust",
                certificates.file("authority.crt").toString(), "--tls-certificate",
                certificates.file(who + ".crt").toString(), "--tls-key", certificates.file(who + ".key").toString());
    }

    @Test
    void damageHasTheSameExitCodeWhoeverFindsIt() throws Exception {
        var store = StoreCalls.make(directory);
        var descriptor = store.directory().resolve("store");
        var bytes = Files.readAllBytes(descriptor);
        bytes[bytes.length / 2] ^= 1;
        Files.write(descriptor, bytes);

        var served = Program.start("serve", "--data", store.directory().toString(), "--listen", "127.0.0.1:0",
                "--metrics-address", "none").outcome();
        var listed = store.call("list", "orgs");

        assertThat(served.err()).contains("12004 UnreadableStore");
        assertThat(listed.err()).startsWith("bailiwick list: 12004 UnreadableStore");
        assertThat(List.of(served.exitCode(), listed.exitCode())).containsOnly(5);
    }

    @Test
    void theServerTellsItsSettingsAndChecksThem() throws Exception {
        assertThat(Execution.of("serve", "--help").succeeds().out()).contains("--listen", "BAILIWICK_AUTH_KEYS_FILE",
                "--check-config");
        assertThat(Program.start("serve", "--data", directory.toString(), "--check-config").outcome().succeeds().out())
                .contains("listen");
        var refused = Program.start("serve", "--lissten", "x").outcome();
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("listen");
    }

    @Test
    void theDemoProvesItself() throws Exception {
        var execution = Program.start("demo", "--seconds", "3", "--accounts", "60", "--writers", "16", "--shards", "2",
                "--seed", "7").outcome();

        assertThat(execution.succeeds().out()).contains("16 writers move money between 60 accounts in 6 branches",
                "Seed 7.", "Killed the writing process (SIGKILL) after ", "The proof, from the log alone:",
                "  ok     the money is all there, and no more: 60,000 before and after",
                "  ok     hash chains and digests verify").doesNotContain("NOT");
    }
}
