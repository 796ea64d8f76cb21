package traceglass.app.panel.debug;

/// Texts of the form that shows the rows of a query as tracks.
final class DebugTrackTexts {

    // ---- Form
    static final String SHOW_AS_TRACK = "Show as track";
    static final String SLICES = "Slices";
    static final String COUNTER = "Counter";
    static final String NAME = "Name";
    static final String TRACK_NAME = "Track name";
    static final String TIME = "Time, ns";
    static final String VALUE = "Value";
    static final String DURATION = "Duration, ns";
    static final String SLICE_NAME = "Slice name";
    static final String COLOR = "Color";
    static final String ARGUMENTS = "Arguments";
    static final String ONE_TRACK_PER = "One track per";

    // ---- Choices without a column
    static final String CHOOSE_COLUMN = "choose a column";
    static final String INSTANTS = "none (instants)";
    static final String TRACK_NAME_AS_NAME = "none (track name)";
    static final String COLOR_BY_NAME = "by name";
    static final String ONE_TRACK = "none (one track)";
    static final String NO_ARGUMENTS = "none";

    // ---- Hint
    static final String RUNS_AGAIN = "Runs the query again and stores its rows.";

    static String tracksPerValue(int maxTracks) {
        return "Creates one track per value, at most " + maxTracks + " tracks: the values with the most rows.";
    }

    /// Hint that columns are missing; at least one is.
    static String chooseColumns(boolean needsTime, boolean needsValue) {
        return "Choose a column for " + (needsTime && needsValue ? "time and value" : needsTime ? "time" : "value")
                + ".";
    }

    // ---- Errors
    static String cantCreateTrack(String reason) {
        return "Can't create the track: " + reason;
    }

    static String cantRestoreTrack(String title, String reason) {
        return "Can't create the track “" + title + "” again: " + reason;
    }

    static final String OPEN_QUERY = "Open query";
    static final String REMOVE = "Remove track";

    private DebugTrackTexts() {}
}
