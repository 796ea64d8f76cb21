package traceglass.analysis.android;

import java.util.List;
import traceglass.analysis.derived.DerivedSet;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.query.SqlLabels;

/// Critical user journeys (CUJs): interactions with the system's apps that have to be smooth or quick to respond.
public final class AndroidJourneys {

    /// Journeys that have to be smooth, with the frames they missed.
    public static final DerivedTable JANK = new DerivedTable(
            "derived_android_jank_cujs",
            AndroidTexts.JANK_CUJS,
            AndroidTexts.JANK_CUJ,
            SqlLabels.insert(
                    """
        SELECT
          ts,
          dur,
          substr(name, 3, length(name) - 3)
            || CASE WHEN state = 'canceled' THEN {canceled} ELSE '' END
            || CASE WHEN coalesce(missed_app_frames, 0) + coalesce(missed_sf_frames, 0) > 0
               THEN {missed} || (coalesce(missed_app_frames, 0) + coalesce(missed_sf_frames, 0)) || {of} || total_frames ELSE '' END AS name,
          name AS color,
          name AS cuj,
          process_name AS process,
          state,
          total_frames,
          missed_app_frames AS missed_by_app,
          missed_sf_frames AS missed_by_system,
          layer_name AS layer,
          slice_id
        FROM android_jank_cuj_slice_summary
        """,
                    "canceled",
                    AndroidTexts.CUJ_CANCELED,
                    "missed",
                    AndroidTexts.CUJ_MISSED,
                    "of",
                    AndroidTexts.CUJ_MISSED_OF));

    /// Journeys for which only the latency counts.
    public static final DerivedTable LATENCY =
            new DerivedTable("derived_android_latency_cujs", AndroidTexts.LATENCY_CUJS, AndroidTexts.LATENCY_CUJ, """
                SELECT
                  ts,
                  dur,
                  cuj_name || CASE WHEN state = 'completed' THEN '' ELSE ' · ' || state END AS name,
                  cuj_slice_name AS color,
                  cuj_slice_name AS cuj,
                  process_name AS process,
                  state,
                  slice_id,
                  upid
                FROM android_sysui_latency_cujs
                """);

    /// Slow calls in the process of a jank journey, clipped to the journey.
    public static final DerivedTable BLOCKING = new DerivedTable(
            "derived_android_cuj_blocking_calls", AndroidTexts.BLOCKING_CALLS, AndroidTexts.BLOCKING_CALL, """
                SELECT
                  max(s.ts, c.ts) AS ts,
                  min(s.ts_end, c.ts_end) - max(s.ts, c.ts) AS dur,
                  s.name,
                  CAST(NULL AS TEXT) AS color,
                  c.cuj_name AS cuj,
                  s.process_name AS process,
                  s.id AS slice_id,
                  s.utid,
                  s.upid
                FROM _android_critical_blocking_calls AS s
                JOIN android_jank_cuj AS c ON c.upid = s.upid AND s.ts_end > c.ts AND s.ts < c.ts_end
                """);

    /// Frames of jank journeys, each lasting until the next one starts.
    public static final DerivedTable FRAMES =
            new DerivedTable("derived_android_cuj_frames", AndroidTexts.CUJ_FRAMES, AndroidTexts.CUJ_FRAME, """
                SELECT ts, ts_end - ts AS dur, CAST(frame_id AS TEXT) AS name, cuj_name AS color, cuj_name AS cuj, frame_id, layer_id, ui_thread_utid AS utid
                FROM _extended_frame_boundary
                """);

    static final DerivedSet SET = new DerivedSet(
            List.of(
                    "android.cujs.frames",
                    "android.cujs.sysui_cujs",
                    "android.critical_blocking_calls",
                    "android.frame_blocking_calls.blocking_calls_aggregation"),
            List.of(JANK, LATENCY, BLOCKING, FRAMES));

    private AndroidJourneys() {}
}
