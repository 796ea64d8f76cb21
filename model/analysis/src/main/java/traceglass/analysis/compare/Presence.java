package traceglass.analysis.compare;

/// Traces in which a compared name occurs.
public enum Presence {
    /// In both, so that there is a difference.
    BOTH(ComparisonTexts.IN_BOTH),
    /// Only in the first trace.
    ONLY_A(ComparisonTexts.ONLY_IN_A),
    /// Only in the second trace.
    ONLY_B(ComparisonTexts.ONLY_IN_B);

    private final String title;

    Presence(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
