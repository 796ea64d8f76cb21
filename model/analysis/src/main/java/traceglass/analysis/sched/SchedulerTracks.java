package traceglass.analysis.sched;

import static traceglass.store.language.Translations.tr;

import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;
import traceglass.store.names.TableNames;

/// Adds counters of runnable threads, threads in uninterruptible sleep, and active CPUs.
final class SchedulerTracks implements TrackProvider {

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        DraftNode group = DraftNode.group("scheduler", tr("Scheduler"), 0).setIcon("chart");
        if (contents.hasThreadStates()) {
            group.add(counter(
                    "runnable", "Runnable thread count", edges(TableNames.ThreadState.TABLE, "state IN ('R', 'R+')")));
            group.add(counter(
                    "uninterruptible",
                    "Uninterruptible sleep thread count",
                    edges(TableNames.ThreadState.TABLE, "state IN ('D', 'DK')")));
        }
        if (!contents.cpus().isEmpty()) {
            String busy = "utid NOT IN (SELECT id FROM __intrinsic_thread WHERE is_idle = 1)";
            group.add(counter("active", "Active CPU count", edges(TableNames.SchedSlice.TABLE, busy)));
            // Several capacities distinguish little from big CPUs.
            List<Long> capacities = contents.query(
                    "SELECT DISTINCT capacity FROM __intrinsic_cpu WHERE capacity > 0 ORDER BY 1", r -> r.getLong(1));
            for (int i = 0; i < capacities.size() && capacities.size() > 1; i++) {
                String kind = kind(i, capacities.size());
                group.add(counter(
                        "active/" + i,
                        "Active CPU count: " + kind,
                        edges(
                                TableNames.SchedSlice.TABLE,
                                busy + " AND ucpu IN (SELECT id FROM __intrinsic_cpu WHERE capacity = "
                                        + capacities.get(i) + ")")));
            }
        }
        tree.root().add(group);
    }

    private static String kind(int index, int kinds) {
        return index == 0 ? "little" : index == kinds - 1 ? "big" : kinds == 3 ? "medium" : "medium " + index;
    }

    private static DraftNode counter(String key, String name, String sql) {
        return new DraftNode("scheduler/" + key, new SchedulerCounter(sql), name, 0);
    }

    /// Returns a query for the number of matching rows of a table that are active at each time: one more at the start
    /// of each row, one less at its end.
    private static String edges(String table, String condition) {
        return """
            WITH edge AS (
              SELECT ts, 1 AS step FROM %1$s WHERE %2$s
              UNION ALL
              SELECT ts + dur, -1 FROM %1$s WHERE dur >= 0 AND %2$s
            ),
            change AS (SELECT ts, sum(step) AS step FROM edge GROUP BY ts)
            SELECT ts, sum(step) OVER (ORDER BY ts ROWS UNBOUNDED PRECEDING) FROM change ORDER BY ts
            """.formatted(table, condition);
    }
}
