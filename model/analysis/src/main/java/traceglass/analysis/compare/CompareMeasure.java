package traceglass.analysis.compare;

/// Statistic by which two sets of events are compared.
public enum CompareMeasure {
    COUNT("Count"),
    TOTAL("Total"),
    MEDIAN("Median"),
    P99("p99");

    private final String title;

    CompareMeasure(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
