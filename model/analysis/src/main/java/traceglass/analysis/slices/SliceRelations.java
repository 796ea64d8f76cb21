package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.EventStack;
import traceglass.analysis.events.PackageRef;
import traceglass.analysis.events.StackQuery;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.frames.FrameColors;
import traceglass.analysis.frames.JankExplanations;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Data related to a slice.
///
/// @param children longest direct children
/// @param blocked kernel functions in which the slice's thread was blocked, each with the longest such state
/// @param wakers threads that woke the slice's thread, each with the waker's state at the end of the longest sleep
/// @param frame details if the slice is on an Android frame timeline, else empty
/// @param stacks callstacks recorded with the slice
/// @param upid process of the slice's track, or null
/// @param app package and user of that process; empty if the trace has neither
public record SliceRelations(
        List<EventLink> children,
        List<EventLink> blocked,
        List<EventLink> wakers,
        Optional<FrameDetails> frame,
        List<EventStack> stacks,
        Long upid,
        Optional<PackageRef> app) {

    private static final int MAX_LINKS = 60;

    private static final String CHILDREN = """
        SELECT id, name, dur FROM slice WHERE parent_id = ? AND track_id = ?
        ORDER BY CASE WHEN dur < 0 THEN 0 ELSE 1 END, dur DESC, ts LIMIT %d\
        """.formatted(MAX_LINKS);

    private static final String BLOCKED = """
        WITH part AS (
          SELECT id, blocked_function, least(until, ?) - greatest(ts, ?) AS ns
          FROM (SELECT id, ts, blocked_function, coalesce(CASE WHEN dur < 0 THEN lead(ts) OVER (ORDER BY ts, id) ELSE ts + dur END, ?) AS until
                FROM thread_state
                WHERE utid = ? AND ts < ?)
          WHERE until > ? AND blocked_function IS NOT NULL
        )
        SELECT arg_max(id, ns), blocked_function, count(*), CAST(sum(ns) AS BIGINT) AS total
        FROM part GROUP BY blocked_function ORDER BY total DESC, blocked_function LIMIT %d\
        """.formatted(MAX_LINKS);

    /// A wakeup is a runnable state that starts when a sleep ends.
    private static final String WAKERS = """
        WITH woken AS (
          SELECT r.waker_id, r.waker_utid, coalesce(r.irq_context, 0) AS irq, least(r.ts, ?) - greatest(s.ts, ?) AS ns
          FROM thread_state AS r
          JOIN thread_state AS s ON s.utid = r.utid AND s.dur >= 0 AND s.ts + s.dur = r.ts AND s.state NOT IN ('R', 'R+', 'Running')
          WHERE r.utid = ? AND r.ts > ? AND r.ts <= ? AND r.state IN ('R', 'R+') AND r.waker_utid IS NOT NULL
        )
        SELECT arg_max(w.waker_id, w.ns), th.name, th.tid, w.irq, count(*), CAST(sum(w.ns) AS BIGINT) AS total
        FROM woken AS w LEFT JOIN thread AS th ON th.utid = w.waker_utid
        GROUP BY w.waker_utid, th.name, th.tid, w.irq ORDER BY total DESC LIMIT %d\
        """.formatted(MAX_LINKS);

    private static final String UPID = """
        SELECT upid FROM thread_track AS t JOIN thread USING (utid) WHERE t.id = ? AND upid IS NOT NULL
        UNION ALL
        SELECT upid FROM process_track WHERE id = ? LIMIT 1\
        """;

    /// Frame of a display, or of a surface of an app.
    ///
    /// @param fields pairs of name and value, in display order
    /// @param jankExplanation explanation of the frame's type of jank, or empty
    /// @param links the same frame on the other timeline, the display frame, and its app frames
    /// @param colorKey its outcome, as on the timeline
    public record FrameDetails(List<String[]> fields, String jankExplanation, List<EventLink> links, String colorKey) {}

    /// Reads the data related to a slice.
    ///
    /// @param utid thread of the slice, or null
    /// @param ts start of the slice in ns
    /// @param end end of the slice in ns; the end of the trace if the slice has no end
    static SliceRelations read(TraceQueries queries, long id, long trackId, Long utid, long ts, long end)
            throws QueryException {
        List<EventLink> children = queries.all(
                CHILDREN,
                r -> new EventLink("slice", r.getLong(1), EventLink.name(r.getString(2)), "", r.getLong(3)),
                id,
                trackId);
        List<EventLink> blocked = List.of();
        List<EventLink> wakers = List.of();
        if (utid != null && end > ts) {
            blocked = queries.all(
                    BLOCKED,
                    r -> new EventLink(
                            "thread_state", r.getLong(1), r.getString(2), SliceTexts.times(r.getLong(3)), r.getLong(4)),
                    end,
                    ts,
                    end,
                    utid,
                    end,
                    ts);
            wakers = queries.all(
                    WAKERS,
                    r -> new EventLink(
                            "thread_state",
                            r.getLong(1),
                            r.getLong(4) != 0
                                    ? SliceTexts.INTERRUPT
                                    : ThreadRef.label(
                                            r.getString(2), TraceQueries.number(r, 3), EventDetailTexts.THREAD),
                            SliceTexts.times(r.getLong(5)),
                            r.getLong(6)),
                    end,
                    ts,
                    utid,
                    ts,
                    end);
        }
        Long upid = queries.first(UPID, r -> TraceQueries.number(r, 1), trackId, trackId)
                .orElse(null);
        return new SliceRelations(
                children,
                blocked,
                wakers,
                utid == null ? frame(queries, id) : Optional.empty(),
                stacks(queries, id),
                upid,
                PackageRef.of(queries, upid));
    }

    /// @param isActual whether the frame is on the actual timeline, not on the expected one
    private record FrameRow(
            boolean isActual,
            Long display,
            Long surface,
            Long upid,
            String layer,
            String present,
            String onTime,
            String gpu,
            String jank,
            String tag,
            String prediction,
            String severity) {}

    private static Optional<FrameDetails> frame(TraceQueries queries, long id) throws QueryException {
        // Check the track's type first, because querying frames is slow.
        Optional<String> type = queries.first(
                "SELECT t.type FROM slice AS s JOIN track AS t ON t.id = s.track_id WHERE s.id = ?",
                r -> r.getString(1),
                id);
        if (type.isEmpty() || !type.get().endsWith("_frame_timeline")) {
            return Optional.empty();
        }
        boolean isActual = type.get().contains("actual");
        Optional<FrameRow> row = isActual ? actualFrame(queries, id) : expectedFrame(queries, id);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        FrameRow f = row.get();
        return Optional.of(new FrameDetails(
                fields(f),
                JankExplanations.of(f.jank),
                relatedFrames(queries, id, f.isActual, f.display, f.surface, f.upid),
                FrameColors.key(f.tag, f.severity)));
    }

    private static Optional<FrameRow> actualFrame(TraceQueries queries, long id) throws QueryException {
        return queries.first(
                """
                SELECT display_frame_token, surface_frame_token, upid, layer_name, present_type, on_time_finish, gpu_composition, jank_type, jank_tag,
                  prediction_type, jank_severity_type FROM actual_frame_timeline_slice WHERE id = ?\
                """,
                r -> new FrameRow(
                        true,
                        TraceQueries.number(r, 1),
                        TraceQueries.number(r, 2),
                        TraceQueries.number(r, 3),
                        r.getString(4),
                        r.getString(5),
                        yesOrNo(TraceQueries.number(r, 6)),
                        yesOrNo(TraceQueries.number(r, 7)),
                        r.getString(8),
                        r.getString(9),
                        r.getString(10),
                        r.getString(11)),
                id);
    }

    private static Optional<FrameRow> expectedFrame(TraceQueries queries, long id) throws QueryException {
        return queries.first(
                "SELECT display_frame_token, surface_frame_token, upid, layer_name FROM"
                        + " expected_frame_timeline_slice WHERE id = ?",
                r -> new FrameRow(
                        false,
                        TraceQueries.number(r, 1),
                        TraceQueries.number(r, 2),
                        TraceQueries.number(r, 3),
                        r.getString(4),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null),
                id);
    }

    private static List<String[]> fields(FrameRow f) {
        List<String[]> fields = new ArrayList<>();
        add(fields, SliceTexts.TIMELINE, f.isActual ? SliceTexts.ACTUAL : SliceTexts.EXPECTED);
        add(fields, SliceTexts.LAYER, f.layer);
        add(fields, SliceTexts.JANK_TYPE, f.jank);
        add(fields, SliceTexts.JANK_TAG, f.tag);
        add(fields, SliceTexts.SEVERITY, f.severity);
        add(fields, SliceTexts.PRESENTED, f.present);
        add(fields, SliceTexts.ON_TIME, f.onTime);
        add(fields, SliceTexts.GPU_COMPOSITION, f.gpu);
        add(fields, SliceTexts.PREDICTION, f.prediction);
        add(fields, SliceTexts.DISPLAY_FRAME, f.display == null ? null : f.display.toString());
        add(fields, SliceTexts.SURFACE_FRAME, f.surface == null ? null : f.surface.toString());
        return fields;
    }

    private static String yesOrNo(Long value) {
        return value == null ? null : value != 0 ? SliceTexts.YES : SliceTexts.NO;
    }

    private static void add(List<String[]> fields, String name, String value) {
        if (value != null && !value.isEmpty()) {
            fields.add(new String[] {name, value});
        }
    }

    /// Returns the same frame on the other timeline, and the frames that were composited together, with their
    /// display frame.
    private static List<EventLink> relatedFrames(
            TraceQueries queries, long id, boolean isActual, Long display, Long surface, Long upid)
            throws QueryException {
        if (display == null) {
            return List.of();
        }
        return queries.all(
                """
                SELECT f.id, f.actual, p.name, p.pid, f.dur,
                  CASE WHEN f.surface_frame_token IS NOT DISTINCT FROM ? AND f.upid IS NOT DISTINCT FROM ? THEN 0 WHEN f.surface_frame_token IS NULL THEN 1 ELSE 2 END AS near
                FROM (
                  SELECT id, 1 AS actual, display_frame_token, surface_frame_token, upid, dur, ts FROM actual_frame_timeline_slice
                  UNION ALL
                  SELECT id, 0, display_frame_token, surface_frame_token, upid, dur, ts FROM expected_frame_timeline_slice
                ) AS f LEFT JOIN process AS p USING (upid)
                WHERE (f.display_frame_token = ? OR f.surface_frame_token = ? AND f.upid IS NOT DISTINCT FROM ?) AND f.id <> ? AND (near = 0 OR f.actual = ?)
                ORDER BY near, f.actual DESC, f.ts, f.id LIMIT 40\
                """,
                r -> new EventLink(
                        "slice",
                        r.getLong(1),
                        relation(r.getInt(6), r.getInt(2) != 0 ? SliceTexts.ACTUAL : SliceTexts.EXPECTED),
                        ThreadRef.label(r.getString(3), TraceQueries.number(r, 4), EventDetailTexts.PROCESS),
                        r.getLong(5)),
                surface,
                upid,
                display,
                surface,
                upid,
                id,
                isActual ? 1 : 0);
    }

    private static String relation(int near, String timeline) {
        return switch (near) {
            case 0 -> SliceTexts.sameFrame(timeline);
            case 1 -> SliceTexts.displayFrame(timeline);
            default -> SliceTexts.appFrame(timeline);
        };
    }

    /// Returns the callstacks recorded at the start and the end of a slice.
    private static List<EventStack> stacks(TraceQueries queries, long slice) throws QueryException {
        record Site(boolean isAtEnd, Long callsite) {}
        List<EventStack> stacks = new ArrayList<>();
        for (Site site : queries.all(
                "SELECT callsite_id, end_callsite_id FROM __intrinsic_track_event_callstacks WHERE slice_id = ? ORDER"
                        + " BY id LIMIT 8",
                r -> TraceQueries.number(r, 1) != null
                        ? new Site(false, TraceQueries.number(r, 1))
                        : new Site(true, TraceQueries.number(r, 2)),
                slice)) {
            stacks.add(new EventStack(
                    site.isAtEnd ? SliceTexts.CALLSTACK_AT_END : EventDetailTexts.CALLSTACK,
                    StackQuery.frames(queries, site.callsite)));
        }
        return stacks;
    }
}
