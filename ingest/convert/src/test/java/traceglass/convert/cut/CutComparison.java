package traceglass.convert.cut;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Compares the events of a time range in two traces.
final class CutComparison {

    /// Kind of event -> query with the range as `:a` and `:b`; events reach from `:a` to `:b` exclusive.
    private static final Map<String, String> EVENTS = new TreeMap<>(Map.of(
            "slice",
            """
            SELECT s.ts, s.dur, s.name, s.category, s.depth, th.tid, p.pid,
              (SELECT group_concat(key || '=' || display_value, ',' ORDER BY key, display_value) FROM args a
               WHERE a.arg_set_id = s.arg_set_id AND NOT regexp_matches(key, :ids)) FROM slice s JOIN track t ON s.track_id = t.id
              LEFT JOIN thread_track tt ON tt.id = t.id LEFT JOIN thread th ON th.utid = tt.utid
              LEFT JOIN process_track pt ON pt.id = t.id LEFT JOIN process p ON p.upid = pt.upid
              WHERE s.ts > :a AND s.ts + s.dur < :b AND s.dur >= 0""",
            "counter",
            """
            SELECT c.ts, c.value, t.name, t.unit, p.pid, th.tid FROM counter c JOIN counter_track t ON c.track_id = t.id
              LEFT JOIN process_counter_track pt ON pt.id = t.id LEFT JOIN process p ON p.upid = pt.upid
              LEFT JOIN thread_counter_track tt ON tt.id = t.id LEFT JOIN thread th ON th.utid = tt.utid
              WHERE c.ts > :a AND c.ts < :b""",
            "sched",
            """
            SELECT s.ts, s.dur, s.cpu, th.tid, th.name, s.end_state, s.priority FROM sched s
              JOIN thread th USING (utid) WHERE s.ts > :a AND s.ts + s.dur < :b AND s.dur >= 0""",
            "flow",
            """
            SELECT o.ts, o.name, i.ts, i.name FROM flow f JOIN slice o ON f.slice_out = o.id
              JOIN slice i ON f.slice_in = i.id WHERE o.ts > :a AND i.ts > :a AND o.ts < :b AND i.ts < :b""",
            "ftrace_event",
            """
            SELECT e.ts, e.name, e.cpu, th.tid FROM ftrace_event e LEFT JOIN thread th USING (utid)
              WHERE e.ts > :a AND e.ts < :b""",
            "log",
            "SELECT l.ts, l.tag, l.msg, th.tid FROM android_logs l LEFT JOIN thread th USING (utid) "
                    + "WHERE l.ts >= :a AND l.ts < :b",
            "sample",
            "SELECT s.ts, s.cpu, th.tid, s.callsite_id IS NULL FROM perf_sample s LEFT JOIN thread th USING (utid) "
                    + "WHERE s.ts >= :a AND s.ts < :b",
            "frame",
            "SELECT ts, dur, name, surface_frame_token, jank_type FROM actual_frame_timeline_slice "
                    + "WHERE ts > :a AND ts + dur < :b AND dur >= 0"));

    /// Arguments with ids of rows, and the importer's count of unnestable slices since the start of the trace.
    private static final String IDS = "'(^|_|[.])(utid|mapping_id)$|^legacy_unnestable_'";

    private CutComparison() {}

    static TraceStore open(Path trace) throws Exception {
        return TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                .store();
    }

    /// Returns the kinds of events that differ in a range, with up to three examples each.
    static List<String> differences(TraceStore whole, TraceStore cut, long start, long end) throws Exception {
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, String> events : EVENTS.entrySet()) {
            String sql = within(events.getValue(), start, end);
            Map<String, Integer> rows = count(whole, sql);
            for (Map.Entry<String, Integer> e : count(cut, sql).entrySet()) {
                rows.merge(e.getKey(), -e.getValue(), Integer::sum);
            }
            rows.values().removeIf(n -> n == 0);
            if (!rows.isEmpty()) {
                List<String> examples = rows.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .limit(Integer.getInteger("traceglass.cuts.examples", 3))
                        .map(e -> (e.getValue() > 0 ? "missing " : "added ") + e.getKey())
                        .toList();
                all.add(events.getKey() + ": " + rows.size() + " " + examples);
            }
        }
        return all;
    }

    /// Events that are moved to the start of the range may get a slightly later time if their clock drifts.
    private static String within(String query, long start, long end) {
        return query.replace(":ids", IDS).replace(":a", "" + (start + 20_000)).replace(":b", "" + end);
    }

    /// Returns the number of events of all kinds in a range.
    static int size(TraceStore store, long start, long end) throws Exception {
        int size = 0;
        for (String query : EVENTS.values()) {
            size += count(store, within(query, start, end)).size();
        }
        return size;
    }

    private static Map<String, Integer> count(TraceStore store, String sql) throws IOException, ConvertProblem {
        Map<String, Integer> rows = new HashMap<>();
        new TraceRows(store).query(sql, cursor -> {
            while (cursor.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 0; i < cursor.columns().size(); i++) {
                    row.append(cursor.getObject(i)).append('|');
                }
                rows.merge(row.toString(), 1, Integer::sum);
            }
        });
        return rows;
    }
}
