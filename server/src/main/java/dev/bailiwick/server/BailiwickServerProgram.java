package dev.bailiwick.server;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// The server as a program, for whoever has a `main`.
public final class BailiwickServerProgram {
    private static final String CHECK = "--check-config";
    /// A client of the metrics endpoint that is slower than this is disconnected. The JDK reads these once.
    private static final Map<String, String> HTTP_LIMITS = Map.of("sun.net.httpserver.maxReqTime", "10",
            "sun.net.httpserver.maxRspTime", "30", "jdk.httpserver.maxConnections", "64");

    private BailiwickServerProgram() {
    }

    /// Reads the configuration, prints it to `out`, serves, and returns when the process is told to end (SIGTERM or SIGINT) and everything
    /// is closed, or when starting failed. The log goes to `err`.
    ///
    /// With `--help` it prints all settings, with `--check-config` the configuration and what is wrong with it, and returns.
    ///
    /// @param arguments settings as `--name value` or `--name=value`, and `--config` for a file; see `docs/server.md`
    /// @return the exit code: 0 done, 1 unexpected, 2 the configuration cannot be used, 3 the store refuses, 4 the store or a port is taken,
    ///         5 the store is damaged. After a signal the JVM itself ends with 143 or 130, whatever this returns
    public static int run(String[] arguments, PrintStream out, PrintStream err) {
        return run(List.of(arguments), System.getenv(), out, err);
    }

    static int run(List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
        if (arguments.contains("--help")) {
            help(out);
            return ServerExit.DONE.code();
        }
        try {
            var config = ServerConfig.read(arguments.stream().filter(it -> !it.equals(CHECK)).toList(), environment);
            config.lines().forEach(out::println);
            out.flush();
            if (!arguments.contains(CHECK)) {
                serve(config, err);
            }
            return ServerExit.DONE.code();
        } catch (InvalidConfigException e) {
            err.println("the configuration cannot be used:");
            e.problems().forEach(problem -> err.println("  " + problem));
            return ServerExit.of(e).code();
        } catch (RuntimeException e) {
            var exit = ServerExit.of(e);
            if (exit == ServerExit.UNEXPECTED) {
                e.printStackTrace(err);
            } else {
                err.println(e.getMessage());
            }
            return exit.code();
        }
    }

    private static void serve(ServerConfig config, PrintStream err) {
        HTTP_LIMITS.forEach((name, value) -> System.setProperty(name, System.getProperty(name, value)));
        var ended = new CountDownLatch(1);
        var running = RunningServer.start(config, err);
        var onSignal = Thread.ofPlatform().name("bailiwick-shutdown").unstarted(() -> {
            running.close();
            ended.countDown();
        });
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.close();
            forget(onSignal);
        }
    }

    private static void forget(Thread onSignal) {
        try {
            Runtime.getRuntime().removeShutdownHook(onSignal);
        } catch (IllegalStateException e) {
            // the process is ending, which is what the thread is for
        }
    }

    private static void help(PrintStream out) {
        out.println(
                "Serves a store to other processes. Settings come from flags, then from the environment, then from a file (--config).");
        out.println();
        for (var setting : Settings.ALL) {
            out.println("  " + setting.flag());
            out.println(String.format(Locale.ROOT, "      %s%n      %s in a file, %s in the environment; %s%s",
                    setting.description(), setting.name(), setting.environment(), setting.type().label(),
                    setting.standard().isEmpty() ? "" : "; " + setting.standard() + " if nothing is said"));
        }
        out.println("  --config FILE");
        out.println("      a file of settings in YAML; " + ConfigValues.FILE_ENVIRONMENT + " in the environment");
        out.println("  " + CHECK);
        out.println("      print the settings and end");
    }
}
