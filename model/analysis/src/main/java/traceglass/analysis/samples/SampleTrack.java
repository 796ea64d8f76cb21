package traceglass.analysis.samples;

import java.util.List;
import traceglass.analysis.load.EventTrack;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.track.FlameInputs;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.RowKey;

/// Callstack samples of a thread, or of all threads of a process. They are named by their innermost function.
///
/// @param source profiler, such as `linux.perf`
/// @param table table that their ids belong to
/// @param utid the thread, or −1
/// @param upid the process, or −1 for a single thread
public record SampleTrack(String source, String table, long utid, long upid) implements EventTrack {

    /// Creates a track of the samples of a thread.
    public static SampleTrack ofThread(String source, String table, long utid) {
        return new SampleTrack(source, table, utid, -1);
    }

    /// Creates a track of the samples of all threads of a process.
    public static SampleTrack ofProcess(String source, String table, long upid) {
        return new SampleTrack(source, table, -1, upid);
    }

    @Override
    public Owner owner() {
        return utid >= 0 ? Owner.thread(utid) : Owner.process(upid);
    }

    /// Samples of all sources are rows of `stack_sample`, each with a thread.
    @Override
    public List<RowKey> rows() {
        return List.of(utid >= 0 ? new RowKey("stack_sample", "utid", utid) : new RowKey("stack_sample", "upid", upid));
    }

    @Override
    public void addFlameInputs(FlameInputs inputs) {
        if (utid >= 0) {
            inputs.addThread(utid);
        } else {
            inputs.addProcess(upid);
        }
    }

    @Override
    public String events() {
        String condition = utid >= 0 ? "= " + utid : "IN (SELECT id FROM __intrinsic_thread WHERE upid = " + upid + ")";
        return SqlLabels.insert("""
            SELECT s.id, s.ts, 0, coalesce(f.deobfuscated_name, f.name, {unknown}), NULL
            FROM __intrinsic_profiler_sample AS s
            JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
            LEFT JOIN __intrinsic_stack_profile_callsite AS c ON c.id = s.callsite_id
            LEFT JOIN __intrinsic_stack_profile_frame AS f ON f.id = c.frame_id
            WHERE s.callsite_id IS NOT NULL AND s.source = '%s' AND x.utid %s\
            """, "unknown", SampleTexts.UNKNOWN_FUNCTION)
                .formatted(source.replace("'", "''"), condition);
    }
}
