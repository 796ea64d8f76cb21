package traceglass.analysis.compare;

/// What of two sets of events is set against each other.
public enum Measure {
    COUNT("Count"),
    TOTAL("Total"),
    MEDIAN("Median"),
    P99("p99");

    private final String title;

    Measure(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
