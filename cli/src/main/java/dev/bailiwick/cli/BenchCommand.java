package dev.bailiwick.cli;

import picocli.CommandLine.Command;

/// Stands in the list of commands for a program of its own, which the launcher runs in its place: what measures must not share
/// a JVM that was made to start fast, and whoever runs another command does not need what it needs.
@Command(name = "bench", description = "Measure the embedded store on this machine, beside PostgreSQL and the bare disk.", //
        footer = {"  bailiwick bench", "  bailiwick bench --help"})
final class BenchCommand implements Runnable {
    @Override
    public void run() {
        throw new BadInput("the benchmarks are a program of their own: start it with the launcher, ./bailiwick bench");
    }
}
