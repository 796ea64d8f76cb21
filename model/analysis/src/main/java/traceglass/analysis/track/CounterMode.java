package traceglass.analysis.track;

/// What of a counter's samples is looked at.
public enum CounterMode {
    /// The samples as they are.
    VALUE("Value"),
    /// How far the value goes from each sample to the next.
    DELTA("Change to the next sample"),
    /// How fast it goes there, a second.
    RATE("Change per second");

    private final String title;

    CounterMode(String title) {
        this.title = title;
    }

    /// Name as it stands in menus.
    public String title() {
        return title;
    }
}
