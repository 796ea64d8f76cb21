package traceglass.analysis.derived;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for the details of derived events.
final class DerivedTexts {

    private DerivedTexts() {}

    static final String EVENT = tr("Event");
    static final String ALL_ROWS = tr("All rows as SQL");
    static final String CLOSED = tr("the trace is closed");
    static final String CUJ = tr("CUJ");
}
