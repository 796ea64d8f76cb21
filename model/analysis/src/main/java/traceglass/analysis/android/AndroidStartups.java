package traceglass.analysis.android;

import java.util.List;
import traceglass.analysis.derived.DerivedSet;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.query.SqlLabels;

/// Event tables of Android app startups and of their phases.
public final class AndroidStartups {

    /// One row for each app startup.
    public static final DerivedTable STARTUPS =
            new DerivedTable("derived_android_startups", AndroidTexts.STARTUPS, AndroidTexts.STARTUP, """
                SELECT
                  s.ts,
                  s.dur,
                  s.package || coalesce(' · ' || s.startup_type, '') AS name,
                  s.package AS color,
                  s.startup_id,
                  s.package,
                  s.startup_type,
                  d.time_to_initial_display AS initial_display,
                  d.time_to_full_display AS full_display,
                  s.dur_without_trampoline AS without_trampoline,
                  (SELECT min(p.upid) FROM android_startup_processes AS p WHERE p.startup_id = s.startup_id) AS upid
                FROM android_startups AS s
                LEFT JOIN android_startup_time_to_display AS d USING (startup_id)
                """);

    /// One row for each phase of an app startup, with a readable name. The standard module returns the states of
    /// the main thread as letters of the kernel, such as `D`, and other causes as identifiers, such as
    /// `monitor_contention`.
    public static final DerivedTable BREAKDOWN = new DerivedTable(
            "derived_android_startup_breakdown",
            AndroidTexts.STARTUP_PHASES,
            AndroidTexts.STARTUP_PHASE,
            SqlLabels.insert(
                    """
                SELECT
                  b.ts,
                  b.dur,
                  CASE
                    WHEN b.reason = 'io' THEN {io}
                    WHEN b.reason = 'irq' THEN {irq}
                    WHEN b.reason = 'dlopen' THEN {dlopen}
                    WHEN b.reason = 'art_lock_contention' THEN {contention}
                    WHEN b.slice_id IS NULL AND b.thread_state_id IS NOT NULL
                      THEN coalesce(sched_state_to_human_readable_string(t.state), b.reason)
                    ELSE upper(substr(b.reason, 1, 1)) || replace(substr(b.reason, 2), '_', ' ')
                  END AS name,
                  b.reason AS color,
                  b.startup_id,
                  s.package,
                  b.slice_id,
                  b.thread_state_id
                FROM android_startup_opinionated_breakdown AS b
                LEFT JOIN android_startups AS s USING (startup_id)
                LEFT JOIN thread_state AS t ON t.id = b.thread_state_id
                """,
                    "io",
                    AndroidTexts.WAITING_FOR_STORAGE,
                    "irq",
                    AndroidTexts.INTERRUPT,
                    "dlopen",
                    AndroidTexts.DLOPEN,
                    "contention",
                    AndroidTexts.LOCK_CONTENTION));

    static final DerivedSet SET = new DerivedSet(
            List.of(
                    "android.startup.startups",
                    "android.startup.time_to_display",
                    "android.startup.startup_breakdowns",
                    "sched.states"),
            List.of(STARTUPS, BREAKDOWN));

    private AndroidStartups() {}
}
