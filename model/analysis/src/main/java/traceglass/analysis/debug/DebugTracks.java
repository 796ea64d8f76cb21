package traceglass.analysis.debug;

import java.util.List;
import traceglass.analysis.track.TrackNode;

/// Tracks created from one query. Immutable.
///
/// @param spec their definition
/// @param table table that holds their rows: `id`, `track`, `ts`, and the columns of the kind; `raw_…` are the columns
///     of the query
/// @param node the track, or a group of them
/// @param rows number of events on them
/// @param rowsWithoutTime number of rows without a time, which appear on no track
/// @param values number of distinct values of the pivot, 1 without one; larger than the number of tracks if the values
///     with the fewest rows were omitted
/// @param omittedRows number of rows of the omitted values
public record DebugTracks(
        DebugTrackSpec spec,
        String table,
        TrackNode node,
        long rows,
        long rowsWithoutTime,
        long values,
        long omittedRows) {

    /// Prefix of the names of debug tables; a number follows.
    public static final String TABLE = "debug_track_";
    /// Key of the group that holds all debug tracks.
    public static final String GROUP = "debug";

    /// Returns the tracks without their group.
    public List<TrackNode> tracks() {
        return node.isGroup() ? node.children() : List.of(node);
    }

    /// Returns the number that distinguishes these tracks from other debug tracks of the trace.
    public int number() {
        return Integer.parseInt(table.substring(TABLE.length()));
    }

    /// Returns whether an event table belongs to debug tracks.
    public static boolean isTable(String table) {
        return table.startsWith(TABLE)
                && table.substring(TABLE.length()).chars().allMatch(Character::isDigit);
    }

    /// Returns the key of the track that shows a row of a debug table.
    ///
    /// @param track value of the row's column `track`
    public static String trackKey(String table, long track) {
        return GROUP + "/" + table.substring(TABLE.length()) + "/" + track;
    }

    /// Returns a summary for display, such as `3 tracks with 1234 rows`.
    public String summary() {
        int count = tracks().size();
        return DebugTexts.tracksOfRows(count, rows)
                + (values > count ? DebugTexts.omitted(count, values, omittedRows) : "")
                + (rowsWithoutTime > 0 ? DebugTexts.withoutTime(rowsWithoutTime) : "");
    }
}
