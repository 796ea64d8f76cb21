package traceglass.analysis.slices;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.flame.Callstacks;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Callstacks recorded with track events. The callstack at the start of a slice counts if the slice starts within the
/// range; the callstack at its end, if it ends within the range. The weight of each is 1, the weight recorded in the
/// event, or the value of a numeric argument.
public record EventStackSource() implements FlameSource {

    private static final FlameMeasure SAMPLES =
            new FlameMeasure("samples", SliceTexts.SAMPLES, FlameMeasure.Unit.SAMPLES);
    /// Maximum number of numeric arguments offered as weights.
    private static final int MAX_ARGUMENTS = 24;

    @Override
    public String id() {
        return "event-callstacks";
    }

    @Override
    public String title() {
        return SliceTexts.EVENT_CALLSTACKS;
    }

    /// Returns a query for `slice_id`, `callsite_id`, `weight`, `arg_set_id` and the columns of a list.
    private static String from(FlameScope scope) {
        String tracks = scope.slices() == null ? "" : " AND s.track_id IN (" + FlameScope.list(scope.slices()) + ")";
        String columns = "SELECT s.id, s.ts, s.dur, s.name, s.track_id, s.arg_set_id, c.weight, ";
        String join = " FROM __intrinsic_track_event_callstacks AS c JOIN slice AS s ON s.id = c.slice_id WHERE ";
        return "(" + columns + "c.callsite_id" + join + "c.callsite_id IS NOT NULL AND s.ts >= " + scope.start()
                + " AND s.ts < " + scope.end() + tracks
                + " UNION ALL " + columns + "c.end_callsite_id" + join
                + "c.end_callsite_id IS NOT NULL AND s.dur > 0 AND s.ts + s.dur >= " + scope.start()
                + " AND s.ts + s.dur < " + scope.end() + tracks + ") AS e";
    }

    public static boolean hasData(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        return (scope.slices() == null || !scope.slices().isEmpty())
                && RowReader.query(q, "SELECT 1 FROM " + from(scope) + " LIMIT 1")
                                .size()
                        > 0;
    }

    @Override
    public FlameData read(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        RowStore counts = RowReader.query(
                q,
                "SELECT e.callsite_id, count(*), sum(e.weight), count(e.weight) FROM " + from(scope) + " GROUP BY ALL");
        RowStore keys = RowReader.query(
                q,
                "SELECT a.key FROM " + from(scope)
                        + " JOIN args AS a USING (arg_set_id) WHERE a.value_type IN ('int', 'uint', 'real') GROUP BY"
                        + " a.key ORDER BY count(*) DESC, a.key LIMIT "
                        + MAX_ARGUMENTS);
        List<FlameMeasure> measures = new ArrayList<>(List.of(SAMPLES));
        boolean isWeighed = false;
        for (int r = 0; r < counts.size(); r++) {
            isWeighed |= counts.getLong(r, 3) > 0;
        }
        if (isWeighed) {
            measures.addFirst(new FlameMeasure("weight", SliceTexts.WEIGHT, FlameMeasure.Unit.WEIGHT));
        }
        int firstArgument = measures.size();
        List<String> order = new ArrayList<>();
        for (int r = 0; r < keys.size(); r++) {
            String key = keys.getText(r, 0);
            order.add(key);
            measures.add(new FlameMeasure("argument:" + key, SliceTexts.argument(key), FlameMeasure.Unit.WEIGHT));
        }
        FlameFrames.Builder tree = new FlameFrames.Builder(measures.size());
        Callstacks stacks = counts.size() == 0 ? null : Callstacks.read(q);
        for (int r = 0; r < counts.size(); r++) {
            int node = stacks.addBelow(0, counts.getLong(r, 0), tree);
            tree.add(node, firstArgument - 1, counts.getLong(r, 1));
            if (isWeighed && !counts.isNull(r, 2)) {
                tree.add(node, 0, thousandths(counts.getDouble(r, 2)));
            }
        }
        if (!order.isEmpty()) {
            RowStore sums = RowReader.query(
                    q,
                    "SELECT e.callsite_id, a.key, sum(coalesce(a.real_value, CAST(a.int_value AS DOUBLE))) FROM "
                            + from(scope)
                            + " JOIN args AS a USING (arg_set_id) WHERE a.value_type IN ('int', 'uint', 'real') GROUP"
                            + " BY ALL");
            for (int r = 0; r < sums.size(); r++) {
                int index = order.indexOf(sums.getText(r, 1));
                if (index >= 0 && !sums.isNull(r, 2)) {
                    tree.add(
                            stacks.addBelow(0, sums.getLong(r, 0), tree),
                            firstArgument + index,
                            thousandths(sums.getDouble(r, 2)));
                }
            }
        }
        return new FlameData(measures, tree.build());
    }

    /// Returns the slices whose callstacks contain a frame, sorted by time.
    @Override
    public Optional<EventListQuery> rows(FlameScope scope, FlameMatch match, String name) {
        return Optional.of(new EventListQuery(SliceTexts.slicesWithFrame(name), "slice", "first", "", (q) -> {
            RowStore sites = RowReader.query(q, "SELECT DISTINCT e.callsite_id FROM " + from(scope));
            FlameFrames.Builder tree = new FlameFrames.Builder(1);
            Callstacks stacks = Callstacks.read(q);
            int[] nodes = new int[sites.size()];
            for (int r = 0; r < nodes.length; r++) {
                nodes[r] = stacks.addBelow(0, sites.getLong(r, 0), tree);
            }
            boolean[] matching = match.matchingNodes(tree.build(), false);
            String fits = IntStream.range(0, nodes.length)
                    .filter(r -> matching[nodes[r]])
                    .mapToObj(r -> Long.toString(sites.getLong(r, 0)))
                    .collect(Collectors.joining(", "));
            String eventSql = "SELECT e.id FROM " + from(scope) + " WHERE e.callsite_id IN ("
                    + (fits.isEmpty() ? "-1" : fits) + ")";
            long total = RowReader.query(q, "SELECT count(DISTINCT id) FROM (" + eventSql + ")")
                    .getLong(0, 0);
            return new EventListQuery.ListedEvents(
                    RowReader.query(
                            q,
                            EventListQuery.sliceSql("s.id IN (" + eventSql + ")") + "\nORDER BY s.ts, s.id LIMIT "
                                    + EventListQuery.MAX_ROWS),
                    total);
        }));
    }

    private static long thousandths(double value) {
        return Math.round(Math.max(0, value) * 1000);
    }
}
