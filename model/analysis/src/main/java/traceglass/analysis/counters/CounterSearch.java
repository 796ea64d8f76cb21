package traceglass.analysis.counters;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.events.search.SearchText;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackNode;

/// Finds counters by name; each result is the first sample of a counter.
final class CounterSearch {

    static final SearchPart PART =
            new SearchPart(CounterSearch::sql, SearchPart.LocationKind.TRACK, CounterSearch::onTracks);

    private static final String COUNTERS = """
        SELECT %d, min_by(c.id, c.ts), min(c.ts), 0, any_value(t.name), any_value(th.name), any_value(th.tid), any_value(coalesce(p.name, tp.name)),
          'counter', t.id, any_value(t.utid)
        FROM __intrinsic_track AS t
        JOIN counter AS c ON c.track_id = t.id
        LEFT JOIN thread AS th ON th.utid = t.utid
        LEFT JOIN process AS tp ON tp.upid = th.upid
        LEFT JOIN process AS p ON p.upid = t.upid
        WHERE t.event_type = 'counter' AND %s
        GROUP BY t.id
        """;

    private CounterSearch() {}

    private static String sql(int kind, SearchText text) {
        return COUNTERS.formatted(kind, text.matches("t.name"));
    }

    private static String onTracks(Collection<TrackNode> tracks) {
        List<Long> ids = new ArrayList<>();
        tracks.forEach(n -> ids.addAll(RowKey.ids(n.kind().rows(), "track_id")));
        return "location IN (" + TraceQueries.list(ids) + ")";
    }
}
