package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackQuery;

/// The SQL that gives what is on a track.
public final class TrackSql {

    private TrackSql() {}

    /// A query for the events of a track, or for the tracks of a group; for the window's SQL page. Empty for none.
    public static String of(TrackNode node) {
        String own = node.kind().query().text();
        if (!own.isEmpty() || !node.isGroup()) {
            return own;
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
