package traceglass.analysis.timeline;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.track.RowQueries;
import traceglass.store.time.TimeSpan;

/// Minimap of a trace in which no event takes time: a lane for each of its most frequent counters with their values,
/// and a lane for each log with the number of its lines. Without these, one lane with the number of other events.
public final class ActivityLanes {

    /// Maximum number of counters; more lanes would be too thin.
    private static final int MAX_COUNTERS = 8;

    private ActivityLanes() {}

    /// Returns whether a minimap shows nothing.
    public static boolean isBlank(MinimapData minimap) {
        for (MinimapData.Lane lane : minimap.lanes()) {
            for (float load : lane.load()) {
                if (load > 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Reads the lanes; the database counts and computes means. Blocks.
    ///
    /// @param trace the whole trace
    public static MinimapData read(RowQueries queries, TimeSpan trace, int buckets) throws SQLException {
        // The last event of a trace may be exactly at its end.
        long bucketNs = trace.durNs() / buckets + 1;
        List<MinimapData.Lane> lanes = new ArrayList<>(counters(queries, trace.start(), bucketNs, buckets));
        countByKey(queries, "SELECT log_source AS lane, ts FROM __intrinsic_logs", trace.start(), bucketNs, buckets)
                .forEach((source, load) -> lanes.add(new MinimapData.Lane("log " + source, load)));
        countByKey(queries, "SELECT 'ProtoLog' AS lane, ts FROM __intrinsic_protolog", trace.start(), bucketNs, buckets)
                .forEach((name, load) -> lanes.add(new MinimapData.Lane(name, load)));
        if (lanes.isEmpty()) {
            countByKey(
                            queries,
                            "SELECT 'events' AS lane, ts FROM __intrinsic_slice UNION ALL"
                                    + " SELECT 'events', ts FROM __intrinsic_profiler_sample",
                            trace.start(),
                            bucketNs,
                            buckets)
                    .forEach((name, load) -> lanes.add(new MinimapData.Lane(name, load)));
        }
        return new MinimapData(trace.start(), bucketNs, lanes);
    }

    /// Returns the mean value of counters in each bucket between their lowest and highest values. A value holds until
    /// the next sample.
    private static List<MinimapData.Lane> counters(RowQueries queries, long start, long bucketNs, int buckets)
            throws SQLException {
        Map<Long, float[]> lanes = new TreeMap<>();
        queries.forEachRow("""
            WITH sample AS (SELECT track_id, ts, value FROM __intrinsic_counter WHERE isfinite(value)),
            chosen AS (
              SELECT track_id, min(value) AS low, max(value) AS high FROM sample GROUP BY track_id
              HAVING max(value) > min(value) ORDER BY count(*) DESC, track_id LIMIT %d
            )
            SELECT track_id, (ts - %d) // %d AS bucket, avg((value - low) / (high - low)),
              arg_max((value - low) / (high - low), ts)
            FROM sample JOIN chosen USING (track_id) GROUP BY track_id, bucket\
            """.formatted(MAX_COUNTERS, start, bucketNs), r -> {
            float[] lane = lanes.computeIfAbsent(r.getLong(1), _ -> unknown(2 * buckets));
            int bucket = Math.clamp(r.getLong(2), 0, buckets - 1);
            lane[bucket] = (float) r.getDouble(3);
            lane[buckets + bucket] = (float) r.getDouble(4);
        });
        List<MinimapData.Lane> result = new ArrayList<>();
        lanes.forEach(
                (track, values) -> result.add(new MinimapData.Lane("counter " + track, averages(values, buckets))));
        return result;
    }

    private static float[] unknown(int size) {
        float[] values = new float[size];
        Arrays.fill(values, Float.NaN);
        return values;
    }

    /// Fills buckets without samples.
    ///
    /// @param values the mean of each bucket, then the last value of each bucket; NaN without samples
    private static float[] averages(float[] values, int buckets) {
        float[] load = new float[buckets];
        float last = 0;
        for (int i = 0; i < buckets; i++) {
            boolean isSampled = !Float.isNaN(values[i]);
            load[i] = isSampled ? values[i] : last;
            last = isSampled ? values[buckets + i] : last;
        }
        return load;
    }

    /// Returns the square root of the number of events in each bucket, as a fraction of the largest. Without the
    /// root, single lines would be invisible next to bursts of hundreds.
    private static Map<String, float[]> countByKey(
            RowQueries queries, String events, long start, long bucketNs, int buckets) throws SQLException {
        Map<String, float[]> lanes = new TreeMap<>();
        queries.forEachRow(
                "SELECT coalesce(lane, ''), (ts - " + start + ") // " + bucketNs + " AS bucket, count(*) FROM ("
                        + events + ") GROUP BY ALL",
                r -> {
                    long bucket = r.getLong(2);
                    if (bucket >= 0 && bucket < buckets) {
                        lanes.computeIfAbsent(r.getString(1), _ -> new float[buckets])[(int) bucket] = r.getLong(3);
                    }
                });
        for (float[] lane : lanes.values()) {
            float maximum = 0;
            for (float count : lane) {
                maximum = Math.max(maximum, count);
            }
            for (int i = 0; i < buckets && maximum > 0; i++) {
                lane[i] = (float) Math.sqrt(lane[i] / maximum);
            }
        }
        return lanes;
    }
}
