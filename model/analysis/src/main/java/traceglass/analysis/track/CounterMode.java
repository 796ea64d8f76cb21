package traceglass.analysis.track;

/// Values that are derived from a counter's samples for display.
public enum CounterMode {
    /// Values of the samples.
    VALUE("Value"),
    /// Change from each sample to the next.
    DELTA("Change to the next sample"),
    /// Change to the next sample, per second.
    RATE("Change per second");

    private final String title;

    CounterMode(String title) {
        this.title = title;
    }

    /// Returns the name in menus.
    public String title() {
        return title;
    }
}
