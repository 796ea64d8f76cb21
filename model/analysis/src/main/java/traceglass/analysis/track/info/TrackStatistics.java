package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackQuery;

/// Statistics about a track: of its thread or process, or of its counter.
///
/// @param label display name
/// @param sql readable query
public record TrackStatistics(String label, String sql) {

    private static final String SUMS = """
        count(*) AS count, sum(s.dur) AS total_dur, min(s.dur) AS min_dur,
          CAST(avg(s.dur) AS INT) AS mean_dur, max(s.dur) AS max_dur\
        """;

    private static final String STATES = """
        SELECT s.state, s.io_wait, %s
        FROM thread_state AS s
        WHERE s.utid = %d AND s.dur >= 0
        GROUP BY s.state, s.io_wait
        ORDER BY total_dur DESC\
        """;

    private static final String SLICES_OF_THREAD = """
        SELECT s.name, %s
        FROM slice AS s
        JOIN thread_track AS t ON t.id = s.track_id
        WHERE t.utid = %d AND s.dur >= 0
        GROUP BY s.name
        ORDER BY total_dur DESC\
        """;

    private static final String SLICES_OF_PROCESS = """
        SELECT s.name, %1$s
        FROM slice AS s
        WHERE s.dur >= 0 AND s.track_id IN (
          SELECT t.id FROM thread_track AS t JOIN thread AS th USING (utid) WHERE th.upid = %2$d
          UNION ALL
          SELECT id FROM process_track WHERE upid = %2$d)
        GROUP BY s.name
        ORDER BY total_dur DESC\
        """;

    private static final String CPU_TIMES = """
        SELECT t.name AS thread, t.tid, %s
        FROM sched AS s
        JOIN thread AS t USING (utid)
        WHERE t.upid = %d AND s.dur >= 0
        GROUP BY t.utid, t.name, t.tid
        ORDER BY total_dur DESC\
        """;

    private static final String THREADS_OF_CPU = """
        SELECT t.name AS thread, t.tid, p.name AS process, p.pid, %s
        FROM sched AS s
        JOIN thread AS t USING (utid)
        LEFT JOIN process AS p ON p.upid = t.upid
        WHERE s.ucpu = %d AND s.dur >= 0
        GROUP BY t.utid, t.name, t.tid, p.name, p.pid
        ORDER BY total_dur DESC\
        """;

    private static final String VALUES = """
        SELECT count(*) AS count, min(value) AS min_value, avg(value) AS mean_value, max(value) AS max_value
        FROM counter
        WHERE %s\
        """;

    /// Returns the statistics about a track or group; empty if there are none.
    public static List<TrackStatistics> of(TrackNode node) {
        List<TrackStatistics> statistics = new ArrayList<>();
        Owner owner = node.kind().owner();
        if (node.isCounter()) {
            List<Long> ids = node.kind().trackIds();
            if (!ids.isEmpty()) {
                statistics.add(new TrackStatistics(
                        TrackInfoTexts.COUNTER_STATISTICS, VALUES.formatted(TrackQuery.in("track_id", ids))));
            }
        } else if (owner.isThread()) {
            statistics.add(
                    new TrackStatistics(TrackInfoTexts.STATISTICS_BY_STATE, STATES.formatted(SUMS, owner.utid())));
            statistics.add(new TrackStatistics(
                    TrackInfoTexts.THREAD_STATISTICS_BY_SLICE, SLICES_OF_THREAD.formatted(SUMS, owner.utid())));
        } else if (owner.isProcess()) {
            statistics.add(
                    new TrackStatistics(TrackInfoTexts.STATISTICS_BY_THREAD, CPU_TIMES.formatted(SUMS, owner.upid())));
            statistics.add(new TrackStatistics(
                    TrackInfoTexts.PROCESS_STATISTICS_BY_SLICE, SLICES_OF_PROCESS.formatted(SUMS, owner.upid())));
        } else if (owner.isCpu()) {
            statistics.add(
                    new TrackStatistics(TrackInfoTexts.CPU_STATISTICS, THREADS_OF_CPU.formatted(SUMS, owner.ucpu())));
        }
        return statistics;
    }
}
