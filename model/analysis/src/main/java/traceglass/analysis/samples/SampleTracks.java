package traceglass.analysis.samples;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackNames;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds callstack samples to the sampled threads and processes.
final class SampleTracks implements TrackProvider {

    private static final int THREAD_ORDER = -50;
    private static final int CHART_ORDER = -49;
    private static final int PROCESS_ORDER = -40;

    /// Title and table of the samples of a source.
    private record Sampler(String title, String table) {

        static Sampler of(String source) {
            return switch (source) {
                case "linux.perf" -> new Sampler("Perf", "perf_sample");
                case "instruments" -> new Sampler("Instruments", "instruments_sample");
                case "chrome" -> new Sampler("Chrome CPU Profile", "cpu_profile_stack_sample");
                case "json" -> new Sampler("CPU samples", "cpu_profile_stack_sample");
                case "legacy_v8" -> new Sampler("Legacy V8 CPU Profile", "cpu_profile_stack_sample");
                case "gecko" -> new Sampler("Gecko CPU Profile", "cpu_profile_stack_sample");
                case "simpleperf" -> new Sampler("Simpleperf CPU Profile", "cpu_profile_stack_sample");
                case "perf_text" -> new Sampler("Perf Text CPU Profile", "cpu_profile_stack_sample");
                default -> new Sampler(TrackNames.readable(source.replace('.', ' ')), "stack_sample");
            };
        }
    }

    /// Sampled thread.
    ///
    /// @param source profiler, such as `linux.perf`
    /// @param upid its process, or NONE
    /// @param depth depth of its deepest stack
    /// @param hasSeveralTimes whether there are samples at several times
    private record Sampled(String source, long utid, long upid, int depth, boolean hasSeveralTimes) {}

    /// Returns the table of the samples of a source.
    static String table(String source) {
        return Sampler.of(source).table;
    }

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) throws SQLException {
        List<Sampled> sampled = contents.query(
                """
            SELECT s.source, x.utid, coalesce(t.upid, -1), coalesce(max(c.depth), 0) + 1, max(s.ts) > min(s.ts)
            FROM __intrinsic_profiler_sample AS s
            JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
            LEFT JOIN __intrinsic_thread AS t ON t.id = x.utid
            LEFT JOIN stack_profile_callsite AS c ON c.id = s.callsite_id
            WHERE s.callsite_id IS NOT NULL AND x.utid IS NOT NULL AND s.source IS NOT NULL
            GROUP BY 1, 2, 3 ORDER BY 2, 1
            """, r -> new Sampled(r.getString(1), r.getLong(2), r.getLong(3), r.getInt(4), r.getBoolean(5)));
        Map<String, Set<Long>> processes = new HashMap<>();
        for (Sampled s : sampled) {
            Sampler source = Sampler.of(s.source());
            DraftNode process = tree.process(s.upid());
            if (process != null
                    && !process.isHeadless()
                    && processes
                            .computeIfAbsent(s.source(), _ -> new HashSet<>())
                            .add(s.upid())) {
                process.add(new DraftNode(
                        "samples/" + s.source() + "/process/" + s.upid(),
                        SampleTrack.ofProcess(s.source(), source.table, s.upid()),
                        source.title + " Process Callstacks",
                        PROCESS_ORDER));
            }
            TraceContents.Thread thread = contents.thread(s.utid());
            DraftNode group = tree.thread(s.utid());
            if (thread != null && group != null) {
                group.add(new DraftNode(
                                "samples/" + s.source() + "/thread/" + s.utid(),
                                SampleTrack.ofThread(s.source(), source.table, s.utid()),
                                TrackNames.thread(thread),
                                THREAD_ORDER)
                        .setIdText(TrackNames.number(thread.tid()) + " " + source.title + " Callstacks"));
                if (s.hasSeveralTimes()) {
                    group.add(new DraftNode(
                                    SampleChart.key(s.source(), s.utid()),
                                    new SampleChart(s.source(), s.utid(), s.depth()),
                                    TrackNames.thread(thread),
                                    CHART_ORDER)
                            .setIdText(TrackNames.number(thread.tid()) + " " + source.title + " "
                                    + SampleTexts.FLAME_CHART));
                }
            }
        }
    }
}
