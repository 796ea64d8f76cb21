package traceglass.analysis.doctor;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.store.text.Texts;

/// Looks at a trace for what was recorded badly and says what to do about it the next time: what the import found in
/// the config, and what the data themselves tell.
public final class TraceDoctor {

    /// Something that could be better.
    ///
    /// @param key short and stable
    /// @param grave whether data are missing or wrong by it; else it is advice
    /// @param title what is so
    /// @param means what follows from it
    /// @param remedy what to do
    /// @param sql shows what it was found by; may be empty
    public record Finding(String key, boolean grave, String title, String means, String remedy, String sql) {}

    /// A rule: it applies where the query gives a row. `{1}`, `{2}` and `{3}` in the texts are the values of that
    /// row.
    private record Rule(String key, boolean grave, String sql, String title, String means, String remedy) {}

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "damaged",
                    true,
                    """
                    SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE name IN ('tokenizer_skipped_packets', 'container_damaged', 'json_tokenizer_failure') AND value > 0
                    HAVING count(*) > 0\
                    """,
                    "The file is damaged or cut off: {1} of its parts could not be read",
                    "What they held is missing, and where the file was cut off all that came later.",
                    "Copy or download it once more; take it from its device only when the recording has ended."),
            new Rule(
                    "ftrace_lost",
                    true,
                    """
                    SELECT CAST(sum(value) FILTER (name IN ('ftrace_cpu_overrun_delta', 'ftrace_cpu_dropped_events_delta')) AS BIGINT),
                      string_agg(DISTINCT CAST(idx AS VARCHAR), ', ' ORDER BY CAST(idx AS VARCHAR))
                    FROM stats WHERE value > 0 AND name IN ('ftrace_cpu_overrun_delta', 'ftrace_cpu_dropped_events_delta', 'ftrace_cpu_has_data_loss')
                    HAVING count(*) > 0\
                    """,
                    "Ftrace lost {1} events on CPUs {2}",
                    "The kernel's buffers were full before they were read: scheduling has gaps, and slices that lost"
                            + " their end seem to go on.",
                    "Make ftrace's buffer_size_kb larger or drain_period_ms shorter, or record fewer events."),
            new Rule(
                    "ring_buffer_overwritten",
                    true,
                    """
                    SELECT o.idx, CAST(o.value / 1024 AS BIGINT), CAST(b.value / 1024 AS BIGINT)
                    FROM stats AS o JOIN stats AS b ON b.name = 'traced_buf_buffer_size' AND b.idx = o.idx
                    WHERE o.name = 'traced_buf_bytes_overwritten' AND o.value > 0 ORDER BY o.value DESC LIMIT 1\
                    """,
                    "Buffer {1} was too small: {2} KB of it were overwritten",
                    "The start of the recording is lost. Names and states that were told only there are missing later,"
                            + " too.",
                    "Make buffer {1} larger than its {3} KB, set write_into_file, or record for a shorter time."),
            new Rule(
                    "buffer_full",
                    true,
                    """
                    SELECT o.idx, CAST(o.value AS BIGINT), CAST(b.value / 1024 AS BIGINT)
                    FROM stats AS o JOIN stats AS b ON b.name = 'traced_buf_buffer_size' AND b.idx = o.idx
                    WHERE o.name = 'traced_buf_chunks_discarded' AND o.value > 0 ORDER BY o.value DESC LIMIT 1\
                    """,
                    "Buffer {1} was full: it took no more {2} chunks",
                    "What these sources wrote from then on is lost.",
                    "Make buffer {1} larger than its {3} KB, or use fill_policy RING_BUFFER to keep the newest data."),
            new Rule(
                    "writer_loss",
                    true,
                    "SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE name = 'traced_buf_trace_writer_packet_loss'"
                            + " HAVING sum(value) > 0",
                    "Programs lost {1} packets before they reached a buffer",
                    "They wrote faster than the tracing service read.",
                    "Set shm_size_kb of these producers larger, or record fewer categories."),
            new Rule(
                    "final_flush",
                    true,
                    "SELECT value FROM stats WHERE name IN ('traced_final_flush_failed', 'traced_flushes_failed') AND"
                            + " value > 0 LIMIT 1",
                    "A flush failed",
                    "Events shortly before it can be missing, so that slices have no end.",
                    "Set flush_timeout_ms longer; do not stop the machine or the tracing service while it records."),
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
                    "Tracks are called by numbers, and processes cannot be told apart.",
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
                    "They are shown by themselves, below the processes.",
                    "Record linux.process_stats with scan_all_processes_on_start; for atrace, the thread list (-t of"
                            + " systrace's successors)."),
            new Rule(
                    "no_waking",
                    false,
                    """
                    SELECT count(*) FROM sched HAVING count(*) > 100 AND NOT EXISTS (SELECT 1 FROM thread_state WHERE waker_utid IS NOT NULL)\
                    """,
                    "Nobody knows who woke whom",
                    "There are {1} turns on CPUs but no wakeups: time of being ready, latency and critical paths"
                            + " cannot be told.",
                    "Add sched/sched_waking to ftrace_events."),
            new Rule(
                    "no_blocked_reason",
                    false,
                    """
                    SELECT count(*) FROM thread_state WHERE state = 'D' HAVING count(*) > 20
                      AND NOT EXISTS (SELECT 1 FROM thread_state WHERE blocked_function IS NOT NULL OR io_wait IS NOT NULL)\
                    """,
                    "{1} uninterruptible sleeps have no reason",
                    "Waiting for a disk and waiting for a lock of the kernel look the same.",
                    "Add sched/sched_blocked_reason to ftrace_events, and set symbolize_ksyms."),
            new Rule(
                    "no_frequency",
                    false,
                    """
                    SELECT count(*) FROM sched HAVING count(*) > 1000
                      AND NOT EXISTS (SELECT 1 FROM counter_track WHERE name IN ('cpufreq', 'cpu_frequency') OR type = 'cpu_frequency')\
                    """,
                    "The frequency of the CPUs was not recorded",
                    "A slow stretch and a slow clock look the same.",
                    "Add power/cpu_frequency to ftrace_events, and linux.sys_stats with cpufreq_period_ms."),
            new Rule(
                    "unfinished_slices",
                    true,
                    """
                    SELECT count(*) FILTER (dur < 0), count(*) FROM slice WHERE dur <> 0
                    HAVING count(*) FILTER (dur < 0) > 50 AND count(*) FILTER (dur < 0) * 50 > count(*)\
                    """,
                    "{1} of {2} slices have no end",
                    "They are drawn to the end of the trace. Their ends were lost, or the recording stopped while they"
                            + " ran.",
                    "Look for losses of data; set flush_period_ms so that programs hand over what they hold."),
            new Rule(
                    "no_clock_snapshots",
                    true,
                    """
                    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM clock_snapshot) AND EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_type' AND str_value = 'proto')
                      AND EXISTS (SELECT 1 FROM stats WHERE name LIKE 'clock_sync_failure%' AND value > 0)\
                    """,
                    "The trace has no clock snapshots",
                    "Times of sources with other clocks cannot be put beside each other; such events are missing.",
                    "Do not disable snapshots in builtin_data_sources."),
            new Rule(
                    "no_time_of_day",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM clock_snapshot) AND NOT EXISTS (SELECT 1 FROM clock_snapshot WHERE clock_name = 'REALTIME')\
                    """,
                    "The time of day is not known",
                    "Times cannot be shown as UTC, nor beside logs of other machines.",
                    "Let the tracing service take its clock snapshots: do not set disable_clock_snapshotting."),
            new Rule(
                    "unsymbolised",
                    false,
                    """
                    SELECT count(*) FILTER (coalesce(deobfuscated_name, name, '') = ''), count(*) FROM stack_profile_frame
                    HAVING count(*) > 20 AND count(*) FILTER (coalesce(deobfuscated_name, name, '') = '') * 2 > count(*)\
                    """,
                    "{1} of {2} frames of callstacks have no name",
                    "Flame graphs show addresses in place of functions.",
                    "Record with symbols on the device, or add them to the trace with its symbolizer before it is"
                            + " opened."),
            new Rule(
                    "samples_lost",
                    true,
                    """
                    SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE value > 0 AND (name LIKE 'perf_cpu_lost_records%' OR name IN ('perf_samples_skipped', 'perf_samples_cpu_mode_unknown',
                      'perf_samples_skipped_dataloss')) HAVING count(*) > 0\
                    """,
                    "{1} samples of callstacks were lost",
                    "Shares of time in flame graphs are off.",
                    "Sample less often, limit it to the process in question, or make ring_buffer_pages larger."),
            new Rule(
                    "heap_lost",
                    true,
                    """
                    SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE value > 0 AND name IN ('heapprofd_buffer_overran', 'heapprofd_buffer_corrupted', 'heapprofd_hit_guardrail',
                      'heapprofd_client_error', 'heapprofd_rejected_concurrent') HAVING count(*) > 0\
                    """,
                    "A native heap profile is not complete",
                    "The buffer between the program and the profiler overran, or the profile was ended early.",
                    "Make shmem_size_bytes or sampling_interval_bytes larger, or set block_client."),
            new Rule(
                    "atrace_missing",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_config_pbtxt' AND str_value LIKE '%atrace_categories%')
                      AND EXISTS (SELECT 1 FROM sched) AND NOT EXISTS (SELECT 1 FROM slice)\
                    """,
                    "Atrace categories were asked for, but there are no slices",
                    "The programs were not allowed to write them, or wrote none.",
                    "Name the programs in atrace_apps (\"*\" for all); they must be debuggable or profileable."),
            new Rule(
                    "logs_missing",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_config_pbtxt' AND str_value LIKE '%"android.log"%')
                      AND NOT EXISTS (SELECT 1 FROM android_logs)\
                    """,
                    "Logs were asked for, but there are none",
                    "The recording had no right to read them, or nothing passed its filter.",
                    "Record as the shell or root user, and look at min_prio and filter_tags of android.log."));

    private TraceDoctor() {}

    /// Examines a trace, the gravest first; takes some milliseconds for a million events.
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
        found.sort(Comparator.comparing((Finding f) -> !f.grave));
        return List.copyOf(found);
    }

    private static void apply(Statement s, Rule rule, List<Finding> found) {
        try (ResultSet r = s.executeQuery(rule.sql)) {
            if (r.next()) {
                String[] values = new String[r.getMetaData().getColumnCount()];
                for (int i = 0; i < values.length; i++) {
                    Object value = r.getObject(i + 1);
                    values[i] = value instanceof Number n
                            ? Texts.grouped(n.longValue())
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
            // One rule that a trace breaks keeps nobody from the others.
            System.getLogger(TraceDoctor.class.getName()).log(System.Logger.Level.WARNING, "rule " + rule.key, e);
        }
    }

    private static String fill(String text, String[] values) {
        String filled = text;
        for (int i = 0; i < values.length; i++) {
            filled = filled.replace("{" + (i + 1) + "}", values[i]);
        }
        return filled;
    }
}
