package traceglass.analysis.offcpu;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.flame.Callstacks;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.sched.states.StateNames;
import traceglass.analysis.sched.states.ThreadStateSpans;
import traceglass.sql.result.QueryException;

/// Time in which threads did not run: process, thread, state, the callstack sampled when the thread left its CPU,
/// the kernel function it was blocked in, and the thread that woke it, each if the trace has it.
record OffCpuSource() implements FlameSource {

    private static final List<FlameMeasure> MEASURES = List.of(
            new FlameMeasure("off_cpu_time", OffCpuTexts.OFF_CPU_TIME, FlameMeasure.Unit.NANOSECONDS),
            new FlameMeasure("states", OffCpuTexts.STATES, FlameMeasure.Unit.COUNTER));

    /// Module of frames that are kernel functions.
    private static final String KERNEL = "[kernel]";

    /// Maximum distance of a sample from the time at which its thread left the CPU, ns. Both are recorded by the
    /// same kernel event, but their clocks may be converted in different ways.
    private static final long TOLERANCE_NS = 1_000_000;

    @Override
    public String id() {
        return OffCpuSubject.SOURCE;
    }

    @Override
    public String title() {
        return OffCpuTexts.OFF_CPU;
    }

    /// Returns the condition that selects threads.
    private static String threads(FlameScope scope, String utid) {
        String idle = utid + " NOT IN (SELECT utid FROM thread WHERE is_idle)";
        if (scope.threads().isEmpty() && scope.processes().isEmpty()) {
            return idle;
        }
        return idle + " AND " + utid + " IN (SELECT utid FROM thread WHERE utid IN ("
                + (scope.threads().isEmpty() ? "NULL" : FlameScope.list(scope.threads())) + ") OR upid IN ("
                + (scope.processes().isEmpty() ? "NULL" : FlameScope.list(scope.processes())) + "))";
    }

    /// Returns a subquery for the states, with `ns`, their time within the range. The waker of a state is recorded
    /// in the state after it, in which the thread waits for a CPU.
    private static String from(FlameScope scope) {
        return """
            (
              SELECT w.id, w.ts, w.dur, w.utid, %1$s AS state, w.blocked_function, w.waker,
                least(CASE WHEN w.dur < 0 THEN %2$d ELSE w.ts + w.dur END, %3$d) - greatest(w.ts, %4$d) AS ns
              FROM (
                SELECT *, CASE WHEN state NOT IN ('R', 'R+')
                  THEN lead(waker_utid) OVER (PARTITION BY utid ORDER BY ts, id) END AS waker
                FROM %5$s
              ) AS w
              WHERE w.state <> 'Running' AND w.ts < %3$d AND (w.dur < 0 OR w.ts + w.dur > %4$d)
            ) AS s\
            """.formatted(
                        StateNames.SQL,
                        scope.traceEnd(),
                        scope.end(),
                        scope.start(),
                        // A state that ends in the range may be followed by one that starts
                        // right at its end.
                        ThreadStateSpans.of(
                                "utid, state, io_wait, blocked_function, waker_utid",
                                utid -> threads(scope, utid),
                                scope.end() + 1));
    }

    /// Returns whether a scope has off-CPU states. If only slice tracks are selected, it has none.
    static boolean hasData(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        boolean includesOnlySlices = scope.slices() != null
                && !scope.slices().isEmpty()
                && scope.threads().isEmpty()
                && scope.processes().isEmpty();
        return !includesOnlySlices
                && scope.sample() < 0
                && RowReader.query(
                                        q,
                                        "SELECT 1 FROM thread_state AS s WHERE state <> 'Running' AND ts < "
                                                + scope.end() + " AND (dur < 0 OR ts + dur > " + scope.start()
                                                + ") AND " + threads(scope, "s.utid") + " LIMIT 1")
                                .size()
                        > 0;
    }

    @Override
    public FlameData read(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        RowStore rows = states(q, scope);
        return new FlameData(MEASURES, frames(q, scope, rows, new int[rows.size()]));
    }

    private static RowStore states(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        return RowReader.query(
                q,
                SqlLabels.insert("""
                    SELECT s.id, s.ts, s.utid, s.ns, s.state, coalesce(s.blocked_function, ''),
                      coalesce(p.name, CASE WHEN p.pid IS NOT NULL THEN {process} || p.pid ELSE t.name END, {unknown}),
                      concat_ws(' ', t.name, t.tid), coalesce(concat_ws(' ', w.name, w.tid), ''),
                      coalesce(wp.name, w.name, '')
                    FROM %s
                    LEFT JOIN thread AS t ON t.utid = s.utid
                    LEFT JOIN process AS p ON p.upid = t.upid
                    LEFT JOIN thread AS w ON w.utid = s.waker
                    LEFT JOIN process AS wp ON wp.upid = w.upid
                    ORDER BY s.utid, s.ts, s.id\
                    """, "process", OffCpuTexts.PROCESS_NUMBER, "unknown", OffCpuTexts.UNKNOWN_PROCESS)
                        .formatted(from(scope)));
    }

    /// @param nodes receives the frame of each row
    private static FlameFrames frames(TraceQueries q, FlameScope scope, RowStore rows, int[] nodes)
            throws QueryException, IOException {
        FlameFrames.Builder tree = new FlameFrames.Builder(2);
        Map<Long, TreeMap<Long, Long>> samples = rows.size() == 0 ? Map.of() : samples(q, scope);
        Callstacks stacks = samples.isEmpty() ? null : Callstacks.read(q);
        for (int r = 0; r < nodes.length; r++) {
            String process = rows.getText(r, 6);
            String blocked = rows.getText(r, 5);
            String waker = rows.getText(r, 8);
            int node = tree.getOrAddChild(0, process, process);
            node = tree.getOrAddChild(node, rows.getText(r, 7), process);
            node = tree.getOrAddChild(node, rows.getText(r, 4), rows.getText(r, 4));
            Long site = nearest(samples.get(rows.getLong(r, 2)), rows.getLong(r, 1));
            if (site != null) {
                node = stacks.addBelow(node, site, tree);
            }
            if (!blocked.isEmpty()) {
                node = tree.getOrAddChild(node, blocked, KERNEL);
            }
            if (!waker.isEmpty()) {
                node = tree.getOrAddChild(node, OffCpuTexts.wokenBy(waker), rows.getText(r, 9));
            }
            nodes[r] = node;
            tree.add(node, 0, rows.getLong(r, 3));
            tree.add(node, 1, 1);
        }
        return tree.build();
    }

    /// Returns the callsites of samples that were taken when a thread left its CPU, by thread and time.
    private static Map<Long, TreeMap<Long, Long>> samples(TraceQueries q, FlameScope scope)
            throws QueryException, IOException {
        RowStore rows = RowReader.query(q, """
            SELECT x.utid, s.ts, s.callsite_id
            FROM __intrinsic_profiler_sample AS s
            JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
            JOIN stack_profile_callsite AS c ON c.id = s.callsite_id
            JOIN stack_profile_frame AS f ON f.id = c.frame_id
            WHERE s.ts >= %d AND s.ts < %d AND x.utid IS NOT NULL
              AND regexp_matches(f.name, 'sched_switch|^_*schedule$|^finish_task_switch')\
            """.formatted(scope.start() - TOLERANCE_NS, scope.end() + TOLERANCE_NS));
        Map<Long, TreeMap<Long, Long>> samples = new HashMap<>();
        for (int r = 0; r < rows.size(); r++) {
            samples.computeIfAbsent(rows.getLong(r, 0), _ -> new TreeMap<>())
                    .put(rows.getLong(r, 1), rows.getLong(r, 2));
        }
        return samples;
    }

    private static Long nearest(TreeMap<Long, Long> samples, long ts) {
        if (samples == null) {
            return null;
        }
        Map.Entry<Long, Long> before = samples.floorEntry(ts);
        Map.Entry<Long, Long> after = samples.ceilingEntry(ts);
        boolean isBefore = after == null || before != null && ts - before.getKey() <= after.getKey() - ts;
        Map.Entry<Long, Long> entry = isBefore ? before : after;
        return entry == null || Math.abs(entry.getKey() - ts) > TOLERANCE_NS ? null : entry.getValue();
    }

    /// Returns the states behind a frame, longest within the range first.
    @Override
    public Optional<EventListQuery> rows(FlameScope scope, FlameMatch match, String name) {
        return Optional.of(new EventListQuery(OffCpuTexts.statesOfFrame(name), "thread_state", "longest", "", q -> {
            RowStore rows = states(q, scope);
            int[] nodes = new int[rows.size()];
            boolean[] matching = match.matchingNodes(frames(q, scope, rows, nodes), false);
            List<Integer> matchingRows = new ArrayList<>();
            for (int r = 0; r < nodes.length; r++) {
                if (matching[nodes[r]]) {
                    matchingRows.add(r);
                }
            }
            String ids = matchingRows.stream()
                    .sorted((a, b) -> Long.compare(rows.getLong(b, 3), rows.getLong(a, 3)))
                    .limit(EventListQuery.MAX_ROWS)
                    .map(r -> Long.toString(rows.getLong(r, 0)))
                    .collect(Collectors.joining(", "));
            return new EventListQuery.ListedEvents(
                    RowReader.query(q, """
                        SELECT s.id, s.ts, s.dur, %s AS name, concat_ws(' ', t.name, t.tid) AS thread, concat_ws(' ', p.name, p.pid) AS process, s.blocked_function
                        FROM thread_state AS s
                        LEFT JOIN thread AS t ON t.utid = s.utid
                        LEFT JOIN process AS p ON p.upid = t.upid
                        WHERE s.id IN (%s)
                        ORDER BY s.dur DESC, s.ts, s.id\
                        """.formatted(StateNames.SQL, ids.isEmpty() ? "-1" : ids)), matchingRows.size());
        }));
    }
}
