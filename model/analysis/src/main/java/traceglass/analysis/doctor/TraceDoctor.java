package traceglass.analysis.doctor;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.store.text.DisplayText;

/// Finds problems of a recording and suggests how to avoid them: from the diagnostics of the import, and from rules on
/// the data.
public final class TraceDoctor {

    /// Finding about the recording.
    ///
    /// @param key short stable key
    /// @param isSevere whether data is missing or wrong; otherwise the finding is advice
    /// @param title one-sentence description
    /// @param consequence consequence for the trace
    /// @param remedy how to avoid it in the next recording
    /// @param sql query that found it; may be empty
    public record Finding(String key, boolean isSevere, String title, String consequence, String remedy, String sql) {}

    /// Rule that applies if the query returns a row. `{1}`, `{2}` and `{3}` in the texts are replaced by the values
    /// of that row, and `{1|event|events}` by the singular if the value is 1, else by the plural.
    private record Rule(String key, boolean grave, String sql, String title, String means, String remedy) {}

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "damaged",
                    true,
                    """
                    SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE name IN ('tokenizer_skipped_packets', 'container_damaged', 'json_tokenizer_failure') AND value > 0
                    HAVING count(*) > 0\
                    """,
                    "The file is damaged or truncated: {1} of its parts could not be read",
                    "Their data is missing. If the file is truncated, everything after that point is missing too.",
                    "Copy or download the file again. Pull it from the device only after the recording has ended."),
            new Rule(
                    "ftrace_lost",
                    true,
                    """
                    SELECT CAST(sum(value) FILTER (name IN ('ftrace_cpu_overrun_delta', 'ftrace_cpu_dropped_events_delta')) AS BIGINT),
                      string_agg(DISTINCT CAST(idx AS VARCHAR), ', ' ORDER BY CAST(idx AS VARCHAR))
                    FROM stats WHERE value > 0 AND name IN ('ftrace_cpu_overrun_delta', 'ftrace_cpu_dropped_events_delta', 'ftrace_cpu_has_data_loss')
                    HAVING count(*) > 0\
                    """,
                    "Ftrace lost {1} {1|event|events} (CPU {2})",
                    "The kernel's buffers were full before they were read. Scheduling has gaps, and slices whose"
                            + " end was lost look too long.",
                    "Increase buffer_size_kb of ftrace, shorten drain_period_ms, or record fewer events."),
            new Rule(
                    "ring_buffer_overwritten",
                    true,
                    """
                    SELECT o.idx, CAST(o.value / 1024 AS BIGINT), CAST(b.value / 1024 AS BIGINT)
                    FROM stats AS o JOIN stats AS b ON b.name = 'traced_buf_buffer_size' AND b.idx = o.idx
                    WHERE o.name = 'traced_buf_bytes_overwritten' AND o.value > 0 ORDER BY o.value DESC LIMIT 1\
                    """,
                    "Buffer {1} was too small: {2} KB were overwritten",
                    "The start of the recording is lost. Names and states that were recorded only there are missing"
                            + " later, too.",
                    "Make buffer {1} larger than {3} KB, set write_into_file, or record for a shorter time."),
            new Rule(
                    "buffer_full",
                    true,
                    """
                    SELECT o.idx, CAST(o.value AS BIGINT), CAST(b.value / 1024 AS BIGINT)
                    FROM stats AS o JOIN stats AS b ON b.name = 'traced_buf_buffer_size' AND b.idx = o.idx
                    WHERE o.name = 'traced_buf_chunks_discarded' AND o.value > 0 ORDER BY o.value DESC LIMIT 1\
                    """,
                    "Buffer {1} was full: {2} {2|chunk was|chunks were} discarded",
                    "Everything that its sources wrote from then on is lost.",
                    "Make buffer {1} larger than {3} KB, or use fill_policy RING_BUFFER to keep the newest data."),
            new Rule(
                    "writer_loss",
                    true,
                    "SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE name = 'traced_buf_trace_writer_packet_loss'"
                            + " HAVING sum(value) > 0",
                    "Programs lost {1} {1|packet|packets} before reaching a buffer",
                    "The programs wrote faster than the tracing service could read.",
                    "Increase shm_size_kb of these producers, or record fewer categories."),
            new Rule(
                    "final_flush",
                    true,
                    "SELECT value FROM stats WHERE name IN ('traced_final_flush_failed', 'traced_flushes_failed') AND"
                            + " value > 0 LIMIT 1",
                    "A flush failed",
                    "Events shortly before it may be missing, which can leave slices without an end.",
                    "Increase flush_timeout_ms. Do not stop the machine or the tracing service while it records."),
            new Rule(
                    "no_process_names",
                    true,
                    """
                    SELECT count(*) FILTER (name IS NULL AND pname IS NULL), count(*)
                    FROM (SELECT DISTINCT t.utid, t.name, p.name AS pname FROM sched AS s JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid)
                      WHERE NOT coalesce(t.is_idle, 0) AND t.tid <> 0)
                    HAVING count(*) > 4 AND count(*) FILTER (name IS NULL AND pname IS NULL) * 2 > count(*)\
                    """,
                    "{1} of {2} threads have no name",
                    "Tracks are labeled with ids only, and processes are hard to distinguish.",
                    "Record linux.process_stats with scan_all_processes_on_start, and ftrace's task/task_newtask and"
                            + " task/task_rename."),
            new Rule(
                    "no_processes",
                    true,
                    """
                    SELECT count(*) FILTER (upid IS NULL), count(*)
                    FROM (SELECT DISTINCT t.utid, t.upid FROM sched AS s JOIN thread AS t USING (utid) WHERE NOT coalesce(t.is_idle, 0) AND t.tid <> 0)
                    HAVING count(*) > 4 AND count(*) FILTER (upid IS NULL) * 2 > count(*)\
                    """,
                    "{1} of {2} threads belong to no known process",
                    "They are shown separately, below the processes.",
                    "Record linux.process_stats with scan_all_processes_on_start; for atrace, the thread list (-t of"
                            + " systrace's successors)."),
            new Rule(
                    "no_waking",
                    false,
                    """
                    SELECT count(*) FROM sched HAVING count(*) > 100 AND NOT EXISTS (SELECT 1 FROM thread_state WHERE waker_utid IS NOT NULL)\
                    """,
                    "The trace does not record which thread woke which",
                    "There are {1} scheduling slices but no wakeups, so runnable time, latency and critical paths"
                            + " are unknown.",
                    "Add sched/sched_waking to ftrace_events."),
            new Rule(
                    "no_blocked_reason",
                    false,
                    """
                    SELECT count(*) FROM thread_state WHERE state = 'D' HAVING count(*) > 20
                      AND NOT EXISTS (SELECT 1 FROM thread_state WHERE blocked_function IS NOT NULL OR io_wait IS NOT NULL)\
                    """,
                    "{1} uninterruptible sleeps have no reason",
                    "Waiting for a disk and waiting for a kernel lock look the same.",
                    "Add sched/sched_blocked_reason to ftrace_events, and set symbolize_ksyms."),
            new Rule(
                    "no_frequency",
                    false,
                    """
                    SELECT count(*) FROM sched HAVING count(*) > 1000
                      AND NOT EXISTS (SELECT 1 FROM counter_track WHERE name IN ('cpufreq', 'cpu_frequency') OR type = 'cpu_frequency')\
                    """,
                    "CPU frequencies were not recorded",
                    "Slow code cannot be distinguished from a slow CPU clock.",
                    "Add power/cpu_frequency to ftrace_events, and linux.sys_stats with cpufreq_period_ms."),
            new Rule(
                    "unfinished_slices",
                    true,
                    """
                    SELECT count(*) FILTER (dur < 0), count(*) FROM slice WHERE dur <> 0
                    HAVING count(*) FILTER (dur < 0) > 50 AND count(*) FILTER (dur < 0) * 50 > count(*)\
                    """,
                    "{1} of {2} slices have no end",
                    "They are drawn up to the end of the trace. Their ends were lost, or the recording stopped while"
                            + " they ran.",
                    "Check for data losses. Set flush_period_ms so that programs flush their buffers regularly."),
            new Rule(
                    "no_clock_snapshots",
                    true,
                    """
                    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM clock_snapshot) AND EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_type' AND str_value = 'proto')
                      AND EXISTS (SELECT 1 FROM stats WHERE name LIKE 'clock_sync_failure%' AND value > 0)\
                    """,
                    "The trace has no clock snapshots",
                    "Timestamps of sources with different clocks cannot be converted; such events are missing.",
                    "Do not disable snapshots in builtin_data_sources."),
            new Rule(
                    "no_time_of_day",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM clock_snapshot) AND NOT EXISTS (SELECT 1 FROM clock_snapshot WHERE clock_name = 'REALTIME')\
                    """,
                    "The time of day is not known",
                    "Times cannot be shown as UTC, or compared with logs of other machines.",
                    "Keep clock snapshots of the tracing service enabled: do not set disable_clock_snapshotting."),
            new Rule(
                    "unsymbolised",
                    false,
                    """
                    SELECT count(*) FILTER (coalesce(deobfuscated_name, name, '') = ''), count(*) FROM stack_profile_frame
                    HAVING count(*) > 20 AND count(*) FILTER (coalesce(deobfuscated_name, name, '') = '') * 2 > count(*)\
                    """,
                    "{1} of {2} callstack frames have no name",
                    "Flame graphs show addresses instead of functions.",
                    "Record with symbols on the device, or add them to the trace with a symbolizer before you open it."),
            new Rule(
                    "samples_lost",
                    true,
                    """
                    SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE value > 0 AND (name LIKE 'perf_cpu_lost_records%' OR name IN ('perf_samples_skipped', 'perf_samples_cpu_mode_unknown',
                      'perf_samples_skipped_dataloss')) HAVING count(*) > 0\
                    """,
                    "{1} {1|callstack sample was|callstack samples were} lost",
                    "Proportions in flame graphs are inaccurate.",
                    "Sample less often, limit sampling to the process in question, or increase ring_buffer_pages."),
            new Rule(
                    "heap_lost",
                    true,
                    """
                    SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE value > 0 AND name IN ('heapprofd_buffer_overran', 'heapprofd_buffer_corrupted', 'heapprofd_hit_guardrail',
                      'heapprofd_client_error', 'heapprofd_rejected_concurrent') HAVING count(*) > 0\
                    """,
                    "A native heap profile is incomplete",
                    "The buffer between the program and the profiler overran, or the profile was ended early.",
                    "Increase shmem_size_bytes or sampling_interval_bytes, or set block_client."),
            new Rule(
                    "atrace_missing",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_config_pbtxt' AND str_value LIKE '%atrace_categories%')
                      AND EXISTS (SELECT 1 FROM sched) AND NOT EXISTS (SELECT 1 FROM slice)\
                    """,
                    "Atrace categories were configured, but there are no slices",
                    "The programs were not allowed to write slices, or wrote none.",
                    "List the programs in atrace_apps (\"*\" for all). They must be debuggable or profileable."),
            new Rule(
                    "logs_missing",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_config_pbtxt' AND str_value LIKE '%"android.log"%')
                      AND NOT EXISTS (SELECT 1 FROM android_logs)\
                    """,
                    "Logs were configured, but the trace has none",
                    "The recording had no permission to read them, or no line passed the filter.",
                    "Record as the shell or root user, and check min_prio and filter_tags of android.log."));

    private TraceDoctor() {}

    /// Examines a trace; takes a few milliseconds for a million events.
    ///
    /// @return findings, severe ones first
    public static List<Finding> examine(TraceQueries q) throws java.sql.SQLException {
        List<Finding> found = new ArrayList<>();
        try (Statement s = q.connection().createStatement()) {
            for (Rule rule : RULES) {
                apply(s, rule, found);
            }
            try (ResultSet r = s.executeQuery("""
                SELECT key, title, coalesce(any_value(description), ''), coalesce(any_value(remediation), ''), max(confidence)
                FROM __intrinsic_trace_diagnostics GROUP BY key, title ORDER BY max(confidence) DESC, key\
                """)) {
                while (r.next()) {
                    found.add(new Finding(
                            r.getString(1), r.getDouble(5) >= .85, r.getString(2), r.getString(3), r.getString(4), ""));
                }
            }
        }
        found.sort(Comparator.comparing((Finding f) -> !f.isSevere));
        return List.copyOf(found);
    }

    private static void apply(Statement s, Rule rule, List<Finding> found) {
        try (ResultSet r = s.executeQuery(rule.sql)) {
            if (r.next()) {
                String[] values = new String[r.getMetaData().getColumnCount()];
                for (int i = 0; i < values.length; i++) {
                    Object value = r.getObject(i + 1);
                    values[i] = value instanceof Number n
                            ? DisplayText.grouped(n.longValue())
                            : value == null ? "some" : value.toString();
                }
                found.add(new Finding(
                        rule.key,
                        rule.grave,
                        fill(rule.title, values),
                        fill(rule.means, values),
                        fill(rule.remedy, values),
                        rule.sql));
            }
        } catch (java.sql.SQLException e) {
            // A failed rule must not prevent the others.
            System.getLogger(TraceDoctor.class.getName())
                    .log(System.Logger.Level.WARNING, "Rule failed: " + rule.key, e);
        }
    }

    private static String fill(String text, String[] values) {
        String filled = text;
        for (int i = 0; i < values.length; i++) {
            String number = "\\{" + (i + 1);
            filled = filled.replaceAll(number + "\\|([^|}]*)\\|([^|}]*)}", values[i].equals("1") ? "$1" : "$2")
                    .replace("{" + (i + 1) + "}", values[i]);
        }
        return filled;
    }
}
