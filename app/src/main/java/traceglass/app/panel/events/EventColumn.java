package traceglass.app.panel.events;

/// A column of a list of events.
///
/// @param name  of the column in [EventKind#rows]
/// @param title what stands in the header
/// @param width px; −1 takes what is left
/// @param look  how values are written
record EventColumn(String name, String title, double width, Look look) {

    /// How values are written.
    enum Look {
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

    boolean isMono() {
        return look != Look.TEXT && look != Look.LEVEL;
    }
}
