package traceglass.analysis.chrome;

import java.util.List;
import traceglass.analysis.derived.DerivedSet;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.track.TrackStyle;

/// Scrolls of pages in Chrome: their times, the latency of each input up to the presentation of its frame, and late
/// frames.
///
/// Since 2022, Chrome writes `EventLatency` slices with their stages; before that, it wrote
/// `InputLatency::GestureScrollUpdate` with the times at which Chrome's components received the input. Both are read
/// here with the same rule for late frames: a frame is late if it came more than one and a half vertical syncs after
/// the previous one although its input was on time.
public final class ChromeScrolls {

    /// Color keys in SQL: a late frame, and an update that has no separate frame.
    static final String LATE = key("Self Jank");
    static final String QUIET = key("Unspecified");

    /// Updates as old versions of Chrome write them, the frames that presented them, and which frames were late.
    /// The interval of vertical syncs is not recorded, so the median of the times between frames is used instead.
    private static final String OLD = """
        old_updates AS (
          SELECT
            s.id,
            s.ts,
            s.dur,
            s.arg_set_id,
            extract_arg(s.arg_set_id, 'chrome_latency_info.gesture_scroll_id') AS scroll_id,
            extract_arg(s.arg_set_id, 'chrome_latency_info.trace_id') AS scroll_update_id,
            extract_arg(s.arg_set_id, 'chrome_latency_info.is_coalesced') AS is_coalesced
          FROM slice AS s
          WHERE s.name = 'InputLatency::GestureScrollUpdate' AND s.dur > 0
        ),
        old_frames AS (
          SELECT scroll_id, ts + dur AS shown_ts, min(ts) AS first_ts, max(ts) AS last_ts, min(id) AS id
          FROM old_updates
          WHERE scroll_id IS NOT NULL AND coalesce(is_coalesced, 0) = 0
          GROUP BY scroll_id, ts + dur
        ),
        old_gaps AS (
          SELECT
            *,
            shown_ts - lag(shown_ts) OVER (PARTITION BY scroll_id ORDER BY shown_ts) AS since_frame,
            first_ts - lag(last_ts) OVER (PARTITION BY scroll_id ORDER BY shown_ts) AS since_input
          FROM old_frames
        ),
        old_vsync AS (SELECT median(since_frame) AS dur FROM old_gaps),
        old_janks AS (
          SELECT g.id, g.scroll_id, g.shown_ts, g.since_frame, v.dur AS vsync, CAST(round(g.since_frame / v.dur) - 1 AS INT) AS missed
          FROM old_gaps AS g
          CROSS JOIN old_vsync AS v
          WHERE g.since_frame > 1.5 * v.dur AND g.since_input < 1.5 * v.dur
        )
        """;

    /// One row for each scroll.
    public static final DerivedTable SCROLLS = new DerivedTable(
            "derived_chrome_scrolls",
            ChromeTexts.SCROLLS,
            ChromeTexts.SCROLL,
            SqlLabels.insert("WITH " + OLD + """
                SELECT
                  s.ts,
                  s.dur,
                  {scroll} || s.id || CASE WHEN t.janky_frame_count > 0 THEN ' · ' || t.janky_frame_count || {late} || t.presented_frame_count ELSE '' END AS name,
                  'Scroll' AS color,
                  s.id AS scroll_id,
                  t.presented_frame_count AS frames,
                  t.janky_frame_count AS late_frames,
                  t.missed_vsyncs,
                  (SELECT CAST(round(sum(o.delta_y)) AS INT) FROM chrome_presented_scroll_offsets AS o WHERE o.scroll_id = s.id) AS pixels_scrolled
                FROM chrome_scrolls AS s
                LEFT JOIN chrome_scroll_stats AS t ON t.scroll_id = s.id
                WHERE s.id IS NOT NULL
                UNION ALL
                SELECT
                  u.ts,
                  u.dur,
                  {scroll} || u.scroll_id || CASE WHEN j.janks > 0 THEN ' · ' || j.janks || {late} || f.frames ELSE '' END,
                  'Scroll',
                  u.scroll_id,
                  f.frames,
                  coalesce(j.janks, 0),
                  coalesce(j.missed, 0),
                  NULL
                FROM (SELECT scroll_id, min(ts) AS ts, max(ts + dur) - min(ts) AS dur FROM old_updates WHERE scroll_id IS NOT NULL GROUP BY scroll_id) AS u
                LEFT JOIN (SELECT scroll_id, count(*) AS frames FROM old_frames GROUP BY scroll_id) AS f ON f.scroll_id = u.scroll_id
                LEFT JOIN (SELECT scroll_id, count(*) AS janks, sum(missed) AS missed FROM old_janks GROUP BY scroll_id) AS j ON j.scroll_id = u.scroll_id
                """, "scroll", ChromeTexts.SCROLL_NUMBER, "late", ChromeTexts.LATE_OF));

    /// Latency of each update up to its presentation, with its stages nested below it.
    public static final DerivedTable LATENCIES = new DerivedTable(
                    "derived_chrome_scroll_latencies",
                    ChromeTexts.INPUT_LATENCIES,
                    ChromeTexts.INPUT,
                    SqlLabels.insert(
                                    "WITH " + OLD + """
                        , new_updates AS (
                          SELECT e.id, e.ts, e.dur, e.scroll_update_id, e.event_type, e.id IN (SELECT j.id FROM chrome_janky_event_latencies_v3 AS j) AS is_late, s.depth
                          FROM chrome_event_latencies AS e
                          JOIN slice AS s ON s.id = e.id
                          WHERE e.event_type IN ('FIRST_GESTURE_SCROLL_UPDATE', 'GESTURE_SCROLL_UPDATE', 'INERTIAL_GESTURE_SCROLL_UPDATE') AND e.is_presented
                        ),
                        -- Times at which Chrome's components received an input, in µs of another clock; the input itself is at the start of its slice.
                        old_parts AS (
                          SELECT
                            u.id,
                            substr(k.key, 1, length(k.key) - length('component_type')) AS part,
                            k.string_value AS what,
                            u.ts,
                            u.dur
                          FROM old_updates AS u
                          JOIN args AS k ON k.arg_set_id = u.arg_set_id AND k.key GLOB 'chrome_latency_info.component_info*.component_type'
                          WHERE u.scroll_id IS NOT NULL AND coalesce(u.is_coalesced, 0) = 0
                        ),
                        old_times AS (
                          SELECT p.id, p.what, p.ts, p.dur, t.int_value AS us
                          FROM old_parts AS p
                          JOIN old_updates AS u ON u.id = p.id
                          JOIN args AS t ON t.arg_set_id = u.arg_set_id AND t.key = p.part || 'time_us'
                        ),
                        old_starts AS (SELECT id, max(us) AS us FROM old_times WHERE what = 'COMPONENT_INPUT_EVENT_LATENCY_ORIGINAL' GROUP BY id),
                        old_stages AS (
                          SELECT
                            t.id,
                            t.what,
                            t.ts + (t.us - o.us) * 1000 AS until_ts,
                            t.ts + (lag(t.us, 1, o.us) OVER (PARTITION BY t.id ORDER BY t.us, t.what) - o.us) * 1000 AS since_ts
                          FROM old_times AS t
                          JOIN old_starts AS o ON o.id = t.id
                          WHERE t.us >= o.us AND NOT t.what GLOB '*_ORIGINAL'
                        )
                        SELECT
                          ts,
                          dur,
                          CASE WHEN is_late THEN {jankyEvent} ELSE 'EventLatency' END AS name,
                          CASE WHEN is_late THEN 'LATE' ELSE 'EventLatency' END AS color,
                          0 AS depth,
                          id AS stack,
                          scroll_update_id,
                          event_type,
                          id AS slice_id
                        FROM new_updates
                        UNION ALL
                        SELECT p.ts, p.end_ts - p.ts, p.name, p.name, s.depth - u.depth, u.id, u.scroll_update_id, NULL, p.id
                        FROM new_updates AS u
                        JOIN _chrome_event_latency_stages AS p ON p.event_latency_id = u.id
                        JOIN slice AS s ON s.id = p.id
                        WHERE p.end_ts IS NOT NULL
                        UNION ALL
                        SELECT
                          u.ts,
                          u.dur,
                          CASE WHEN j.id IS NOT NULL THEN {jankyInput} ELSE 'InputLatency' END,
                          CASE WHEN j.id IS NOT NULL THEN 'LATE' ELSE 'InputLatency' END,
                          0,
                          u.id,
                          u.scroll_update_id,
                          NULL,
                          u.id
                        FROM old_updates AS u
                        LEFT JOIN old_janks AS j ON j.id = u.id
                        WHERE u.scroll_id IS NOT NULL AND coalesce(u.is_coalesced, 0) = 0
                        UNION ALL
                        SELECT
                          o.since_ts,
                          o.until_ts - o.since_ts,
                          {until} || lower(replace(replace(replace(replace(o.what, 'COMPONENT_', ''), 'INPUT_EVENT_', ''), 'LATENCY_', ''), '_', ' ')),
                          o.what,
                          1,
                          o.id,
                          u.scroll_update_id,
                          NULL,
                          o.id
                        FROM old_stages AS o
                        JOIN old_updates AS u ON u.id = o.id
                        WHERE o.until_ts > o.since_ts
                        """,
                                    "jankyEvent",
                                    ChromeTexts.JANKY_EVENT_LATENCY,
                                    "jankyInput",
                                    ChromeTexts.JANKY_INPUT_LATENCY,
                                    "until",
                                    ChromeTexts.UNTIL)
                            .replace("'LATE'", LATE))
            .asNested();

    /// Time for which a frame was missing, up to its presentation.
    public static final DerivedTable JANKS = new DerivedTable(
            "derived_chrome_scroll_janks",
            ChromeTexts.JANKS,
            ChromeTexts.LATE_FRAME,
            SqlLabels.insert(
                            "WITH " + OLD + """
                SELECT
                  ts,
                  dur,
                  coalesce(cause_of_jank || coalesce('::' || sub_cause_of_jank, ''), {unknown}) || {jank} AS name,
                  coalesce(sub_cause_of_jank, cause_of_jank, 'LATE') AS color,
                  delayed_frame_count AS vsyncs_late,
                  cause_of_jank,
                  sub_cause_of_jank,
                  event_latency_id AS slice_id
                FROM chrome_janky_frame_presentation_intervals
                UNION ALL
                SELECT
                  CAST(shown_ts - since_frame + vsync AS INT),
                  CAST(since_frame - vsync AS INT),
                  {unknownJank},
                  'LATE',
                  missed,
                  NULL,
                  NULL,
                  id
                FROM old_janks
                """,
                            "unknown",
                            ChromeTexts.UNKNOWN_CAUSE,
                            "jank",
                            ChromeTexts.JANK,
                            "unknownJank",
                            ChromeTexts.UNKNOWN_CAUSE + ChromeTexts.JANK)
                    .replace("'LATE'", LATE));

    static final DerivedSet SET = new DerivedSet(
            List.of(
                    "chrome.chrome_scrolls",
                    "chrome.event_latency",
                    "chrome.scroll_jank.scroll_jank_intervals",
                    "chrome.scroll_jank.scroll_offsets"),
            List.of(SCROLLS, LATENCIES, JANKS));

    private ChromeScrolls() {}

    private static String key(String frame) {
        return "char(" + (int) TrackStyle.Colors.FRAME_MARK + ") || '" + frame + "'";
    }
}
