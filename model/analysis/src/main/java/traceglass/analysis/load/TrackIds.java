package traceglass.analysis.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Ids of several tracks that are read as one.
public final class TrackIds {

    private TrackIds() {}

    /// Returns the index of each id in the list.
    public static Map<Long, Integer> index(List<Long> ids) {
        Map<Long, Integer> index = new HashMap<>();
        for (long id : ids) {
            index.putIfAbsent(id, index.size());
        }
        return index;
    }

    /// Returns a condition on `track_id`.
    public static String in(List<Long> ids) {
        if (ids.size() == 1) {
            return "track_id = " + ids.getFirst();
        }
        StringBuilder list = new StringBuilder();
        for (long id : ids) {
            list.append(list.isEmpty() ? "" : ",").append(id);
        }
        return "track_id IN (" + list + ")";
    }
}
