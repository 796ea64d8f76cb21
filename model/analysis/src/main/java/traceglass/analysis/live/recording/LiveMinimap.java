package traceglass.analysis.live.recording;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.timeline.ActivityLanes;
import traceglass.analysis.track.RowQueries;
import traceglass.store.time.TimeSpan;

/// Reads the minimap of a running recording with the same lanes as that of a complete trace, but the database adds up
/// the load, because it is read repeatedly.
final class LiveMinimap {

    /// Adds up the parts of events in the buckets that they overlap. An event that has not ended lasts until now.
    private static final String LOAD = """
        WITH event AS (
          SELECT lane, greatest(ts - %1$d, 0) AS since, (CASE WHEN dur < 0 THEN %2$d ELSE least(ts + dur, %2$d) END) - %1$d AS until
          FROM (%4$s) WHERE ts < %2$d
        ), part AS (
          SELECT lane, since // %3$d AS bucket, least(until, (since // %3$d + 1) * %3$d) - since AS ns FROM event
          UNION ALL
          SELECT lane, bucket, least(until, (bucket + 1) * %3$d) - bucket * %3$d
          FROM (SELECT lane, until, unnest(range(since // %3$d + 1, until // %3$d + 1)) AS bucket FROM event WHERE until // %3$d > since // %3$d)
        )
        SELECT lane, bucket, CAST(sum(greatest(ns, 0)) AS DOUBLE) / %3$d FROM part GROUP BY ALL\
        """;

    private LiveMinimap() {}

    static MinimapData read(Connection connection, TimeSpan bounds, int buckets) throws SQLException {
        RowQueries queries = RowQueries.on(connection);
        long bucketNs = bounds.durNs() / buckets + 1;
        List<MinimapData.Lane> lanes = new ArrayList<>();
        load(queries, buckets, bounds, bucketNs, MinimapData.CPU_TIMES)
                .forEach((ucpu, load) -> lanes.add(new MinimapData.Lane("CPU " + ucpu, load)));
        for (String times : MinimapData.PROCESS_TIMES) {
            if (lanes.isEmpty()) {
                load(queries, buckets, bounds, bucketNs, times)
                        .forEach((upid, load) -> lanes.add(new MinimapData.Lane("process " + upid, load)));
            }
        }
        MinimapData minimap = new MinimapData(bounds.start(), bucketNs, lanes);
        return ActivityLanes.isBlank(minimap) ? ActivityLanes.read(queries, bounds, buckets) : minimap;
    }

    private static Map<Long, float[]> load(
            RowQueries queries, int buckets, TimeSpan bounds, long bucketNs, String events) throws SQLException {
        Map<Long, float[]> lanes = new TreeMap<>();
        queries.forEachRow(LOAD.formatted(bounds.start(), bounds.end(), bucketNs, events), r -> {
            long bucket = r.getLong(2);
            if (bucket >= 0 && bucket < buckets) {
                lanes.computeIfAbsent(r.getLong(1), _ -> new float[buckets])[(int) bucket] =
                        (float) Math.min(1, r.getDouble(3));
            }
        });
        return lanes;
    }
}
