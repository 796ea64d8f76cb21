package traceglass.analysis.sched;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.TrackReadContext;
import traceglass.store.time.TimeSpan;

/// Load of a trace over its whole length, for the strip above the timeline. It has a lane for each CPU if there is
/// scheduling data, otherwise a lane for each process: the time in its slices or, without slices, in its callstack
/// samples.
///
/// @param start start of the first bucket, ns
/// @param bucketNs length of a bucket, ns, at least 1
/// @param lanes from top to bottom
public record MinimapData(long start, double bucketNs, List<Lane> lanes) {

    /// Running times of CPUs: `lane` (ucpu), `ts` and `dur`.
    public static final String CPU_TIMES = """
        SELECT s.ucpu AS lane, s.ts, s.dur FROM __intrinsic_sched_slice AS s
        WHERE s.ucpu IS NOT NULL AND s.utid NOT IN (SELECT id FROM __intrinsic_thread WHERE is_idle = 1)\
        """;

    /// Outermost slices of threads, so that no time is counted twice.
    private static final String THREAD_SLICES = """
        SELECT coalesce(t.upid, th.upid) AS lane, s.ts, s.dur
        FROM __intrinsic_slice AS s
        JOIN __intrinsic_track AS t ON t.id = s.track_id
        LEFT JOIN __intrinsic_thread AS th ON th.id = t.utid
        WHERE s.depth = 0 AND t.utid IS NOT NULL AND coalesce(t.upid, th.upid) IS NOT NULL\
        """;

    /// Spans of services and other slices without a thread.
    private static final String PROCESS_SLICES = """
        SELECT t.upid AS lane, s.ts, s.dur
        FROM __intrinsic_slice AS s JOIN __intrinsic_track AS t ON t.id = s.track_id
        WHERE s.depth = 0 AND t.upid IS NOT NULL\
        """;

    /// Time of each sample of a process: until the next one of its thread, but not longer than twice the usual
    /// interval, so that times without samples stay empty.
    private static final String SAMPLED = """
        WITH sample AS (
          SELECT t.upid, s.ts, lead(s.ts) OVER (PARTITION BY x.utid ORDER BY s.ts) - s.ts AS gap
          FROM __intrinsic_profiler_sample AS s
          JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
          JOIN __intrinsic_thread AS t ON t.id = x.utid
          WHERE t.upid IS NOT NULL
        ), usual AS (SELECT CAST(median(gap) AS BIGINT) AS gap FROM sample WHERE gap > 0)
        SELECT sample.upid AS lane, sample.ts,
          coalesce(least(coalesce(sample.gap, usual.gap), 2 * usual.gap), 0) AS dur
        FROM sample, usual\
        """;

    /// Times of processes: `lane` (upid), `ts` and `dur`. The first query that returns rows fills the lanes if there
    /// are no [#CPU_TIMES].
    public static final List<String> PROCESS_TIMES = List.of(THREAD_SLICES, PROCESS_SLICES, SAMPLED);

    /// Lane of the minimap.
    ///
    /// @param name name of the CPU or process
    /// @param load busy fraction of each bucket, 0 to 1
    public record Lane(String name, float[] load) {}

    public MinimapData {
        lanes = List.copyOf(lanes);
    }

    /// Reads the data. Blocks.
    ///
    /// @param trace the whole trace
    /// @param processes returns processes (`upid`) in the order of the track tree; called only for traces without
    ///     scheduling data
    public static MinimapData read(
            TrackReadContext context, TimeSpan trace, int buckets, Supplier<List<Long>> processes) throws SQLException {
        double bucketNs = Math.max(1, (double) trace.durNs() / buckets);
        SchedSlices.Rows sharedRows =
                context.shared(SchedSlices.class, SchedSlices::new).rows(context);
        Map<Long, float[]> cpus = sharedRows != null
                ? load(context, trace, bucketNs, buckets, sharedRows)
                : load(context, trace, bucketNs, buckets, CPU_TIMES);
        if (!cpus.isEmpty()) {
            List<Lane> lanes = new ArrayList<>();
            cpus.forEach((ucpu, load) -> lanes.add(new Lane("CPU " + ucpu, load)));
            return new MinimapData(trace.start(), bucketNs, lanes);
        }
        Map<Long, float[]> byProcess = Map.of();
        for (String times : PROCESS_TIMES) {
            if (byProcess.isEmpty()) {
                byProcess = load(context, trace, bucketNs, buckets, times);
            }
        }
        List<Lane> lanes = new ArrayList<>();
        for (long upid : processes.get()) {
            if (byProcess.containsKey(upid)) {
                lanes.add(new Lane("process " + upid, byProcess.get(upid)));
            }
        }
        return new MinimapData(trace.start(), bucketNs, lanes);
    }

    /// Returns one lane for each of two traces over a time range: the mean of its lanes, on a common scale on which
    /// the busiest bucket is 1.
    ///
    /// @param shiftNs offset from a time of the first trace to the aligned time of the second
    /// @param range time range, in times of the first trace
    public static MinimapData pair(MinimapData first, MinimapData second, long shiftNs, TimeSpan range, int buckets) {
        double bucketNs = Math.max(1, (double) range.durNs() / buckets);
        float[] a = first.meanLoad(range.start(), bucketNs, buckets);
        float[] b = second.meanLoad(range.start() + shiftNs, bucketNs, buckets);
        float max = 0;
        for (int i = 0; i < buckets; i++) {
            max = Math.max(max, Math.max(a[i], b[i]));
        }
        for (int i = 0; i < buckets && max > 0; i++) {
            a[i] /= max;
            b[i] /= max;
        }
        return new MinimapData(range.start(), bucketNs, List.of(new Lane("A", a), new Lane("B", b)));
    }

    /// Returns the mean of all lanes in other buckets; 0 where there is no data.
    private float[] meanLoad(long from, double otherBucketNs, int buckets) {
        float[] result = new float[buckets];
        for (Lane lane : lanes) {
            for (int i = 0; i < buckets; i++) {
                double a = (from - start + i * otherBucketNs) / bucketNs;
                double b = (from - start + (i + 1) * otherBucketNs) / bucketNs;
                double sum = 0;
                for (int j = (int) Math.max(0, Math.floor(a)); j < lane.load.length && j < b; j++) {
                    sum += lane.load[j] * (Math.min(b, j + 1) - Math.max(a, j));
                }
                result[i] += (float) (sum / Math.max(1e-9, b - a) / lanes.size());
            }
        }
        return result;
    }

    private static Map<Long, float[]> load(
            RowQueries queries, TimeSpan trace, double bucketNs, int buckets, SchedSlices.Rows rows)
            throws SQLException {
        BitSet idle = new BitSet();
        queries.forEachRow("SELECT id FROM __intrinsic_thread WHERE is_idle = 1", r -> idle.set((int) r.getLong(1)));
        Map<Long, double[]> sums = new TreeMap<>();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.ucpu()[i] >= 0 && !idle.get(rows.utid()[i])) {
                double[] lane = sums.computeIfAbsent((long) rows.ucpu()[i], k -> new double[buckets]);
                long ts = rows.ts()[i];
                long dur = rows.dur()[i];
                add(
                        lane,
                        (ts - trace.start()) / bucketNs,
                        ((dur < 0 ? trace.end() : ts + dur) - trace.start()) / bucketNs);
            }
        }
        return loads(sums, buckets);
    }

    private static Map<Long, float[]> load(RowQueries queries, TimeSpan trace, double bucketNs, int buckets, String sql)
            throws SQLException {
        Map<Long, double[]> sums = new TreeMap<>();
        queries.forEachRow(sql, r -> {
            double[] lane = sums.computeIfAbsent(r.getLong(1), k -> new double[buckets]);
            long ts = r.getLong(2);
            long dur = r.getLong(3);
            add(lane, (ts - trace.start()) / bucketNs, ((dur < 0 ? trace.end() : ts + dur) - trace.start()) / bucketNs);
        });
        return loads(sums, buckets);
    }

    private static Map<Long, float[]> loads(Map<Long, double[]> sums, int buckets) {
        Map<Long, float[]> loads = new TreeMap<>();
        sums.forEach((key, lane) -> {
            float[] load = new float[buckets];
            Arrays.setAll(lane, i -> Math.min(1, lane[i]));
            for (int i = 0; i < buckets; i++) {
                load[i] = (float) lane[i];
            }
            loads.put(key, load);
        });
        return loads;
    }

    /// Adds the interval from `from` to `to`, in units of buckets, to the buckets it overlaps.
    static void add(double[] lane, double from, double to) {
        int first = (int) Math.max(0, Math.floor(from));
        int last = (int) Math.min(lane.length - 1, Math.floor(to));
        for (int i = first; i <= last; i++) {
            lane[i] += Math.max(0, Math.min(to, i + 1.0) - Math.max(from, i));
        }
    }
}
