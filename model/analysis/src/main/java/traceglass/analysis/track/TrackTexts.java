package traceglass.analysis.track;

/// User-visible strings for tracks of any kind.
public final class TrackTexts {

    private TrackTexts() {}

    // ---- Kinds of tracks

    public static final String GROUP = "group";
    public static final String COUNTER = "counter";
    public static final String EVENTS = "events";

    // ---- Display of counters

    public static final String VALUES = "Value";
    public static final String CHANGES = "Change to the next sample";
    public static final String RATES = "Change per second";
}
