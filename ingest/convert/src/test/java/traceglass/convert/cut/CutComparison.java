package traceglass.convert.cut;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Compares the events of a trace with the events of its cuts. The trace is read once for all cuts.
final class CutComparison implements AutoCloseable {

    /// Queries by kind of event. Their columns are the start, the end, the track if the kind has one, and other
    /// columns.
    private static final Map<String, String> EVENTS = new TreeMap<>(Map.of(
            "slice",
            """
            SELECT s.ts, if(s.dur < 0, s.ts - 1, s.ts + s.dur), s.name, s.category, s.depth, th.tid, p.pid, a.args
              FROM slice s JOIN track t ON s.track_id = t.id
              LEFT JOIN (SELECT arg_set_id, group_concat(key || '=' || display_value, ',' ORDER BY key, display_value)
                AS args FROM args WHERE NOT regexp_matches(key, %s) GROUP BY 1) a ON a.arg_set_id = s.arg_set_id
              LEFT JOIN thread_track tt ON tt.id = t.id LEFT JOIN thread th ON th.utid = tt.utid
              LEFT JOIN process_track pt ON pt.id = t.id LEFT JOIN process p ON p.upid = pt.upid\
            """,
            "counter",
            """
            SELECT c.ts, c.ts,
              -- Thread times come from slices, and the process of the others is known later only.
              if(t.name IN ('thread_time', 'thread_instruction_count') OR t.type = 'process_memory_thread_fallback', '',
                concat_ws('|', t.name, t.unit, p.pid, th.tid, a.args)),
              t.name, t.unit, p.pid, th.tid, a.args, c.value
              FROM counter c JOIN counter_track t ON c.track_id = t.id
              LEFT JOIN process_counter_track pt ON pt.id = t.id LEFT JOIN process p ON p.upid = pt.upid
              LEFT JOIN thread_counter_track tt ON tt.id = t.id LEFT JOIN thread th ON th.utid = tt.utid
              LEFT JOIN (SELECT arg_set_id, group_concat(key || '=' || display_value, ',' ORDER BY key, display_value)
                AS args FROM args WHERE NOT regexp_matches(key, %s) GROUP BY 1) a
                ON a.arg_set_id = t.dimension_arg_set_id
              ORDER BY c.id\
            """,
            "sched",
            """
            SELECT s.ts, if(s.dur < 0, s.ts - 1, s.ts + s.dur), s.cpu, th.tid, s.end_state, s.priority
              FROM sched s JOIN thread th USING (utid)\
            """,
            "flow",
            """
            SELECT least(o.ts, i.ts), greatest(o.ts, i.ts), o.ts, o.name, i.ts, i.name
              FROM flow f JOIN slice o ON f.slice_out = o.id JOIN slice i ON f.slice_in = i.id\
            """,
            "ftrace_event",
            "SELECT e.ts, e.ts, e.name, e.cpu, th.tid FROM ftrace_event e LEFT JOIN thread th USING (utid)",
            "log",
            "SELECT l.ts, l.ts, l.tag, l.msg, th.tid FROM android_logs l LEFT JOIN thread th USING (utid)",
            "sample",
            """
            SELECT s.ts, s.ts, s.cpu, th.tid, s.callsite_id IS NULL
              FROM perf_sample s LEFT JOIN thread th USING (utid)\
            """,
            "frame",
            """
            SELECT ts, if(dur < 0, ts - 1, ts + dur), name, surface_frame_token, jank_type
              FROM actual_frame_timeline_slice\
            """));

    /// Arguments with ids of rows, and the importer's count of unnestable slices since the start of the trace.
    private static final String IDS = "'(^|_|[.])(utid|upid|mapping_id)$|^legacy_unnestable_'";
    /// Events that are moved to the start of the range can get a slightly later time if their clock drifts.
    private static final long DRIFT_NS = 20_000;

    private static final int EXAMPLES = Integer.getInteger("traceglass.cuts.examples", 3);

    private final Map<String, EventList> whole;

    private final SqlSession session;

    /// Reads the events of the whole trace, which stays open.
    CutComparison(TraceStore store) throws Exception {
        session = session(store);
        whole = events(session);
    }

    private static SqlSession session(TraceStore store) throws QueryException {
        return SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    @Override
    public void close() throws QueryException {
        session.close();
    }

    private static Map<String, EventList> events(SqlSession session) throws SqlProblem {
        Map<String, EventList> lists = new TreeMap<>();
        for (Map.Entry<String, String> events : EVENTS.entrySet()) {
            lists.put(events.getKey(), new EventList(session, events.getValue().replace("%s", IDS)));
        }
        return lists;
    }

    static TraceStore open(Path trace) throws Exception {
        return TraceOpener.openLazily(trace, StoreOptions.uncached().withThreads(1), new ImportProgress(), _ -> {})
                .store();
    }

    /// Returns the kinds of events that differ in a range, with some examples each.
    List<String> differences(Path file, long start, long end) throws Exception {
        List<String> all = new ArrayList<>();
        try (TraceStore store = open(file);
                SqlSession cutSession = session(store)) {
            Map<String, EventList> cut = events(cutSession);
            for (String kind : EVENTS.keySet()) {
                compareRange(kind, whole.get(kind), cut.get(kind), start + DRIFT_NS, end, all);
            }
            compareStart(whole.get("counter"), cut.get("counter"), start + DRIFT_NS, all);
        }
        return all;
    }

    private static void compareRange(
            String kind, EventList whole, EventList cut, long start, long end, List<String> differences)
            throws SqlProblem {
        Map<Long, Integer> missing = whole.countsInRange(start, end);
        cut.countsInRange(start, end).forEach((hash, n) -> missing.merge(hash, -n, Integer::sum));
        Map<Long, Integer> added = new HashMap<>(missing);
        missing.values().removeIf(n -> n <= 0);
        added.values().removeIf(n -> n >= 0);
        if (!missing.isEmpty() || !added.isEmpty()) {
            differences.add(kind + ": missing " + missing.size() + " " + whole.texts(missing.keySet(), true, EXAMPLES)
                    + ", added " + added.size() + " " + cut.texts(added.keySet(), true, EXAMPLES));
        }
    }

    /// Compares the values that counters have at the start of the range.
    private static void compareStart(EventList whole, EventList cut, long start, List<String> differences)
            throws SqlProblem {
        Map<Long, Long> expected = whole.lastBefore(start);
        Map<Long, Long> found = cut.lastBefore(start);
        Set<Long> missing = new HashSet<>(expected.values());
        missing.removeAll(found.values());
        Set<Long> added = new HashSet<>(found.values());
        added.removeAll(expected.values());
        if (missing.isEmpty() && added.isEmpty()) {
            return;
        }
        differences.add("counter at the start: missing " + missing.size() + " "
                + whole.texts(missing, false, EXAMPLES) + ", added " + added.size() + " "
                + cut.texts(added, false, EXAMPLES));
    }

    /// Returns the number of different events in a range of the whole trace.
    int size(long start, long end) {
        return whole.values().stream()
                .mapToInt(list -> list.countsInRange(start + DRIFT_NS, end).size())
                .sum();
    }
}
