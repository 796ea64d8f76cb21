package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackQuery;

/// SQL for the content of a track.
public final class TrackSql {

    private TrackSql() {}

    /// Returns a query for the events of a track, or for the tracks of a group, for the SQL page of the window.
    /// Empty for none.
    public static String of(TrackNode node) {
        String query = node.kind().query().text();
        if (!query.isEmpty() || !node.isGroup()) {
            return query;
        }
        List<Long> ids = new ArrayList<>();
        collect(node, ids);
        return ids.isEmpty() ? "" : "SELECT * FROM track WHERE " + TrackQuery.in("id", ids) + " ORDER BY id";
    }

    private static void collect(TrackNode node, List<Long> ids) {
        ids.addAll(node.kind().trackIds());
        node.children().forEach(c -> collect(c, ids));
    }
}
