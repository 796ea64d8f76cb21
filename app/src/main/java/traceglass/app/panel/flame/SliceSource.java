package traceglass.app.panel.flame;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import traceglass.app.grid.RowReader;
import traceglass.app.grid.RowStore;
import traceglass.app.session.Cancellation;

/// Slices of the selected tracks: their time within the range, and how many there are.
record SliceSource() implements FlameSource {

    private static final List<FlameMeasure> MEASURES = List.of(new FlameMeasure("Duration", FlameMeasure.Unit.NANOSECONDS),
            new FlameMeasure("Count", FlameMeasure.Unit.SLICES));

    @Override
    public String title() {
        return "Slices";
    }

    private static String where(FlameScope scope) {
        return (scope.slices() == null ? "" : "track_id IN (" + FlameScope.list(scope.slices()) + ") AND ") + "ts < " + scope.end() + " AND (dur < 0 OR ts + dur > "
                + scope.start() + ")";
    }

    static boolean isIn(Connection connection, FlameScope scope, Cancellation cancel) throws SQLException, IOException {
        return (scope.slices() == null || !scope.slices().isEmpty())
                && RowReader.query(connection, "SELECT 1 FROM slice WHERE " + where(scope) + " LIMIT 1", cancel).size() > 0;
    }

    @Override
    public FlameData read(Connection connection, FlameScope scope, Cancellation cancel) throws SQLException, IOException {
        if (scope.slices() != null && scope.slices().isEmpty()) {
            return new FlameData(MEASURES, new FlameFrames.Builder(2).build());
        }
        return new FlameData(MEASURES, slices(RowReader.query(connection, """
                SELECT id, parent_id, name, least(CASE WHEN dur < 0 THEN %d ELSE ts + dur END, %d) - greatest(ts, %d) AS ns
                FROM slice
                WHERE %s
                ORDER BY id""".formatted(scope.traceEnd(), scope.end(), scope.start(), where(scope)), cancel)));
    }

    /// A parent was begun before its children, so its id is smaller: it is found among the rows before.
    private static FlameFrames slices(RowStore rows) {
        FlameFrames.Builder b = new FlameFrames.Builder(2);
        long[] ids = new long[rows.size()];
        int[] nodes = new int[rows.size()];
        for (int r = 0; r < rows.size(); r++) {
            int at = rows.isNull(r, 1) ? -1 : Arrays.binarySearch(ids, 0, r, rows.getLong(r, 1));
            int above = at < 0 ? 0 : nodes[at];
            String name = rows.getText(r, 2);
            long ns = rows.getLong(r, 3);
            ids[r] = rows.getLong(r, 0);
            nodes[r] = b.child(above, name == null ? "unnamed" : name, "");
            b.add(nodes[r], 0, ns);
            b.add(nodes[r], 1, 1);
            if (above > 0) {
                b.add(above, 0, -ns);
            }
        }
        return b.build();
    }
}
