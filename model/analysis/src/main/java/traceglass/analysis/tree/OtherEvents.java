package traceglass.analysis.tree;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.store.database.StoredAmounts;

/// What tables beside those of tracks hold that is shown on tracks of its own: how it is parted, not the events
/// themselves.
///
/// @param ftraceCpus `ucpu` of CPUs with ftrace events, and the CPU's number
/// @param logSources values of `log_source` of logs
/// @param logThreads who wrote how many lines of which log
/// @param samples who was sampled by what
/// @param heaps heap profiles and heap graphs of processes
/// @param smaps processes with memory maps
/// @param snapshots processes with memory snapshots of Chrome
/// @param displays displays of which there are video frames, and their names
/// @param objects whether Chromium kept snapshots of objects that are pictures of the screen
/// @param states whether there are thread states
/// @param capacities different capacities of CPUs, ascending: more than one tell little from big ones
record OtherEvents(
        List<FtraceCpu> ftraceCpus,
        List<String> logSources,
        List<LogThread> logThreads,
        List<Samples> samples,
        List<Heap> heaps,
        List<Long> smaps,
        List<Long> snapshots,
        List<Display> displays,
        boolean objects,
        boolean states,
        List<Long> capacities) {

    record FtraceCpu(long ucpu, int cpu, long machine) {}

    /// @param source value of `log_source`
    /// @param utid who wrote them, or NONE where the trace does not tell
    record LogThread(String source, long utid, long lines) {}

    /// @param source what took the samples, such as `linux.perf`
    /// @param utid whom they are of, never NONE
    /// @param upid its process, or NONE
    record Samples(String source, long utid, long upid) {}

    /// @param heap name of the heap of a profile, or empty for a heap graph
    record Heap(long upid, String heap) {}

    record Display(long id, String name) {}

    static OtherEvents read(Connection c) throws SQLException {
        List<FtraceCpu> cpus = list(
                c,
                """
                SELECT f.ucpu, coalesce(c.cpu, f.ucpu), coalesce(c.machine_id, 0)
                FROM %s AS f
                LEFT JOIN __intrinsic_cpu AS c ON c.id = f.ucpu ORDER BY 3, 2
                """.formatted(StoredAmounts.FTRACE_CPUS),
                r -> new FtraceCpu(r.getLong(1), r.getInt(2), r.getLong(3)));
        List<String> logs = list(
                c, "SELECT DISTINCT coalesce(log_source, '') FROM __intrinsic_logs ORDER BY 1", r -> r.getString(1));
        List<LogThread> logThreads = logs.isEmpty()
                ? List.of()
                : list(
                        c,
                        "SELECT coalesce(log_source, ''), coalesce(utid, -1), count(*)"
                                + " FROM __intrinsic_logs GROUP BY 1, 2 ORDER BY 3 DESC, 2",
                        r -> new LogThread(r.getString(1), r.getLong(2), r.getLong(3)));
        List<Samples> samples = list(c, """
            SELECT DISTINCT s.source, x.utid, coalesce(t.upid, -1)
            FROM __intrinsic_profiler_sample AS s
            JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
            LEFT JOIN __intrinsic_thread AS t ON t.id = x.utid
            WHERE s.callsite_id IS NOT NULL AND x.utid IS NOT NULL AND s.source IS NOT NULL ORDER BY 2, 1
            """, r -> new Samples(r.getString(1), r.getLong(2), r.getLong(3)));
        List<Heap> heaps = list(c, """
            SELECT DISTINCT upid, coalesce(heap_name, '?') FROM __intrinsic_heap_profile_allocation WHERE upid IS NOT NULL
            UNION SELECT DISTINCT upid, '' FROM __intrinsic_heap_graph_object WHERE upid IS NOT NULL ORDER BY 1, 2
            """, r -> new Heap(r.getLong(1), r.getString(2)));
        List<Long> smaps = list(
                c,
                "SELECT DISTINCT upid FROM __intrinsic_profiler_smaps WHERE upid IS NOT NULL ORDER BY 1",
                r -> r.getLong(1));
        List<Long> snapshots = list(
                c,
                "SELECT DISTINCT upid FROM __intrinsic_process_memory_snapshot WHERE upid IS NOT NULL ORDER BY 1",
                r -> r.getLong(1));
        List<Display> displays = list(c, """
            SELECT coalesce(display_id, 0), coalesce(any_value(display_name), '') FROM __intrinsic_video_frames
            GROUP BY 1 ORDER BY 1
            """, r -> new Display(r.getLong(1), r.getString(2)));
        boolean objects =
                !list(c, "SELECT 1 FROM __intrinsic_chrome_raw LIMIT 1", r -> 1).isEmpty()
                        && !list(c, """
                            SELECT 1 FROM __intrinsic_chrome_raw AS r JOIN __intrinsic_args AS a ON a.arg_set_id = r.arg_set_id
                            WHERE a.key = 'legacy_event.name' AND a.string_value = 'Screenshot' LIMIT 1
                            """, r -> 1).isEmpty();
        boolean states = !list(c, "SELECT 1 FROM __intrinsic_thread_state LIMIT 1", r -> 1)
                .isEmpty();
        List<Long> capacities = list(
                c, "SELECT DISTINCT capacity FROM __intrinsic_cpu WHERE capacity > 0 ORDER BY 1", r -> r.getLong(1));
        return new OtherEvents(
                cpus, logs, logThreads, samples, heaps, smaps, snapshots, displays, objects, states, capacities);
    }

    private interface Reader<T> {
        T read(ResultSet r) throws SQLException;
    }

    private static <T> List<T> list(Connection c, String sql, Reader<T> reader) throws SQLException {
        List<T> found = new ArrayList<>();
        try (var statement = c.createStatement();
                ResultSet r = statement.executeQuery(sql)) {
            while (r.next()) {
                found.add(reader.read(r));
            }
        }
        return found;
    }
}
