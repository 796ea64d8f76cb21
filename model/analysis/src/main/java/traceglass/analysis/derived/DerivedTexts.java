package traceglass.analysis.derived;

/// User-visible strings for the details of derived events.
final class DerivedTexts {

    private DerivedTexts() {}

    static final String EVENT = "Event";
    static final String ALL_ROWS = "All rows as SQL";
    static final String CLOSED = "the trace is closed";
    static final String CUJ = "CUJ";
}
