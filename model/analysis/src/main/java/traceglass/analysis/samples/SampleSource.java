package traceglass.analysis.samples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
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
import traceglass.analysis.tree.TrackNames;
import traceglass.sql.result.QueryException;

/// Callstack samples by timer or counter (perf), or of a profiler that is part of the program, such as V8's or
/// Chrome's.
///
/// @param table event table of the samples
/// @param sources values of the column `source` in the table of all samples
public record SampleSource(String title, String table, List<String> sources) implements FlameSource {

    public static final List<SampleSource> ALL = List.of(
            new SampleSource(
                    SampleTexts.PROFILER_SAMPLES,
                    "cpu_profile_stack_sample",
                    List.of("chrome", "gecko", "json", "legacy_v8", "perf_text", "simpleperf")),
            new SampleSource(SampleTexts.INSTRUMENTS_SAMPLES, "instruments_sample", List.of("instruments")),
            new SampleSource(SampleTexts.CPU_SAMPLES, "perf_sample", List.of("linux.perf")));

    /// Event table of samples from sources that have no title here.
    private static final String OTHER_TABLE = "stack_sample";

    private static final FlameMeasure SAMPLES =
            new FlameMeasure("samples", SampleTexts.SAMPLES, FlameMeasure.Unit.SAMPLES);

    /// Returns the sources with samples in a scope: those with known names, and each other source of a trace.
    static List<SampleSource> findAll(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        List<SampleSource> candidates = new ArrayList<>();
        String names = ALL.stream().map(s -> list(s.sources)).collect(Collectors.joining(", "));
        RowStore others = RowReader.query(
                q, "SELECT DISTINCT source FROM stack_sample WHERE source NOT IN (" + names + ") ORDER BY source");
        for (int r = 0; r < others.size(); r++) {
            candidates.add(ofOther(others.getText(r, 0)));
        }
        candidates.addAll(ALL);
        List<SampleSource> found = new ArrayList<>();
        for (SampleSource s : candidates) {
            if (RowReader.query(q, "SELECT 1 FROM " + s.from(scope) + " LIMIT 1")
                            .size()
                    > 0) {
                found.add(s);
            }
        }
        return found;
    }

    /// Creates a source whose title is derived from its name in the trace: `python.wall` becomes “Python wall
    /// samples”.
    static SampleSource ofOther(String source) {
        String name = source.replace('.', ' ').strip();
        return new SampleSource(
                SampleTexts.source(name.isEmpty() ? name : TrackNames.readable(name)), OTHER_TABLE, List.of(source));
    }

    /// Returns the file name without its path.
    static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String list(List<String> texts) {
        return texts.stream().map(t -> "'" + t.replace("'", "''") + "'").collect(Collectors.joining(", "));
    }

    /// Returns a FROM clause for the samples of a scope: `id`, `ts`, `callsite_id`, `utid`, `upid` and the name of
    /// the process.
    String from(FlameScope scope) {
        String condition = scope.sample() >= 0
                ? " AND s.id = " + scope.sample()
                : " AND s.ts >= " + scope.start() + " AND s.ts < " + scope.end();
        if (scope.sample() < 0
                && !(scope.threads().isEmpty() && scope.processes().isEmpty())) {
            String threads = "x.utid IN (" + FlameScope.list(scope.threads()) + ")";
            String processes = "coalesce(x.upid, t.upid) IN (" + FlameScope.list(scope.processes()) + ")";
            condition += scope.processes().isEmpty()
                    ? " AND " + threads
                    : scope.threads().isEmpty() ? " AND " + processes : " AND (" + threads + " OR " + processes + ")";
        }
        return SqlLabels.insert("""
            (SELECT s.id, s.ts, s.callsite_id, x.utid, coalesce(x.upid, t.upid) AS upid, coalesce(p.name, t.name, {unknown}) AS process, t.name AS thread, t.tid
            FROM __intrinsic_profiler_sample AS s
            LEFT JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
            LEFT JOIN thread AS t ON t.utid = x.utid
            LEFT JOIN process AS p ON p.upid = coalesce(x.upid, t.upid)
            WHERE s.callsite_id IS NOT NULL AND s.source IN (%s)%s) AS s\
            """, "unknown", SampleTexts.UNKNOWN_PROCESS).formatted(list(sources), condition);
    }

    @Override
    public String id() {
        return table.equals(OTHER_TABLE) ? table + ":" + sources.getFirst() : table;
    }

    @Override
    public int preference() {
        return 2;
    }

    /// Reads the frames, also weighted by counters that were sampled together with the callstacks.
    @Override
    public FlameData read(TraceQueries q, FlameScope scope) throws QueryException, IOException {
        RowStore counts =
                RowReader.query(q, "SELECT s.callsite_id, s.process, count(*) FROM " + from(scope) + " GROUP BY ALL");
        RowStore counters = RowReader.query(q, """
            SELECT s.callsite_id, s.process, k.name, sum(w.weight)
            FROM %s
            JOIN stack_sample_counter AS c ON c.stack_sample_id = s.id
            JOIN stack_sample_counter_track AS k ON k.id = c.track_id
            JOIN _sample_weight AS w ON w.id = c.id
            WHERE k.name IS NOT NULL AND c.value >= 0
            GROUP BY ALL\
            """.formatted(from(scope)));
        TreeSet<String> names = new TreeSet<>();
        for (int r = 0; r < counters.size(); r++) {
            names.add(counters.getText(r, 2));
        }
        List<String> order = List.copyOf(names);
        List<FlameMeasure> measures = new ArrayList<>(List.of(SAMPLES));
        order.forEach(name -> measures.add(
                new FlameMeasure("counter:" + name, SampleTexts.counter(name), FlameMeasure.Unit.COUNTER)));
        FlameFrames.Builder tree = new FlameFrames.Builder(measures.size());
        Callstacks stacks = counts.size() == 0 ? null : Callstacks.read(q);
        for (int r = 0; r < counts.size(); r++) {
            tree.add(node(counts, r, stacks, tree), 0, counts.getLong(r, 2));
        }
        for (int r = 0; r < counters.size(); r++) {
            tree.add(
                    node(counters, r, stacks, tree),
                    1 + order.indexOf(counters.getText(r, 2)),
                    Math.round(counters.getDouble(r, 3)));
        }
        return new FlameData(measures, tree.build());
    }

    private static int node(RowStore rows, int row, Callstacks stacks, FlameFrames.Builder tree) {
        String process = rows.getText(row, 1);
        return stacks.addBelow(tree.getOrAddChild(0, process, process), rows.getLong(row, 0), tree);
    }

    /// Returns the samples with a frame in their stack, sorted by time.
    @Override
    public Optional<EventListQuery> rows(FlameScope scope, FlameMatch match, String name) {
        return Optional.of(new EventListQuery(SampleTexts.samplesWithFrame(name), table, "first", "", (q) -> {
            RowStore sites = RowReader.query(
                    q, "SELECT s.callsite_id, s.process, count(*) FROM " + from(scope) + " GROUP BY ALL");
            FlameFrames.Builder tree = new FlameFrames.Builder(1);
            Callstacks stacks = Callstacks.read(q);
            int[] nodes = new int[sites.size()];
            for (int r = 0; r < nodes.length; r++) {
                nodes[r] = node(sites, r, stacks, tree);
            }
            boolean[] matching = match.matchingNodes(tree.build(), false);
            long total = 0;
            StringBuilder values = new StringBuilder();
            for (int r = 0; r < nodes.length; r++) {
                if (matching[nodes[r]]) {
                    total += sites.getLong(r, 2);
                    values.append(values.isEmpty() ? "(" : ", (")
                            .append(sites.getLong(r, 0))
                            .append(", '")
                            .append(sites.getText(r, 1).replace("'", "''"))
                            .append("')");
                }
            }
            return new EventListQuery.ListedEvents(
                    RowReader.query(
                            q,
                            SqlLabels.insert("""
                                SELECT s.id, s.ts, coalesce(f.deobfuscated_name, f.name, {unknown}) AS name, concat_ws(' ', s.thread, s.tid) AS thread, s.process
                                FROM %s
                                JOIN (VALUES %s) AS matching(callsite_id, process) ON matching.callsite_id = s.callsite_id AND matching.process = s.process
                                LEFT JOIN stack_profile_callsite AS k ON k.id = s.callsite_id
                                LEFT JOIN stack_profile_frame AS f ON f.id = k.frame_id
                                ORDER BY s.ts, s.id LIMIT %d\
                                """, "unknown", SampleTexts.UNKNOWN_FUNCTION)
                                    .formatted(
                                            from(scope),
                                            values.isEmpty() ? "(-1, '')" : values,
                                            EventListQuery.MAX_ROWS)),
                    total);
        }));
    }
}
