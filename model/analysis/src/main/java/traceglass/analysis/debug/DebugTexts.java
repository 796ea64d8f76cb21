package traceglass.analysis.debug;

import java.util.List;
import traceglass.store.text.DisplayText;

/// User-visible strings for tracks made from query results.
final class DebugTexts {

    private DebugTexts() {}

    // ---- Making the tracks

    static final String NO_ROWS =
            "The query returned no rows with a time, so there is nothing to show on the timeline.";

    static String noColumn(List<String> columns) {
        return "The query has no such column. It has " + String.join(", ", columns) + ".";
    }

    static final String CHOOSE_TIME = "Choose a column for the time.";
    static final String CHOOSE_VALUE = "Choose a column for the value.";

    static String notNumbers(String column) {
        return "Column " + column + " has values that are not numbers.";
    }

    static final String EMPTY_VALUE = "(empty)";

    /// Returns the summary of a group of tracks: `3 tracks of 10 by name`.
    ///
    /// @param values number of values in the column; not all may have a track
    static String groupFacts(int tracks, long values, String column) {
        return DisplayText.count(tracks, "track", "tracks")
                + (values > tracks ? " of " + DisplayText.grouped(values) : "") + " by " + column;
    }

    // ---- Summary

    static String tracksOfRows(int tracks, long rows) {
        return DisplayText.count(tracks, "track", "tracks") + " with " + DisplayText.count(rows, "row", "rows");
    }

    static String omitted(int tracks, long values, long rows) {
        return ", for the " + DisplayText.grouped(tracks) + " of " + DisplayText.grouped(values)
                + " values with the most rows; " + DisplayText.count(rows, "row is", "rows are") + " left out";
    }

    static String withoutTime(long rows) {
        return "; " + DisplayText.count(rows, "row has no time", "rows have no time");
    }

    // ---- Details

    static final String TRACK = "Debug track";
    static final String TRACK_QUERY = "The query of this track";
}
