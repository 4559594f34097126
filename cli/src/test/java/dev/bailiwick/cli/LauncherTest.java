package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher is a bash script, so Windows has none of this.
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final String BUILDING = "bailiwick: building, a minute or so the first time ...\n";
    private static final String REBUILDING = "bailiwick: rebuilding, since a source changed ...\n";

    // Each test has an instance of its own, so tests that run at the same time do not share it.
    private final LauncherSandbox sandbox;

    LauncherTest(@TempDir Path directory) throws IOException {
        sandbox = LauncherSandbox.in(directory.toRealPath());
    }

    @BeforeEach
    void lockWithFlockWhereThereIsOne() {
        sandbox.offer("flock");
    }

    @Test
    void theFirstCallBuildsAndTheSecondDoesNot() throws Exception {
        var first = sandbox.run("place", "a b", "");
        var second = sandbox.run("version");

        assertThat(first)
                .isEqualTo(new Execution(0, "jdk [place a b ] in " + sandbox.root.getFileName() + "\n", BUILDING));
        assertThat(second.succeeds().out()).startsWith("jdk [version]");
        assertThat(sandbox.mavenCalls()).hasSize(1).first().asString().contains("-pl cli -am", "package");
    }

    @Test
    void exitCodesArePassedOn() throws Exception {
        Files.writeString(sandbox.root.resolve("exit-code"), "42");

        assertThat(sandbox.run("place").exitCode()).isEqualTo(42);
    }

    @Test
    void itWorksThroughSymbolicLinks() throws Exception {
        Files.createSymbolicLink(sandbox.root.resolve("one"), Path.of("a checkout", "bailiwick"));
        var two = Files.createSymbolicLink(sandbox.root.resolve("two"), sandbox.root.resolve("one"));

        assertThat(LauncherSandbox.outcome(sandbox.start(two, Map.of(), "version")).out()).startsWith("jdk [version]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"placement/src/main/A.java", "placement/pom.xml", "pom.xml", "cli/src/main/New.java",
            ".mvn/maven.config"})
    void aNewerSourceIsBuilt(String source) throws Exception {
        sandbox.run("version");
        Files.writeString(sandbox.checkout.resolve(source), "new");

        assertThat(sandbox.run("version").err()).isEqualTo(REBUILDING);
        sandbox.run("version").succeeds();
    }

    @Test
    void aDeletedSourceIsNoticed() throws Exception {
        sandbox.run("version");
        Files.delete(sandbox.checkout.resolve("placement/src/main/A.java"));

        assertThat(sandbox.run("version").err()).isEqualTo(REBUILDING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"placement/src/test/T.java", "benchmarks/src/main/B.java", "benchmarks/pom.xml"})
    void whatTheCommandIsNotMadeOfIsNotBuilt(String source) throws Exception {
        sandbox.run("version");
        Files.writeString(sandbox.checkout.resolve(source), "new");

        sandbox.run("version").succeeds();
    }

    @Test
    void theBenchmarksAreAProgramOfTheirOwn() throws Exception {
        var first = sandbox.run("bench", "--only", "a b");
        var second = sandbox.run("bench");
        var other = sandbox.run("version");

        assertThat(first).isEqualTo(
                new Execution(0, "jdk [--only a b] in " + sandbox.root.getFileName() + "\n", BUILDING));
        assertThat(second.succeeds().out()).startsWith("jdk []");
        assertThat(other.err()).isEqualTo(BUILDING);
        assertThat(sandbox.mavenCalls()).hasSize(2).first().asString().contains("-pl benchmarks -am", "package");
    }

    @ParameterizedTest
    @ValueSource(strings = {"placement/src/main/A.java", "benchmarks/src/main/B.java", "benchmarks/pom.xml"})
    void aNewerSourceOfTheBenchmarksIsBuilt(String source) throws Exception {
        sandbox.run("bench");
        Files.writeString(sandbox.checkout.resolve(source), "new");

        assertThat(sandbox.run("bench").err()).isEqualTo(REBUILDING);
        sandbox.run("bench").succeeds();
    }

    @Test
    void theHelpOfTheBenchmarksIsTheirOwn() throws Exception {
        assertThat(sandbox.run("help", "bench").out()).startsWith("jdk [--help]");
    }

    @Test
    void aFailedBuildShowsTheErrorsAndIsTriedAgain() throws Exception {
        var broken = sandbox.file("broken");

        assertThat(sandbox.run("version")).isEqualTo(new Execution(1, "", BUILDING
                + "bailiwick: the build failed; all it said is in " + sandbox.checkout.resolve(".launcher/build.log")
                + "\n[ERROR] A.java:1 is wrong\n"));
        Files.delete(broken);
        assertThat(sandbox.run("version").exitCode()).isZero();
    }

    @Test
    void aFailedRebuildDoesNotRunTheOldProgram() throws Exception {
        sandbox.run("version");
        sandbox.file("broken");
        Files.writeString(sandbox.checkout.resolve("pom.xml"), "new");

        assertThat(sandbox.run("version").exitCode()).isEqualTo(1);
        assertThat(sandbox.run("version").out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void firstCallsAtTheSameTimeBuildOnce(boolean flock) throws Exception {
        if (!flock) {
            Files.deleteIfExists(sandbox.root.resolve("bin/flock"));
        }
        var hold = sandbox.file("hold");

        List<Process> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            calls.add(sandbox.start(sandbox.checkout.resolve("bailiwick"), Map.of(), "version"));
        }
        List<String> said = new ArrayList<>();
        for (var call : calls) {
            said.add(call.errorReader().readLine());
        }
        Files.delete(hold);

        assertThat(said).containsOnlyOnce(BUILDING.strip()).contains("bailiwick: waiting for another build ...");
        for (var call : calls) {
            assertThat(LauncherSandbox.outcome(call).out()).startsWith("jdk [version]");
        }
        assertThat(sandbox.mavenCalls()).hasSize(1);
    }

    @Test
    void aBuildThatIsStoppedLeavesNothingBehind() throws Exception {
        Files.deleteIfExists(sandbox.root.resolve("bin/flock"));
        var hold = sandbox.file("hold");

        var call = sandbox.start(sandbox.checkout.resolve("bailiwick"), Map.of(), "version");
        assertThat(call.errorReader().readLine()).isEqualTo(BUILDING.strip());
        while (sandbox.mavenCalls().isEmpty()) {
            Thread.onSpinWait(); // only then it notices that it is told to stop
        }
        call.toHandle().destroy();

        assertThat(call.waitFor()).isEqualTo(143);
        assertThat(sandbox.root.resolve("maven-stopped")).exists();
        try (var left = Files.list(sandbox.checkout.resolve(".launcher"))) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("build.log");
        }
        Files.delete(hold);
        assertThat(sandbox.run("version").exitCode()).isZero();
    }

    @Test
    void onlyTheNewestBuildsAreKept() throws Exception {
        for (int i = 0; i < 5; i++) {
            Files.writeString(sandbox.checkout.resolve("pom.xml"), "" + i);
            sandbox.run("version");
        }

        try (var left = Files.list(sandbox.checkout.resolve(".launcher"))) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("app."))).hasSize(3);
        }
    }

    @Test
    void theStartIsPreparedForEachVersionOfJava() throws Exception {
        sandbox.run("version");
        var newer = sandbox.jdk("newer", "25.0.10");
        var launcher = sandbox.checkout.resolve("bailiwick");

        var execution = LauncherSandbox
                .outcome(sandbox.start(launcher, Map.of("BAILIWICK_JAVA_HOME", newer.toString()), "version"));

        assertThat(execution.succeeds().out()).startsWith("newer [version]");
        try (var files = Files.walk(sandbox.checkout.resolve(".launcher"))) {
            assertThat(files.map(path -> path.getFileName().toString())).contains("25.0.9.aot", "25.0.10.aot");
        }
    }

    @ParameterizedTest
    @CsvSource({"version, true", "append, true", "demo, false", "serve, false", "subscribe, false", "verify, false"})
    void onlyBriefCommandsRunOnTheFirstCompilerAlone(String command, boolean brief) throws Exception {
        sandbox.run(command);

        assertThat(sandbox.javaFlags().getLast().contains("-XX:TieredStopAtLevel=1")).isEqualTo(brief);
        assertThat(sandbox.javaFlags().getFirst()).contains("-XX:TieredStopAtLevel=1", "-XX:AOTCacheOutput=",
                "rehearse");
    }

    @Test
    void theChosenJdkMustBeA25() throws Exception {
        var old = sandbox.jdk("old", "17.0.15");
        var launcher = sandbox.checkout.resolve("bailiwick");

        var execution = LauncherSandbox
                .outcome(sandbox.start(launcher, Map.of("BAILIWICK_JAVA_HOME", old.toString()), "version"));

        assertThat(execution).isEqualTo(new Execution(1, "",
                "bailiwick: BAILIWICK_JAVA_HOME is " + old + ", where there is no JDK 25.\n"));
    }

    @Test
    void aJdkIsLookedForInTheEnvironmentFirst() throws Exception {
        var old = sandbox.jdk("old", "17.0.15").toString();
        var home = sandbox.jdk("home", "25").toString();
        var named = sandbox.jdk("named", "25.0.1").toString();

        assertThat(homeUsed(Map.of("JAVA25_HOME", named, "JAVA_HOME", home))).isEqualTo("named");
        assertThat(homeUsed(Map.of("JAVA25_HOME", old, "JAVA_HOME", home))).isEqualTo("home");
        Files.createSymbolicLink(sandbox.root.resolve("bin/java"), Path.of(named, "bin", "java"));
        assertThat(homeUsed(Map.of("JAVA_HOME", old))).isEqualTo("named");
    }

    @Test
    void withoutMavenItSaysWhatIsMissing() throws Exception {
        Files.delete(sandbox.root.resolve("bin/mvn"));

        assertThat(sandbox.run("version")).isEqualTo(new Execution(1, "",
                "bailiwick: cannot build without Maven: install it and make sure that mvn is on the PATH.\n"));
    }

    private String homeUsed(Map<String, String> environment) throws Exception {
        var all = new HashMap<>(environment);
        all.put("BAILIWICK_JAVA_HOME", "");
        var out = LauncherSandbox.outcome(sandbox.start(sandbox.checkout.resolve("bailiwick"), all, "version")).out();
        return out.substring(0, out.indexOf(' '));
    }
}
