package dev.bailiwick.cli;

/// The demo could not be carried out, which says nothing about its proof.
final class DemoFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DemoFailedException(String sentence) {
        super(sentence);
    }
}
