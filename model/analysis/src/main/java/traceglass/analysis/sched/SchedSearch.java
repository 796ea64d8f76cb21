package traceglass.analysis.sched;

import java.util.Collection;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.events.search.SearchText;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackNode;

/// Finds scheduling slices by the names and ids of threads and processes.
final class SchedSearch {

    static final SearchPart PART = new SearchPart(SchedSearch::sql, SearchPart.LocationKind.CPU, SchedSearch::onTracks);

    private static final String SCHED = """
        SELECT %d, s.id, s.ts, s.dur, th.name, th.name, th.tid, p.name, NULL, s.ucpu, s.utid
        FROM sched AS s
        JOIN thread AS th ON th.utid = s.utid
        LEFT JOIN process AS p ON p.upid = th.upid
        WHERE th.utid <> 0 AND (%s)
        """;

    private SchedSearch() {}

    private static String sql(int kind, SearchText text) {
        return SCHED.formatted(
                kind,
                text.matches("th.name") + " OR " + text.matches("p.name") + text.matchesNumberOr("th.tid", "p.pid"));
    }

    private static String onTracks(Collection<TrackNode> tracks) {
        return "location IN (" + TraceQueries.list(RowKey.ids(tracks, "sched", "ucpu")) + ") OR utid IN ("
                + TraceQueries.list(RowKey.ids(tracks, "thread_state", "utid")) + ")";
    }
}
