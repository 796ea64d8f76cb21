package traceglass.analysis.track;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Rows of a table with an id in a column: (`slice`, `track_id`, 140), (`sched`, `ucpu`, 3), (`thread_state`, `utid`,
/// 12).
public record RowKey(String table, String column, long id) {

    /// Creates keys of the same table and column.
    public static List<RowKey> ofAll(String table, String column, Collection<Long> ids) {
        List<RowKey> keys = new ArrayList<>(ids.size());
        for (long id : ids) {
            keys.add(new RowKey(table, column, id));
        }
        return keys;
    }

    /// Returns whether the key is of this table and column.
    public boolean isIn(String otherTable, String otherColumn) {
        return table.equals(otherTable) && column.equals(otherColumn);
    }

    /// Returns the ids of keys of a column, of any table.
    public static List<Long> ids(Collection<RowKey> keys, String column) {
        List<Long> ids = new ArrayList<>(keys.size());
        for (RowKey key : keys) {
            if (key.column.equals(column)) {
                ids.add(key.id);
            }
        }
        return ids;
    }

    /// Returns the distinct ids of a table and column on some tracks, in the order of the tracks.
    public static List<Long> ids(Collection<TrackNode> tracks, String table, String column) {
        return tracks.stream()
                .flatMap(n -> n.kind().rows().stream())
                .filter(k -> k.isIn(table, column))
                .map(RowKey::id)
                .distinct()
                .toList();
    }
}
