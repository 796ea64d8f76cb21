package traceglass.analysis.chrome;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import traceglass.analysis.derived.DerivedSet;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.query.SqlLabels;

/// Stages of each scroll update from the browser to the screen, and the regularity of vertical syncs, inputs and
/// pipeline steps.
public final class ChromeScrollFrames {

    /// Stages of an update in `chrome_scroll_update_info`: name, column of the start, column of the duration.
    private static final List<List<String>> STAGES = List.of(
            List.of("GenerationToBrowserMain", "generation_ts", "generation_to_browser_main_dur"),
            List.of("TouchMoveProcessing", "touch_move_received_ts", "touch_move_processing_dur"),
            List.of("ScrollUpdateProcessing", "scroll_update_created_ts", "scroll_update_processing_dur"),
            List.of(
                    "BrowserMainToRendererCompositor",
                    "scroll_update_created_end_ts",
                    "browser_to_compositor_delay_dur"),
            List.of("RendererCompositorDispatch", "compositor_dispatch_ts", "compositor_dispatch_dur"),
            List.of(
                    "RendererCompositorDispatchToOnBeginFrame",
                    "compositor_dispatch_end_ts",
                    "compositor_dispatch_to_on_begin_frame_delay_dur"),
            List.of("RendererCompositorBeginFrame", "compositor_on_begin_frame_ts", "compositor_on_begin_frame_dur"),
            List.of(
                    "RendererCompositorBeginToGenerateFrame",
                    "compositor_on_begin_frame_end_ts",
                    "compositor_on_begin_frame_to_generation_delay_dur"),
            List.of(
                    "RendererCompositorGenerateToSubmitFrame",
                    "compositor_generate_compositor_frame_ts",
                    "compositor_generate_frame_to_submit_frame_dur"),
            List.of(
                    "RendererCompositorSubmitFrame",
                    "compositor_submit_compositor_frame_ts",
                    "compositor_submit_frame_dur"),
            List.of(
                    "RendererCompositorToViz",
                    "compositor_submit_compositor_frame_end_ts",
                    "compositor_to_viz_delay_dur"),
            List.of("VizReceiveFrame", "viz_receive_compositor_frame_ts", "viz_receive_compositor_frame_dur"),
            List.of("VizReceiveToDrawFrame", "viz_receive_compositor_frame_end_ts", "viz_wait_for_draw_dur"),
            List.of("VizDrawToSwapFrame", "viz_draw_and_swap_ts", "viz_draw_and_swap_dur"),
            List.of("VizToGpu", "viz_send_buffer_swap_end_ts", "viz_to_gpu_delay_dur"),
            List.of("VizSwapBuffers", "viz_swap_buffers_ts", "viz_swap_buffers_dur"),
            List.of("VizSwapBuffersToLatch", "viz_swap_buffers_end_ts", "viz_swap_buffers_to_latch_dur"),
            List.of("VizLatchToPresentation", "latch_timestamp", "viz_latch_to_presentation_dur"));

    /// Updates with their stages nested below them.
    public static final DerivedTable TIMELINE = new DerivedTable(
                    "derived_chrome_scroll_timeline",
                    ChromeTexts.TIMELINE,
                    ChromeTexts.UPDATE,
                    SqlLabels.insert(
                                    """
                                    WITH
                                      steps AS (
                                    STEPS
                                        UNION ALL
                                        SELECT id, {presentation}, presentation_timestamp, NULL FROM chrome_scroll_update_info
                                      ),
                                      updates AS (
                                        SELECT id, min(ts) AS ts, max(ts + coalesce(dur, 0)) - min(ts) AS dur
                                        FROM steps
                                        WHERE ts IS NOT NULL
                                        GROUP BY id
                                      )
                                    SELECT
                                      u.ts,
                                      u.dur,
                                      concat_ws(' ', CASE WHEN i.is_janky THEN {janky} END, CASE WHEN i.is_first_scroll_update_in_scroll THEN {first} END,
                                        CASE WHEN NOT i.is_first_scroll_update_in_frame THEN {coalesced} END, CASE WHEN i.is_inertial THEN {inertial} END, {update}) AS name,
                                      CASE WHEN i.is_janky THEN 'LATE' WHEN NOT i.is_first_scroll_update_in_frame THEN 'QUIET' END AS color,
                                      0 AS depth,
                                      u.id AS stack,
                                      i.id AS scroll_update_id,
                                      i.scroll_id,
                                      i.vsync_interval_ms,
                                      i.is_presented
                                    FROM updates AS u
                                    JOIN chrome_scroll_update_info AS i ON i.id = u.id
                                    UNION ALL
                                    SELECT ts, max(dur, 0), step, step, 1, id, id, NULL, NULL, NULL
                                    FROM steps
                                    WHERE ts IS NOT NULL AND dur IS NOT NULL
                                    """,
                                    "presentation",
                                    ChromeTexts.PRESENTATION,
                                    "janky",
                                    ChromeTexts.JANKY,
                                    "first",
                                    ChromeTexts.FIRST,
                                    "coalesced",
                                    ChromeTexts.COALESCED,
                                    "inertial",
                                    ChromeTexts.INERTIAL,
                                    "update",
                                    ChromeTexts.SCROLL_UPDATE)
                            .replace(
                                    "STEPS",
                                    STAGES.stream()
                                            .map(s -> "SELECT id, '" + s.get(0) + "' AS step, " + s.get(1) + " AS ts, "
                                                    + s.get(2) + " AS dur FROM chrome_scroll_update_info")
                                            .collect(Collectors.joining("\nUNION ALL\n")))
                            .replace("'LATE'", ChromeScrolls.LATE)
                            .replace("'QUIET'", ChromeScrolls.QUIET))
            .asNested();

    /// Frames according to Chrome's own metric, with their stages nested below them.
    public static final DerivedTable TIMELINE_V4 = new DerivedTable(
                    "derived_chrome_scroll_timeline_v4",
                    ChromeTexts.TIMELINE_V4,
                    ChromeTexts.FRAME,
                    SqlLabels.insert(
                                    """
                                    SELECT
                                      ts,
                                      dur,
                                      concat_ws(' ', CASE WHEN is_janky THEN {janky} END, CASE WHEN damage_type GLOB 'NON_DAMAGING*' THEN {nonDamaging} END,
                                        CASE WHEN real_first_input_generation_ts IS NULL AND synthetic_first_original_begin_frame_ts IS NOT NULL THEN {synthetic} END,
                                        CASE WHEN vsyncs_since_previous_frame IS NULL THEN {first} END,
                                        CASE WHEN real_max_abs_inertial_raw_delta_pixels IS NOT NULL THEN {inertial} END, {frame}) AS name,
                                      CASE WHEN is_janky THEN 'LATE' WHEN damage_type GLOB 'NON_DAMAGING*' THEN 'QUIET' END AS color,
                                      0 AS depth,
                                      id AS stack,
                                      vsyncs_since_previous_frame,
                                      (SELECT group_concat(r.jank_reason, ', ') FROM chrome_scroll_jank_v4_reasons AS r WHERE r.id = v.id) AS jank_reason,
                                      damage_type,
                                      id AS slice_id
                                    FROM chrome_scroll_jank_v4_results AS v
                                    UNION ALL
                                    SELECT d.ts, d.dur, d.name, d.name, d.depth - s.depth, v.id, NULL, NULL, NULL, d.id
                                    FROM chrome_scroll_jank_v4_results AS v
                                    JOIN slice AS s ON s.id = v.id
                                    JOIN descendant_slice(v.id) AS d
                                    """,
                                    "janky",
                                    ChromeTexts.JANKY,
                                    "nonDamaging",
                                    ChromeTexts.NON_DAMAGING,
                                    "synthetic",
                                    ChromeTexts.SYNTHETIC,
                                    "first",
                                    ChromeTexts.FIRST,
                                    "inertial",
                                    ChromeTexts.INERTIAL,
                                    "frame",
                                    ChromeTexts.FRAME_NAME)
                            .replace("'LATE'", ChromeScrolls.LATE)
                            .replace("'QUIET'", ChromeScrolls.QUIET))
            .asNested();

    /// Vertical syncs as Chrome received them.
    public static final DerivedTable VSYNCS = new DerivedTable(
            "derived_chrome_vsyncs",
            ChromeTexts.VSYNCS,
            ChromeTexts.VSYNC,
            "SELECT ts, dur, name, CAST(NULL AS TEXT) AS color, id AS slice_id FROM slice WHERE name = 'Extend_VSync'");

    /// Intervals between vertical syncs.
    public static final DerivedTable VSYNC_GAPS = new DerivedTable(
            "derived_chrome_vsync_delta",
            ChromeTexts.VSYNC_DELTA,
            ChromeTexts.BETWEEN_VSYNCS,
            gaps("SELECT ts FROM slice WHERE name = 'Extend_VSync'"));

    /// Intervals between inputs.
    public static final DerivedTable INPUT_GAPS = new DerivedTable(
            "derived_chrome_input_delta",
            ChromeTexts.INPUT_DELTA,
            ChromeTexts.BETWEEN_INPUTS,
            gaps("SELECT generation_ts AS ts FROM chrome_scroll_update_info WHERE generation_ts IS NOT NULL"));

    /// Slices of each step of updates.
    public static final List<DerivedTable> STEPS = steps();

    static final DerivedSet SET = new DerivedSet(List.of("chrome.chrome_scrolls", "chrome.scroll_jank_v4"), all());

    private ChromeScrollFrames() {}

    private static List<DerivedTable> all() {
        List<DerivedTable> tables = new ArrayList<>(List.of(TIMELINE, TIMELINE_V4, VSYNCS, VSYNC_GAPS, INPUT_GAPS));
        tables.addAll(STEPS);
        return tables;
    }

    private static List<DerivedTable> steps() {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("scroll_update_created", ChromeTexts.SEND_EVENT);
        titles.put("compositor_dispatch", ChromeTexts.DISPATCH);
        titles.put("compositor_resample", ChromeTexts.RESAMPLE);
        titles.put("compositor_generate_compositor_frame", ChromeTexts.GENERATE_FRAME);
        titles.put("viz_receive_compositor_frame", ChromeTexts.RECEIVE_FRAME);
        List<DerivedTable> tables = new ArrayList<>();
        titles.forEach((step, title) -> tables.add(new DerivedTable(
                "derived_chrome_scroll_step_" + step, title, ChromeTexts.withoutStep(title), """
                SELECT s.ts, s.dur, s.name, CAST(NULL AS TEXT) AS color, s.id AS slice_id
                FROM slice AS s
                WHERE s.id IN (SELECT i.STEP_slice_id FROM chrome_scroll_update_info AS i)
                """.replace(
                                "STEP", step))));
        return List.copyOf(tables);
    }

    /// Intervals between consecutive timestamps, named by their length. Intervals longer than 1.5 times the median
    /// have the color of late frames.
    private static String gaps(String timestamps) {
        return """
            WITH
              gaps AS (SELECT ts, lead(ts) OVER (ORDER BY ts) - ts AS dur FROM (TIMESTAMPS)),
              usual AS (SELECT median(dur) AS dur FROM gaps WHERE dur > 0)
            SELECT g.ts, g.dur, printf('%.2f ms', g.dur / 1e6) AS name, CASE WHEN g.dur > 1.5 * u.dur THEN 'LATE' ELSE 'gap' END AS color
            FROM gaps AS g
            CROSS JOIN usual AS u
            WHERE g.dur > 0
            """.replace("TIMESTAMPS", timestamps).replace("'LATE'", ChromeScrolls.LATE);
    }
}
