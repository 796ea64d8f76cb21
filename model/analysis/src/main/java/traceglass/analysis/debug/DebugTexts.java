package traceglass.analysis.debug;

import static traceglass.store.language.Translations.tr;

import java.util.List;
import traceglass.store.text.DisplayText;

/// User-visible strings for tracks made from query results.
final class DebugTexts {

    private DebugTexts() {}

    // ---- Creation of the tracks

    static final String NO_ROWS =
            tr("The query returned no rows with a time, so there is nothing to show on the timeline.");

    static String noColumn(List<String> columns) {
        return tr("The query has no such column. It has {0}.", String.join(", ", columns));
    }

    static final String CHOOSE_TIME = tr("Choose a column for the time.");
    static final String CHOOSE_VALUE = tr("Choose a column for the value.");

    static String notNumbers(String column) {
        return tr("Column {0} has values that are not numbers.", column);
    }

    static final String EMPTY_VALUE = tr("(empty)");

    /// Returns the summary of a group of tracks: `3 tracks of 10 by name`.
    ///
    /// @param values number of values in the column; not all may have a track
    static String groupSummary(int tracks, long values, String column) {
        return tr(
                "{0}{1} by {2}",
                DisplayText.count(tracks, "track", "tracks"),
                values > tracks ? tr(" of {0}", DisplayText.grouped(values)) : "",
                column);
    }

    // ---- Summary

    static String tracksOfRows(int tracks, long rows) {
        return tr("{0} with {1}", DisplayText.count(tracks, "track", "tracks"), DisplayText.count(rows, "row", "rows"));
    }

    static String omitted(int tracks, long values, long rows) {
        return tr(
                ", for the {0} of {1} values with the most rows; {2} omitted",
                DisplayText.grouped(tracks),
                DisplayText.grouped(values),
                DisplayText.count(rows, "row is", "rows are"));
    }

    static String withoutTime(long rows) {
        return "; " + DisplayText.count(rows, "row has no time", "rows have no time");
    }

    // ---- Details

    static final String TRACK = tr("Debug track");
    static final String TRACK_QUERY = tr("The query of this track");
}
