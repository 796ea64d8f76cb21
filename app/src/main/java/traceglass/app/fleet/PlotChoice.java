package traceglass.app.fleet;

/// Choice of the data in a plot.
///
/// @param value column of the values
/// @param other column on the other axis; −1 for none, or for a single group in a box plot
/// @param color column that determines the colors, or −1
record PlotChoice(Kind kind, int value, int other, int color) {

    /// Kinds of plots.
    enum Kind {
        HISTOGRAM(FleetPageTexts.HISTOGRAM),
        BOX(FleetPageTexts.BOXES),
        SCATTER(FleetPageTexts.SCATTER),
        TREND(FleetPageTexts.TREND);

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }
}
