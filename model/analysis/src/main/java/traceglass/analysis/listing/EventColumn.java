package traceglass.analysis.listing;

/// A column of a list of events.
///
/// @param name of the column in [EventListing#rows]
/// @param title what stands in the header
/// @param width px; −1 takes what is left
/// @param look how values are written
public record EventColumn(String name, String title, double width, Look look) {

    /// How values are written.
    public enum Look {
        /// Trace time.
        TIME,
        TEXT,
        /// A priority of Android's logs, 2 to 7, as a word in its colour.
        LEVEL,
        /// Digits, right.
        NUMBER,
        /// Fixed width.
        RAW
    }

    // By hand, as what is made for a record when it is first compared takes some milliseconds of the start.
    @Override
    public boolean equals(Object other) {
        return other instanceof EventColumn c
                && name.equals(c.name)
                && title.equals(c.title)
                && Double.compare(width, c.width) == 0
                && look == c.look;
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + title.hashCode();
    }

    public boolean isMono() {
        return look != Look.TEXT && look != Look.LEVEL;
    }
}
