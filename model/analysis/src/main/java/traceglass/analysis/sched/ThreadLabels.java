package traceglass.analysis.sched;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.tree.TrackNames;

/// Labels of threads on CPU tracks, for the whole trace. Thread-safe.
final class ThreadLabels {

    /// Label of a thread.
    ///
    /// @param process its process, or the thread if the process is unknown
    /// @param upid its process, −1 for none
    record Label(String thread, String withProcess, String process, boolean isIdle, long upid) {}

    static final Label UNKNOWN = new Label(SchedTexts.UNKNOWN_THREAD, SchedTexts.UNKNOWN_THREAD, "", false, -1);

    private Map<Long, Label> labels;

    /// Returns labels by `utid`. The first caller reads a whole table for them.
    synchronized Map<Long, Label> read(RowQueries queries) throws SQLException {
        if (labels == null) {
            Map<Long, Label> read = new HashMap<>();
            queries.forEachRow(
                    "SELECT t.id, t.name, t.tid, coalesce(t.is_idle, 0), p.name, p.pid, coalesce(t.upid, -1) FROM"
                            + " __intrinsic_thread AS t LEFT JOIN __intrinsic_process AS p ON p.id = t.upid",
                    r -> {
                        String process = r.getString(5) == null
                                ? r.getString(6) == null ? "" : SchedTexts.process(r.getString(6))
                                : TrackNames.baseName(r.getString(5));
                        String thread = r.getString(2) == null || r.getString(2).isEmpty()
                                ? SchedTexts.thread(r.getString(3))
                                : r.getString(2);
                        boolean isSame = process.isEmpty() || process.equals(thread);
                        read.put(
                                r.getLong(1),
                                new Label(
                                        thread,
                                        isSame ? thread : thread + " · " + process,
                                        process.isEmpty() ? thread : process,
                                        r.getLong(4) != 0,
                                        r.getLong(7)));
                    });
            labels = read;
        }
        return labels;
    }
}
