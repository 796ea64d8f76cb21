package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.events.search.SearchText;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackNode;

/// Finds slices by their names and the names and values of their arguments, and threads without scheduling data by the
/// first of their slices.
final class SliceSearch {

    static final SearchPart PART =
            new SearchPart(SliceSearch::sql, SearchPart.LocationKind.TRACK, SliceSearch::onTracks);

    /// Minimum text length for searching arguments; shorter texts match too many values.
    private static final int MIN_ARG_TEXT_LENGTH = 3;

    private static final String SLICES = """
        SELECT %d AS kind, s.id, s.ts, s.dur, s.name, th.name AS thread, th.tid, coalesce(p.name, tp.name) AS process, %s AS arg, s.track_id AS location, t.utid
        FROM slice AS s
        JOIN __intrinsic_track AS t ON t.id = s.track_id
        LEFT JOIN thread AS th ON th.utid = t.utid
        LEFT JOIN process AS p ON p.upid = th.upid
        LEFT JOIN process AS tp ON tp.upid = t.upid
        %s
        WHERE %s
        """;

    private static final String ARGS = """
        JOIN (
          SELECT arg_set_id, any_value(key || ' = ' || coalesce(string_value, CAST(int_value AS VARCHAR), '')) AS found
          FROM __intrinsic_args WHERE %s GROUP BY arg_set_id
        ) AS a ON a.arg_set_id = s.arg_set_id\
        """;

    private static final String THREADS = """
        SELECT %d, min_by(s.id, s.ts), min(s.ts), min_by(s.dur, s.ts), min_by(s.name, s.ts), any_value(th.name), any_value(th.tid), any_value(p.name),
          NULL, min_by(s.track_id, s.ts), th.utid
        FROM thread AS th
        JOIN __intrinsic_track AS t ON t.utid = th.utid
        JOIN slice AS s ON s.track_id = t.id
        LEFT JOIN process AS p ON p.upid = th.upid
        WHERE th.utid NOT IN (SELECT utid FROM sched WHERE utid IS NOT NULL) AND (%s)
        GROUP BY th.utid
        HAVING (%s) IS NOT TRUE
        """;

    private SliceSearch() {}

    private static String sql(int kind, SearchText text) {
        String nameCondition = text.matches("s.name");
        StringBuilder sql =
                new StringBuilder(SLICES.formatted(kind, "NULL", "", nameCondition + text.matchesNumberOr("s.id")));
        if (text.text().length() >= MIN_ARG_TEXT_LENGTH) {
            sql.append("UNION ALL\n")
                    .append(SLICES.formatted(
                            kind,
                            "a.found",
                            ARGS.formatted(text.matches("string_value") + " OR " + text.matches("key")
                                    + text.matchesNumberOr("int_value")),
                            "(" + nameCondition + ") IS NOT TRUE"));
        }
        return sql.append("UNION ALL\n")
                .append(THREADS.formatted(
                        kind,
                        text.matches("th.name") + " OR " + text.matches("p.name")
                                + text.matchesNumberOr("th.tid", "p.pid"),
                        text.matches("min_by(s.name, s.ts)")))
                .toString();
    }

    private static String onTracks(Collection<TrackNode> tracks) {
        List<Long> ids = new ArrayList<>();
        tracks.forEach(n -> ids.addAll(RowKey.ids(n.kind().rows(), "track_id")));
        return "location IN (" + TraceQueries.list(ids) + ")";
    }
}
