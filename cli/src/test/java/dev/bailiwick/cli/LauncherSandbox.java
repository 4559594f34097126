package dev.bailiwick.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A checkout with the real launcher in it, whose JDK and Maven are small scripts. The PATH holds nothing but what the
/// launcher may use: bash, coreutils, find, and Maven.
///
/// The Maven of the sandbox notes each call in `maven-calls`, waits while there is a file `hold`, fails if there is a file
/// `broken`, and makes jars otherwise; told to stop, it leaves a file `maven-stopped`. The java prints its home, the
/// arguments and its directory, notes the flags in `java-calls`, and ends with the number in a file `exit-code`, if there is one.
final class LauncherSandbox {
    private static final List<String> TOOLS = List.of("bash", "cat", "cp", "date", "dirname", "env", "find", "ls",
            "mkdir", "mv", "readlink", "rm", "sleep", "tail", "touch");

    final Path root;
    final Path checkout;

    private LauncherSandbox(Path root) {
        this.root = root;
        this.checkout = root.resolve("a checkout");
    }

    static LauncherSandbox in(Path root) throws IOException {
        var sandbox = new LauncherSandbox(root);
        for (var directory : List.of("cli/src/main", "placement/src/main", "placement/src/test", "benchmarks/src/main",
                ".mvn")) {
            Files.createDirectories(sandbox.checkout.resolve(directory));
        }
        for (var file : List.of("pom.xml", "cli/pom.xml", "placement/pom.xml", "benchmarks/pom.xml",
                "placement/src/main/A.java", "placement/src/test/T.java", "benchmarks/src/main/B.java")) {
            Files.writeString(sandbox.checkout.resolve(file), "");
        }
        sandbox.executable(sandbox.checkout.resolve("bailiwick"), Files.readString(Path.of("..", "bailiwick")));
        Files.createDirectories(root.resolve("bin"));
        TOOLS.forEach(sandbox::offer);
        sandbox.script("bin/mvn", """
                trap 'touch ../maven-stopped; exit 143' TERM
                printf '%s\\n' "$*" >> ../maven-calls
                while [ -e ../hold ]; do sleep 0.01; done
                if [ -e ../broken ]; then
                    echo '[INFO] working'
                    echo '[ERROR] A.java:1 is wrong'
                    echo '[ERROR] To see the full stack trace, look elsewhere'
                    exit 1
                fi
                while [ "$1" != -pl ]; do shift; done
                mkdir -p "$2/target/lib"
                touch "$2/target/bailiwick-$2.jar" "$2/target/lib/bailiwick-placement-1.0.jar"
                """);
        sandbox.jdk("jdk", "25.0.9");
        return sandbox;
    }

    /// Puts a tool of this machine onto the sandbox's PATH, if the machine has it.
    boolean offer(String tool) {
        var found = Stream.of("/usr/bin", "/bin", "/opt/homebrew/bin").map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable).findFirst();
        found.ifPresent(path -> {
            try {
                Files.createSymbolicLink(root.resolve("bin").resolve(tool), path);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        return found.isPresent();
    }

    Path jdk(String name, String version) throws IOException {
        var home = Files.createDirectories(root.resolve(name));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(name + "/bin/javac", "");
        script(name + "/bin/java", """
                home=$(cd "$(dirname "$0")/.." && pwd)
                printf '%s\\n' "$*" >> "$home/../java-calls"
                for flag in "$@"; do
                    case $flag in
                        -XX:AOTCacheOutput=*) echo cache > "${flag#*=}"; exit 0 ;;
                        -XX:AOTCache=*) [ -s "${flag#*=}" ] || exit 99 ;;
                    esac
                done
                while [ "$1" != -jar ]; do shift; done
                [ -e "$2" ] || exit 98
                shift 2
                echo "${home##*/} [$*] in ${PWD##*/}"
                [ ! -e "$home/../exit-code" ] || exit "$(cat "$home/../exit-code")"
                """);
        return home;
    }

    Path file(String name) throws IOException {
        return Files.writeString(root.resolve(name), "");
    }

    List<String> mavenCalls() throws IOException {
        var calls = root.resolve("maven-calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    /// What every java was called with, the first call first.
    List<String> javaFlags() throws IOException {
        return Files.readAllLines(root.resolve("java-calls"));
    }

    Process start(Path launcher, Map<String, String> environment, String... arguments) throws IOException {
        var builder = new ProcessBuilder(
                Stream.concat(Stream.of(launcher.toString()), Stream.of(arguments)).toList())
                .directory(root.toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", root.resolve("bin").toString(), "HOME", root.toString(),
                "BAILIWICK_JAVA_HOME", root.resolve("jdk").toString()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    Execution run(String... arguments) throws IOException, InterruptedException {
        return outcome(start(checkout.resolve("bailiwick"), Map.of(), arguments));
    }

    static Execution outcome(Process process) throws IOException, InterruptedException {
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Execution(process.waitFor(), out, err);
    }

    private void script(String path, String body) throws IOException {
        executable(root.resolve(path), "#!" + root.resolve("bin/bash") + "\n" + body);
    }

    /// Written by a process of its own. A file that this one has open for writing is open for a moment in whatever another thread just starts, and nobody can execute it
    /// as long as it is.
    private void executable(Path path, String content) throws IOException {
        var writing = new ProcessBuilder("/bin/sh", "-c", "cat > \"$1\" && chmod 755 \"$1\"", "write", path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var in = writing.getOutputStream()) {
            in.write(content.getBytes(StandardCharsets.UTF_8));
        }
        try {
            if (writing.waitFor() != 0) {
                throw new IOException(path + " could not be written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
