package traceglass.analysis.listing;

/// Column of a list of events.
///
/// @param name name of the column in [EventListing#rows]
/// @param title title in the header
/// @param width width in px; −1 for the remaining width
/// @param format how the values are shown
public record EventColumn(String name, String title, double width, ColumnFormat format) {

    /// Format of values.
    public enum ColumnFormat {
        /// Trace time.
        TIME,
        TEXT,
        /// Priority of Android's logs, 2 to 7, as a colored word.
        LEVEL,
        /// Digits, right-aligned.
        NUMBER,
        /// Fixed-width font.
        RAW
    }

    // Written by hand, because generating the record's method on its first use takes a few milliseconds at startup.
    @Override
    public boolean equals(Object other) {
        return other instanceof EventColumn c
                && name.equals(c.name)
                && title.equals(c.title)
                && Double.compare(width, c.width) == 0
                && format == c.format;
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + title.hashCode();
    }

    public boolean isMonospaced() {
        return format != ColumnFormat.TEXT && format != ColumnFormat.LEVEL;
    }
}
