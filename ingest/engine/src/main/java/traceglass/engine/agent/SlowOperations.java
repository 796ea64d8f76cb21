package traceglass.engine.agent;

import java.util.ArrayList;
import java.util.List;

/// Finds late frames, app startups, long tasks of main threads and apps that did not respond.
public final class SlowOperations {

    /// Condition whether a name contains the requested string, which is its only parameter. An empty string
    /// matches any name.
    private static final String NAME_MATCHES = "instr(lower(coalesce(%s, '')), lower(?)) > 0";

    private static final String FRAME_KINDS = """
            SELECT coalesce(p.name, 'pid ' || p.pid) AS process, a.jank_type, count(*) AS frames, max(a.dur) AS longest_ns
            FROM actual_frame_timeline_slice AS a LEFT JOIN process AS p USING (upid)
            WHERE %s GROUP BY 1, 2 ORDER BY frames DESC LIMIT 30\
            """.formatted(NAME_MATCHES.formatted("p.name"));

    private static final String LATE_FRAMES = """
            SELECT a.id AS slice_id, a.name AS frame, coalesce(p.name, 'pid ' || p.pid) AS process, a.layer_name, a.ts, a.ts - trace_start() AS since_start_ns, a.dur AS dur_ns,
              a.ts + a.dur - (e.ts + e.dur) AS late_by_ns, a.jank_type, a.jank_severity_type AS severity, a.present_type
            FROM actual_frame_timeline_slice AS a
            LEFT JOIN expected_frame_timeline_slice AS e ON e.upid = a.upid AND e.surface_frame_token = a.surface_frame_token
              AND e.display_frame_token = a.display_frame_token
            LEFT JOIN process AS p ON p.upid = a.upid
            WHERE %s AND a.jank_type <> 'None' ORDER BY a.dur DESC, a.id LIMIT 25\
            """.formatted(NAME_MATCHES.formatted("p.name"));

    /// Long draws in traces without a frame timeline.
    private static final String LONG_DRAWS = """
            SELECT s.id AS slice_id, s.name, coalesce(p.name, 'pid ' || p.pid) AS process, coalesce(th.name, 'tid ' || th.tid) AS thread, s.ts, s.ts - trace_start() AS since_start_ns, s.dur AS dur_ns
            FROM slice AS s JOIN thread_track AS tt ON tt.id = s.track_id JOIN thread AS th USING (utid) LEFT JOIN process AS p ON p.upid = th.upid
            WHERE %s AND (s.name GLOB 'Choreographer#doFrame*' OR s.name GLOB 'DrawFrame*' OR s.name IN ('ThreadProxy::BeginMainFrame',
              'Graphics.Pipeline', 'FrameBuilder', 'vsync callback', 'Engine::BeginFrame', 'VsyncProcessCallback'))
              AND s.dur > 16666667
            ORDER BY s.dur DESC, s.id LIMIT 25\
            """.formatted(NAME_MATCHES.formatted("p.name"));

    /// Whether Chrome recorded input events. Without them, the modules about scrolls take a long time and find
    /// nothing.
    private static final String INPUTS =
            "SELECT count(*) AS n FROM slice WHERE name IN ('EventLatency', 'LatencyInfo.Flow')"
                    + " OR name GLOB 'InputLatency::GestureScroll*'";

    private static final String SCROLLS = """
            INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_intervals;
            SELECT s.id AS scroll_id, s.ts, s.dur AS dur_ns, t.presented_frame_count AS frames, t.janky_frame_count AS late_frames, t.missed_vsyncs
            FROM chrome_scrolls AS s LEFT JOIN chrome_scroll_stats AS t ON t.scroll_id = s.id ORDER BY late_frames DESC LIMIT 20\
            """;

    private static final String SCROLL_JANK = """
            INCLUDE PERFETTO MODULE chrome.scroll_jank.scroll_jank_intervals;
            SELECT event_latency_id AS slice_id, ts, dur AS dur_ns, delayed_frame_count, cause_of_jank, sub_cause_of_jank
            FROM chrome_janky_frame_presentation_intervals ORDER BY dur DESC LIMIT 25\
            """;

    private static final String STARTUPS = """
            INCLUDE PERFETTO MODULE android.startup.startups;
            INCLUDE PERFETTO MODULE android.startup.time_to_display;
            SELECT s.startup_id, s.package, s.startup_type, s.ts, s.ts - trace_start() AS since_start_ns, s.dur AS dur_ns,
              d.time_to_initial_display AS to_initial_display_ns, d.time_to_full_display AS to_full_display_ns,
              (SELECT min(t.utid) FROM android_startup_threads AS t WHERE t.startup_id = s.startup_id AND t.is_main_thread = 1) AS main_utid
            FROM android_startups AS s LEFT JOIN android_startup_time_to_display AS d USING (startup_id)
            WHERE %s ORDER BY s.ts LIMIT 30\
            """.formatted(NAME_MATCHES.formatted("s.package"));

    private static final String BREAKDOWN = """
            INCLUDE PERFETTO MODULE android.startup.startup_breakdowns;
            SELECT b.startup_id, b.reason, count(*) AS spans, sum(b.dur) AS total_ns, max(b.dur) AS longest_ns
            FROM android_startup_opinionated_breakdown AS b JOIN android_startups AS s USING (startup_id)
            WHERE %s GROUP BY 1, 2 ORDER BY 1, total_ns DESC LIMIT 50\
            """.formatted(NAME_MATCHES.formatted("s.package"));

    private static final String CHROME_STARTUPS = """
            INCLUDE PERFETTO MODULE chrome.startups;
            SELECT id, name, launch_cause, startup_begin_ts AS ts, first_visible_content_ts, first_visible_content_ts - startup_begin_ts AS dur_ns
            FROM chrome_startups ORDER BY id LIMIT 20\
            """;

    private static final String LONG_TASKS = """
            SELECT s.id AS slice_id, s.name, coalesce(p.name, 'pid ' || p.pid) AS process, coalesce(th.name, 'tid ' || th.tid) AS thread, th.tid, s.ts, s.ts - trace_start() AS since_start_ns,
              s.dur AS dur_ns, s.thread_dur AS cpu_ns,
              (SELECT c.name FROM slice AS c WHERE c.parent_id = s.id ORDER BY c.dur DESC LIMIT 1) AS longest_child
            FROM slice AS s JOIN thread_track AS tt ON tt.id = s.track_id JOIN thread AS th USING (utid) LEFT JOIN process AS p ON p.upid = th.upid
            WHERE %s AND s.depth = 0 AND s.dur >= ? AND (th.is_main_thread = 1 OR th.name IN ('CrRendererMain', 'CrBrowserMain', 'CrGpuMain', 'main'))
            ORDER BY s.dur DESC, s.id LIMIT 40\
            """.formatted(NAME_MATCHES.formatted("p.name"));

    private static final String ANRS = """
            INCLUDE PERFETTO MODULE android.anrs;
            SELECT process_name AS process, pid, upid, ts, ts - trace_start() AS since_start_ns, anr_type, coalesce(anr_dur_ms, default_anr_dur_ms) AS waited_ms,
              subject, component
            FROM android_anrs WHERE %s ORDER BY ts LIMIT 20\
            """.formatted(NAME_MATCHES.formatted("process_name"));

    private SlowOperations() {}

    /// Finds late frames of Android and Chrome, or long draws if the trace has no frame timeline.
    ///
    /// @param process part of the name of a process; empty for all
    public static List<AnswerTable> frames(AgentQueries q, String process) {
        AnswerTable kinds = q.queryOrNote("Frames by kind of jank", FRAME_KINDS, process);
        List<AnswerTable> tables = new ArrayList<>(List.of(kinds));
        if (!kinds.isEmpty()) {
            tables.add(q.queryOrNote("Late frames, longest first", LATE_FRAMES, process));
        } else {
            tables.add(q.queryOrNote("Frames of more than 16.7 ms", LONG_DRAWS, process));
            if (q.query("Inputs", INPUTS).firstLong("n", 0) > 0) {
                tables.add(q.queryOrNote("Page scrolls", SCROLLS));
                tables.add(q.queryOrNote("Late frames while scrolling", SCROLL_JANK));
            }
        }
        return orNote(AgentQueries.withoutEmpty(tables), "Late frames", AgentTexts.NO_FRAMES);
    }

    /// Finds app startups on Android, and startups of Chrome.
    ///
    /// @param app part of the name of a package; empty for all
    public static List<AnswerTable> startups(AgentQueries q, String app) {
        AnswerTable android = q.queryOrNote("App startups", STARTUPS, app);
        List<AnswerTable> tables = AgentQueries.withoutEmpty(
                android.isEmpty()
                        ? List.of(android, q.queryOrNote("Chrome startups", CHROME_STARTUPS))
                        : List.of(android, q.queryOrNote("Breakdown of each startup", BREAKDOWN, app)));
        return orNote(tables, "App startups", AgentTexts.NO_STARTUPS);
    }

    /// Finds outermost slices of main threads with a minimum duration, and apps that did not respond.
    ///
    /// @param process part of the name of a process; empty for all
    /// @param minNs minimum duration in ns
    public static List<AnswerTable> tasks(AgentQueries q, String process, long minNs) {
        List<AnswerTable> tables = AgentQueries.withoutEmpty(List.of(
                q.queryOrNote("Apps that did not respond (ANRs)", ANRS, process),
                q.queryOrNote("Long tasks of main threads, longest first", LONG_TASKS, process, minNs)));
        return orNote(tables, "Long tasks", AgentTexts.noTasks(minNs));
    }

    private static List<AnswerTable> orNote(List<AnswerTable> tables, String title, String note) {
        return tables.isEmpty() ? List.of(AnswerTable.withNote(title, note)) : tables;
    }
}
