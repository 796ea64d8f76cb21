package traceglass.app.panel.debug;

import static traceglass.store.language.Translations.tr;

/// Texts of the form that shows the rows of a query as tracks.
final class DebugTrackTexts {

    // ---- Form
    static final String SHOW_AS_TRACK = tr("Show as track");
    static final String SLICES = tr("Slices");
    static final String COUNTER = tr("Counter");
    static final String NAME = tr("Name");
    static final String TRACK_NAME = tr("Track name");
    static final String TIME = tr("Time, ns");
    static final String VALUE = tr("Value");
    static final String DURATION = tr("Duration, ns");
    static final String SLICE_NAME = tr("Slice name");
    static final String COLOR = tr("Color");
    static final String ARGUMENTS = tr("Arguments");
    static final String ONE_TRACK_PER = tr("One track per");

    // ---- Choices without a column
    static final String CHOOSE_COLUMN = tr("choose a column");
    static final String INSTANTS = tr("none (instants)");
    static final String TRACK_NAME_AS_NAME = tr("none (track name)");
    static final String COLOR_BY_NAME = tr("by name");
    static final String ONE_TRACK = tr("none (one track)");
    static final String NO_ARGUMENTS = tr("none");

    // ---- Hint
    static final String RUNS_AGAIN = tr("Runs the query again and stores its rows.");

    static String tracksPerValue(int maxTracks) {
        return tr("Creates one track per value, at most {0} tracks: the values with the most rows.", maxTracks);
    }

    /// Hint that columns are missing; at least one is.
    static String chooseColumns(boolean needsTime, boolean needsValue) {
        return tr(
                "Choose a column for {0}.",
                needsTime && needsValue ? tr("time and value") : needsTime ? tr("time") : tr("value"));
    }

    // ---- Errors
    static String cantCreateTrack(String reason) {
        return tr("Can't create the track: {0}", reason);
    }

    static String cantRestoreTrack(String title, String reason) {
        return tr("Can't create the track “{0}” again: {1}", title, reason);
    }

    static final String OPEN_QUERY = tr("Open query");
    static final String REMOVE = tr("Remove track");

    private DebugTrackTexts() {}
}
