package traceglass.analysis.track;

/// Values that are derived from a counter's samples for display.
public enum CounterMode {
    /// Values of the samples.
    VALUE(TrackTexts.VALUES),
    /// Change from each sample to the next.
    DELTA(TrackTexts.CHANGES),
    /// Change to the next sample, per second.
    RATE(TrackTexts.RATES);

    private final String title;

    CounterMode(String title) {
        this.title = title;
    }

    /// Returns the name in menus.
    public String title() {
        return title;
    }
}
