package traceglass.analysis.compare;

/// Statistic by which two sets of events are compared.
public enum CompareMeasure {
    COUNT(CompareTexts.COUNT),
    TOTAL(CompareTexts.TOTAL),
    MEDIAN(CompareTexts.MEDIAN),
    P99(CompareTexts.P99);

    private final String title;

    CompareMeasure(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
