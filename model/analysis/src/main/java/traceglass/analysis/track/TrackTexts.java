package traceglass.analysis.track;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for tracks of any kind.
public final class TrackTexts {

    private TrackTexts() {}

    // ---- Kinds of tracks

    public static final String GROUP = tr("group");
    public static final String COUNTER = tr("counter");
    public static final String EVENTS = tr("events");

    // ---- Display of counters

    public static final String VALUES = tr("Value");
    public static final String CHANGES = tr("Change to the next sample");
    public static final String RATES = tr("Change per second");
}
