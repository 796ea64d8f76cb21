package traceglass.analysis.frames;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.load.TrackIds;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackReadContext;

/// Reads events of Android's frame timelines, colored by [FrameColors#outcomeColor].
final class FrameEvents {

    private FrameEvents() {}

    static SliceData read(TrackReadContext context, List<Long> trackIds) throws SQLException {
        Map<Long, Integer> index = TrackIds.index(trackIds);
        Map<String, Long> expectedEnds = expectedEnds(context, trackIds.getFirst());
        EventArrays events = new EventArrays(false);
        String in = TrackIds.in(trackIds);
        context.forEachRow(
                "WITH jank AS (SELECT arg_set_id, max(string_value) FILTER (key = 'Jank type') AS jank_type,"
                        + " max(string_value) FILTER (key = 'Jank tag') AS jank_tag,"
                        + " max(string_value) FILTER (key = 'Jank severity type') AS severity FROM __intrinsic_args"
                        + " WHERE arg_set_id IN (SELECT arg_set_id FROM __intrinsic_slice WHERE " + in
                        + ") GROUP BY arg_set_id)"
                        + " SELECT s.id, s.ts, s.dur, s.depth, s.track_id, s.name, w.jank_type, w.jank_tag, w.severity"
                        + " FROM __intrinsic_slice AS s LEFT JOIN jank AS w USING (arg_set_id) WHERE " + in
                        + " ORDER BY s.ts, s.id",
                r -> {
                    String name = r.getString(6);
                    String tag = r.getString(8);
                    long lateness = r.getLong(2) + r.getLong(3) - expectedEnds.getOrDefault(name, Long.MAX_VALUE);
                    String label = tag == null ? name : label(name, r.getString(7), lateness);
                    String color = FrameColors.outcomeColor(tag, r.getString(9));
                    events.add(
                            r.getLong(1),
                            r.getLong(2),
                            r.getLong(3),
                            r.getInt(4),
                            index.get(r.getLong(5)),
                            label,
                            color);
                });
        return trackIds.size() == 1
                ? SliceLayout.inRows(events, context.traceEnd())
                : SliceLayout.merged(events, context.traceEnd());
    }

    /// Returns a label such as `191185 · App Deadline Missed · late by 1.700 ms`.
    private static String label(String name, String jankType, long lateNs) {
        boolean isWithoutJank = jankType == null || jankType.equals("None") || jankType.equals("Unspecified");
        String label = isWithoutJank ? name : name + " · " + jankType;
        return !isWithoutJank && lateNs > 0 && lateNs < 60_000_000_000L
                ? FrameTimelineTexts.late(label, lateNs)
                : label;
    }

    /// Returns the expected ends of frames in ns by their token, for the process that the track belongs to.
    private static Map<String, Long> expectedEnds(RowQueries queries, long trackId) throws SQLException {
        Map<String, Long> ends = new HashMap<>();
        queries.forEachRow(
                "SELECT s.name, max(s.ts + s.dur) FROM __intrinsic_slice AS s JOIN __intrinsic_track AS t ON t.id ="
                        + " s.track_id WHERE t.type = 'android_expected_frame_timeline' AND t.upid = (SELECT upid FROM"
                        + " __intrinsic_track WHERE id = "
                        + trackId
                        + ") AND s.dur >= 0 GROUP BY s.name",
                r -> ends.put(r.getString(1), r.getLong(2)));
        return ends;
    }
}
