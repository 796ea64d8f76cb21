package traceglass.analysis.live.recording;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.analysis.sched.MinimapData;
import traceglass.store.time.TimeSpan;

/// Reads the minimap of a running recording: like [MinimapData#read], but the database adds up the load, and an event
/// counts only in the bucket in which it starts. There is a lane for each CPU or, without scheduling data, one for the
/// outermost slices of each process.
final class LiveMinimap {

    private LiveMinimap() {}

    static MinimapData read(Connection connection, TimeSpan bounds, int buckets) throws SQLException {
        long bucketNs = Math.max(1, bounds.durNs() / buckets + 1);
        Map<Long, float[]> cpus = load(connection, buckets, bounds, bucketNs, """
            SELECT ucpu AS lane, ts, dur FROM __intrinsic_sched_slice
            WHERE ucpu IS NOT NULL AND utid NOT IN (SELECT id FROM __intrinsic_thread WHERE is_idle = 1)\
            """);
        List<MinimapData.Lane> lanes = new ArrayList<>();
        if (!cpus.isEmpty()) {
            cpus.forEach((ucpu, load) -> lanes.add(new MinimapData.Lane("CPU " + ucpu, load)));
        } else {
            load(connection, buckets, bounds, bucketNs, """
                SELECT coalesce(t.upid, th.upid) AS lane, s.ts, s.dur
                FROM __intrinsic_slice AS s
                JOIN __intrinsic_track AS t ON t.id = s.track_id
                LEFT JOIN __intrinsic_thread AS th ON th.id = t.utid
                WHERE s.depth = 0 AND t.utid IS NOT NULL AND coalesce(t.upid, th.upid) IS NOT NULL\
                """)
                    .forEach((upid, load) -> lanes.add(new MinimapData.Lane("process " + upid, load)));
        }
        return new MinimapData(bounds.start(), bucketNs, lanes);
    }

    private static Map<Long, float[]> load(
            Connection connection, int buckets, TimeSpan bounds, long bucketNs, String events) throws SQLException {
        Map<Long, float[]> lanes = new TreeMap<>();
        String sql = "SELECT lane, (ts - " + bounds.start() + ") // " + bucketNs
                + " AS bucket, sum(least(greatest(dur, 0), " + bucketNs + "))::DOUBLE / " + bucketNs + " FROM ("
                + events + ") GROUP BY ALL";
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                long bucket = rows.getLong(2);
                if (bucket >= 0 && bucket < buckets) {
                    lanes.computeIfAbsent(rows.getLong(1), k -> new float[buckets])[(int) bucket] =
                            (float) Math.min(1, rows.getDouble(3));
                }
            }
        }
        return lanes;
    }
}
