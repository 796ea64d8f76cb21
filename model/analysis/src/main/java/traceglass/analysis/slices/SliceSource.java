package traceglass.analysis.slices;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Slices of the selected tracks: their time within the range, and their number.
public record SliceSource() implements FlameSource {

    private static final List<FlameMeasure> MEASURES = List.of(
            new FlameMeasure("duration", EventDetailTexts.DURATION, FlameMeasure.Unit.NANOSECONDS),
            new FlameMeasure("count", ReportTexts.COUNT, FlameMeasure.Unit.SLICES));

    @Override
    public String id() {
        return "slices";
    }

    @Override
    public String title() {
        return SliceTexts.SLICES;
    }

    private static String condition(FlameScope scope) {
        return (scope.slices() == null ? "" : "track_id IN (" + FlameScope.list(scope.slices()) + ") AND ") + "ts < "
                + scope.end() + " AND (dur < 0 OR ts + dur > " + scope.start() + ")";
    }

    static boolean hasData(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        return (scope.slices() == null || !scope.slices().isEmpty())
                && RowReader.query(q, "SELECT 1 FROM slice WHERE " + condition(scope) + " LIMIT 1")
                                .size()
                        > 0;
    }

    private static String sql(FlameScope scope) {
        return """
            SELECT id, parent_id, name, least(CASE WHEN dur < 0 THEN %d ELSE ts + dur END, %d) - greatest(ts, %d) AS ns
            FROM slice
            WHERE %s
            ORDER BY id\
            """.formatted(scope.traceEnd(), scope.end(), scope.start(), condition(scope));
    }

    @Override
    public FlameData read(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        if (scope.slices() != null && scope.slices().isEmpty()) {
            return new FlameData(MEASURES, new FlameFrames.Builder(2).build());
        }
        RowStore rows = RowReader.query(q, sql(scope));
        return new FlameData(MEASURES, slices(rows, new int[rows.size()]));
    }

    /// Returns the slices of a frame, longest within the range first.
    @Override
    public Optional<EventListQuery> rows(FlameScope scope, FlameMatch match, String name) {
        return Optional.of(new EventListQuery(SliceTexts.slicesOfFrame(name), "slice", "longest", "", (q) -> {
            RowStore rows = RowReader.query(q, sql(scope));
            int[] nodes = new int[rows.size()];
            boolean[] matching = match.matchingNodes(slices(rows, nodes), true);
            // Listed slices, with the shortest at the top of the heap.
            PriorityQueue<Integer> longest =
                    new PriorityQueue<>(Comparator.<Integer>comparingLong(r -> rows.getLong(r, 3))
                            .thenComparing(Comparator.reverseOrder()));
            long total = 0;
            for (int r = 0; r < nodes.length; r++) {
                if (matching[nodes[r]]) {
                    total++;
                    longest.add(r);
                    if (longest.size() > EventListQuery.MAX_ROWS) {
                        longest.poll();
                    }
                }
            }
            String ids =
                    longest.stream().map(r -> Long.toString(rows.getLong(r, 0))).collect(Collectors.joining(", "));
            return new EventListQuery.ListedEvents(
                    RowReader.query(
                            q,
                            EventListQuery.sliceSql("s.id IN (" + (ids.isEmpty() ? "-1" : ids) + ")")
                                    + "\nORDER BY s.dur DESC, s.ts, s.id"),
                    total);
        }));
    }

    /// Merges slices with the same names into frames. Parents start before their children and have smaller ids, so they
    /// are found among the previous rows.
    ///
    /// @param nodes receives the frame of each row
    private static FlameFrames slices(RowStore rows, int[] nodes) {
        FlameFrames.Builder b = new FlameFrames.Builder(2);
        long[] ids = new long[rows.size()];
        for (int r = 0; r < rows.size(); r++) {
            int index = rows.isNull(r, 1) ? -1 : Arrays.binarySearch(ids, 0, r, rows.getLong(r, 1));
            int above = index < 0 ? 0 : nodes[index];
            String name = rows.getText(r, 2);
            long ns = rows.getLong(r, 3);
            ids[r] = rows.getLong(r, 0);
            nodes[r] = b.getOrAddChild(above, name == null ? SliceTexts.UNNAMED : name, "");
            b.add(nodes[r], 0, ns);
            b.add(nodes[r], 1, 1);
            if (above > 0) {
                b.add(above, 0, -ns);
            }
        }
        return b.build();
    }
}
