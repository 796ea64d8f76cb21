package traceglass.app.panel.flame;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import traceglass.app.grid.RowReader;
import traceglass.app.grid.RowStore;
import traceglass.app.session.Cancellation;

/// Samples of callstacks, by timer or counter (perf) or of a profiler that is part of the program, such as V8's or Chrome's.
///
/// @param table view with `ts`, `utid` and `callsite_id`
record SampleSource(String title, String table) implements FlameSource {

    static final List<SampleSource> ALL = List.of(new SampleSource("Profiler samples", "cpu_profile_stack_sample"),
            new SampleSource("Instruments samples", "instruments_sample"), new SampleSource("CPU samples", "perf_sample"));

    private static final List<FlameMeasure> MEASURES = List.of(new FlameMeasure("Samples", FlameMeasure.Unit.SAMPLES));

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

    @Override
    public FlameData read(Connection connection, FlameScope scope, Cancellation cancel) throws SQLException, IOException {
        FlameFrames.Builder tree = new FlameFrames.Builder(1);
        RowStore counts = RowReader.query(connection, """
                SELECT s.callsite_id, coalesce(p.name, t.name, 'unknown process'), count(*)
                FROM (SELECT * FROM %s) AS s LEFT JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid)
                GROUP BY ALL""".formatted(where(scope)), cancel);
        if (counts.size() > 0) {
            Callstacks stacks = Callstacks.read(connection, cancel);
            for (int r = 0; r < counts.size(); r++) {
                String process = counts.getText(r, 1);
                tree.add(stacks.below(tree.child(0, process, process), counts.getLong(r, 0), tree), 0, counts.getLong(r, 2));
            }
        }
        return new FlameData(MEASURES, tree.build());
    }
}
