package traceglass.analysis.samples;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.track.FlameInputs;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// Flame chart of a thread: its sampled callstacks over time, see [SampleRuns].
///
/// @param source profiler, such as `linux.perf`
/// @param expectedRows depth of the deepest stack, without inlined functions
record SampleChart(String source, long utid, int expectedRows) implements TrackKind {

    static final String TABLE = "sampled_frame";

    /// Key of the track in the tree.
    static String key(String source, long utid) {
        return "samples/" + source + "/chart/" + utid;
    }

    @Override
    public String id() {
        return "flame_chart";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.SLICES;
    }

    @Override
    public String label() {
        return SampleTexts.FLAME_CHART_KIND;
    }

    @Override
    public String icon() {
        return "flame";
    }

    @Override
    public String table() {
        return TABLE;
    }

    @Override
    public List<RowKey> rows() {
        return List.of(new RowKey("stack_sample", "utid", utid));
    }

    @Override
    public Owner owner() {
        return Owner.thread(utid);
    }

    @Override
    public boolean fadesOthers() {
        return true;
    }

    @Override
    public void addFlameInputs(FlameInputs inputs) {
        inputs.addThread(utid);
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        SampleFrames.Holder shared = context.shared(SampleFrames.Holder.class, SampleFrames.Holder::new);
        return read(context, shared, context.traceEnd());
    }

    SliceData read(RowQueries q, SampleFrames.Holder shared, long traceEnd) throws SQLException {
        Samples samples = new Samples();
        q.forEachRow(
                """
                SELECT s.id, s.ts, s.callsite_id
                FROM __intrinsic_profiler_sample AS s
                JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
                WHERE s.callsite_id IS NOT NULL AND s.source = '%s' AND x.utid = %d
                ORDER BY s.ts, s.id\
                """.formatted(source.replace("'", "''"), utid),
                r -> samples.add(r.getLong(1), r.getLong(2), r.getLong(3)));
        EventArrays boxes = new EventArrays(true);
        SampleRuns.add(
                shared.frames(q),
                Arrays.copyOf(samples.id, samples.size),
                Arrays.copyOf(samples.ts, samples.size),
                Arrays.copyOf(samples.callsite, samples.size),
                shared.period(q, source),
                boxes);
        return SliceLayout.inRows(boxes, traceEnd);
    }

    private static final class Samples {

        private long[] id = new long[256];
        private long[] ts = new long[256];
        private long[] callsite = new long[256];
        private int size;

        void add(long sampleId, long time, long site) {
            if (size == id.length) {
                id = Arrays.copyOf(id, size * 2);
                ts = Arrays.copyOf(ts, size * 2);
                callsite = Arrays.copyOf(callsite, size * 2);
            }
            id[size] = sampleId;
            ts[size] = time;
            callsite[size] = site;
            size++;
        }
    }
}
