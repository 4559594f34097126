package dev.bailiwick.benchmarks;

/// What a figure is held against, and whether it was reached.
record Target(String bound, Verdict verdict) {
    enum Verdict {
        REACHED("yes"), MISSED("NO"), UNKNOWN("?");

        private final String shown;

        Verdict(String shown) {
            this.shown = shown;
        }

        String shown() {
            return shown;
        }
    }

    static Target atLeast(double value, double bound, String shown) {
        return new Target(">= " + shown, verdict(value, value >= bound));
    }

    static Target atMost(double value, double bound, String shown) {
        return new Target("<= " + shown, verdict(value, value <= bound));
    }

    private static Verdict verdict(double value, boolean reached) {
        if (Double.isNaN(value)) {
            return Verdict.UNKNOWN;
        }
        return reached ? Verdict.REACHED : Verdict.MISSED;
    }
}
