package dev.bailiwick.benchmarks;

/// A worker ended without finishing its task. The message says what it said last.
final class WorkerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WorkerFailedException(String message) {
        super(message);
    }
}
