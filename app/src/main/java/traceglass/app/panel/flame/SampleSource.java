package traceglass.app.panel.flame;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import traceglass.app.grid.RowReader;
import traceglass.app.grid.RowStore;
import traceglass.app.session.Cancellation;

/// Samples of callstacks, by timer or counter (perf) or of a profiler that is part of the program, such as V8's or Chrome's.
///
/// @param table view with `ts`, `utid` and `callsite_id`
record SampleSource(String title, String table) implements FlameSource {

    static final List<SampleSource> ALL = List.of(new SampleSource("Profiler samples", "cpu_profile_stack_sample"),
            new SampleSource("Instruments samples", "instruments_sample"), new SampleSource("CPU samples", "perf_sample"));

    private static final FlameMeasure SAMPLES = new FlameMeasure("Samples", FlameMeasure.Unit.SAMPLES);

    private String where(FlameScope scope) {
        String of = table + " AS s WHERE s.callsite_id IS NOT NULL";
        if (scope.sample() >= 0) {
            return of + " AND s.id = " + scope.sample();
        }
        String threads = "s.utid IN (" + FlameScope.list(scope.threads()) + ")";
        String processes = "s.utid IN (SELECT utid FROM thread WHERE upid IN (" + FlameScope.list(scope.processes()) + "))";
        return of + " AND s.ts >= " + scope.start() + " AND s.ts < " + scope.end()
                + (scope.threads().isEmpty() && scope.processes().isEmpty() ? ""
                : scope.processes().isEmpty() ? " AND " + threads : scope.threads().isEmpty() ? " AND " + processes : " AND (" + threads + " OR " + processes + ")");
    }

    boolean isIn(Connection connection, FlameScope scope, Cancellation cancel) throws SQLException, IOException {
        return RowReader.query(connection, "SELECT 1 FROM " + where(scope) + " LIMIT 1", cancel).size() > 0;
    }

    /// By counters that were read with the samples, too: each sample weighs what was counted since the one before it.
    @Override
    public FlameData read(Connection connection, FlameScope scope, Cancellation cancel) throws SQLException, IOException {
        RowStore counts = RowReader.query(connection, """
                SELECT s.callsite_id, coalesce(p.name, t.name, 'unknown process'), count(*)
                FROM (SELECT * FROM %s) AS s LEFT JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid)
                GROUP BY ALL""".formatted(where(scope)), cancel);
        RowStore counters = RowReader.query(connection, """
                SELECT s.callsite_id, coalesce(p.name, t.name, 'unknown process'), k.name, sum(c.value)
                FROM (SELECT * FROM %s) AS s
                JOIN stack_sample_counter AS c ON c.stack_sample_id = s.id
                JOIN stack_sample_counter_track AS k ON k.id = c.track_id
                LEFT JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid)
                WHERE k.name IS NOT NULL AND c.value >= 0
                GROUP BY ALL""".formatted(where(scope)), cancel);
        TreeSet<String> names = new TreeSet<>();
        for (int r = 0; r < counters.size(); r++) {
            names.add(counters.getText(r, 2));
        }
        List<String> order = List.copyOf(names);
        List<FlameMeasure> measures = new ArrayList<>(List.of(SAMPLES));
        order.forEach(name -> measures.add(new FlameMeasure("Counter " + name, FlameMeasure.Unit.COUNTER)));
        FlameFrames.Builder tree = new FlameFrames.Builder(measures.size());
        Callstacks stacks = counts.size() == 0 ? null : Callstacks.read(connection, cancel);
        for (int r = 0; r < counts.size(); r++) {
            tree.add(node(counts, r, stacks, tree), 0, counts.getLong(r, 2));
        }
        for (int r = 0; r < counters.size(); r++) {
            tree.add(node(counters, r, stacks, tree), 1 + order.indexOf(counters.getText(r, 2)), Math.round(counters.getDouble(r, 3)));
        }
        return new FlameData(measures, tree.build());
    }

    private static int node(RowStore rows, int row, Callstacks stacks, FlameFrames.Builder tree) {
        String process = rows.getText(row, 1);
        return stacks.below(tree.child(0, process, process), rows.getLong(row, 0), tree);
    }
}
