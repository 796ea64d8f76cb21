package traceglass.analysis.debug;

import java.util.List;
import traceglass.analysis.track.TrackNode;

/// The tracks that were made of one query. Immutable.
///
/// @param spec what they were made of
/// @param table the table that keeps their rows: `id`, `track`, `ts`, and what the kind has; `raw_…` are the columns of
///     the query
/// @param node the track, or a group of them
/// @param rows how many events there are on them
/// @param unplaced rows without a time, which are on no track
/// @param values distinct values of the pivot, 1 without one; more than there are tracks when those with the fewest
///     rows were left out
/// @param left rows of values that were left out
public record DebugTracks(
        DebugTrackSpec spec, String table, TrackNode node, long rows, long unplaced, long values, long left) {

    /// Tables of debug tracks are called this and a number.
    public static final String TABLE = "debug_track_";
    /// Key of the group that all of them are in.
    public static final String GROUP = "debug";

    /// The tracks, without their group.
    public List<TrackNode> tracks() {
        return node.isGroup() ? node.children() : List.of(node);
    }

    /// Whether a table of events is one of debug tracks.
    public static boolean isTable(String table) {
        return table.startsWith(TABLE)
                && table.substring(TABLE.length()).chars().allMatch(Character::isDigit);
    }

    /// Key of the track on which a row of such a table is.
    ///
    /// @param track value of the row's column `track`
    public static String trackKey(String table, long track) {
        return GROUP + "/" + table.substring(TABLE.length()) + "/" + track;
    }

    /// What became of the rows, for people: `3 tracks of 1234 rows`.
    public String summary() {
        int count = tracks().size();
        StringBuilder text = new StringBuilder(count == 1 ? "1 track" : count + " tracks")
                .append(" of ")
                .append(rows)
                .append(rows == 1 ? " row" : " rows");
        if (values > count) {
            text.append(", for the ")
                    .append(count)
                    .append(" of ")
                    .append(values)
                    .append(" values with the most rows; ")
                    .append(left)
                    .append(left == 1 ? " row is" : " rows are")
                    .append(" left out");
        }
        if (unplaced > 0) {
            text.append(", without ")
                    .append(unplaced)
                    .append(unplaced == 1 ? " that has no time" : " that have no time");
        }
        return text.toString();
    }
}
