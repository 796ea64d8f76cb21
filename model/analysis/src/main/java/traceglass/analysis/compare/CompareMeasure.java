package traceglass.analysis.compare;

/// Statistic by which two sets of events are compared.
public enum CompareMeasure {
    COUNT(ComparisonTexts.COUNT),
    TOTAL(ComparisonTexts.TOTAL),
    MEDIAN(ComparisonTexts.MEDIAN),
    P99(ComparisonTexts.P99);

    private final String title;

    CompareMeasure(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
