package traceglass.analysis.doctor;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.text.DisplayText;

/// Finds problems in a recording and suggests how to avoid them. Uses the diagnostics of the import, and rules
/// about the data.
public final class TraceDoctor {

    /// Finding about the recording.
    ///
    /// @param key short stable key
    /// @param isSevere whether data is missing or wrong; otherwise the finding is advice
    /// @param title one-sentence description
    /// @param consequence consequence for the trace
    /// @param remedy advice on how to avoid the problem in the next recording
    /// @param sql query that found it; may be empty
    public record Finding(String key, boolean isSevere, String title, String consequence, String remedy, String sql) {}

    /// Rule that applies if the query returns a row, whose values replace the placeholders in the strings.
    private record Rule(String key, boolean isSevere, String sql, String title, String effect, String remedy) {}

    private static final List<Rule> RULES = List.of(
            new Rule("damaged", true, """
                SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE name IN ('tokenizer_skipped_packets', 'container_damaged', 'json_tokenizer_failure') AND value > 0
                HAVING count(*) > 0\
                """, DoctorTexts.DAMAGED, DoctorTexts.DAMAGED_EFFECT, DoctorTexts.DAMAGED_REMEDY),
            new Rule(
                    "ftrace_lost",
                    true,
                    """
                    SELECT CAST(sum(value) FILTER (name IN ('ftrace_cpu_overrun_delta', 'ftrace_cpu_dropped_events_delta')) AS BIGINT),
                      string_agg(DISTINCT CAST(idx AS VARCHAR), ', ' ORDER BY CAST(idx AS VARCHAR))
                    FROM stats WHERE value > 0 AND name IN ('ftrace_cpu_overrun_delta', 'ftrace_cpu_dropped_events_delta', 'ftrace_cpu_has_data_loss')
                    HAVING count(*) > 0\
                    """,
                    DoctorTexts.FTRACE_LOST,
                    DoctorTexts.FTRACE_LOST_EFFECT,
                    DoctorTexts.FTRACE_LOST_REMEDY),
            new Rule(
                    "ring_buffer_overwritten",
                    true,
                    """
                    SELECT o.idx, CAST(o.value AS BIGINT), CAST(b.value AS BIGINT)
                    FROM stats AS o JOIN stats AS b ON b.name = 'traced_buf_buffer_size' AND b.idx = o.idx
                    WHERE o.name = 'traced_buf_bytes_overwritten' AND o.value > 0 ORDER BY o.value DESC LIMIT 1\
                    """,
                    DoctorTexts.RING_BUFFER_OVERWRITTEN,
                    DoctorTexts.RING_BUFFER_OVERWRITTEN_EFFECT,
                    DoctorTexts.RING_BUFFER_OVERWRITTEN_REMEDY),
            new Rule(
                    "buffer_full",
                    true,
                    """
                    SELECT o.idx, CAST(o.value AS BIGINT), CAST(b.value AS BIGINT)
                    FROM stats AS o JOIN stats AS b ON b.name = 'traced_buf_buffer_size' AND b.idx = o.idx
                    WHERE o.name = 'traced_buf_chunks_discarded' AND o.value > 0 ORDER BY o.value DESC LIMIT 1\
                    """,
                    DoctorTexts.BUFFER_FULL,
                    DoctorTexts.BUFFER_FULL_EFFECT,
                    DoctorTexts.BUFFER_FULL_REMEDY),
            new Rule(
                    "writer_loss",
                    true,
                    "SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE name = 'traced_buf_trace_writer_packet_loss'"
                            + " HAVING sum(value) > 0",
                    DoctorTexts.WRITER_LOSS,
                    DoctorTexts.WRITER_LOSS_EFFECT,
                    DoctorTexts.WRITER_LOSS_REMEDY),
            new Rule(
                    "final_flush",
                    true,
                    "SELECT value FROM stats WHERE name IN ('traced_final_flush_failed', 'traced_flushes_failed') AND"
                            + " value > 0 LIMIT 1",
                    DoctorTexts.FINAL_FLUSH,
                    DoctorTexts.FINAL_FLUSH_EFFECT,
                    DoctorTexts.FINAL_FLUSH_REMEDY),
            new Rule(
                    "no_process_names",
                    true,
                    """
                    SELECT count(*) FILTER (name IS NULL AND pname IS NULL), count(*)
                    FROM (SELECT DISTINCT t.utid, t.name, p.name AS pname FROM sched AS s JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid)
                      WHERE NOT coalesce(t.is_idle, 0) AND t.tid <> 0)
                    HAVING count(*) > 4 AND count(*) FILTER (name IS NULL AND pname IS NULL) * 2 > count(*)\
                    """,
                    DoctorTexts.NO_PROCESS_NAMES,
                    DoctorTexts.NO_PROCESS_NAMES_EFFECT,
                    DoctorTexts.NO_PROCESS_NAMES_REMEDY),
            new Rule(
                    "no_processes",
                    true,
                    """
                    SELECT count(*) FILTER (upid IS NULL), count(*)
                    FROM (SELECT DISTINCT t.utid, t.upid FROM sched AS s JOIN thread AS t USING (utid) WHERE NOT coalesce(t.is_idle, 0) AND t.tid <> 0)
                    HAVING count(*) > 4 AND count(*) FILTER (upid IS NULL) * 2 > count(*)\
                    """,
                    DoctorTexts.NO_PROCESSES,
                    DoctorTexts.NO_PROCESSES_EFFECT,
                    DoctorTexts.NO_PROCESSES_REMEDY),
            new Rule(
                    "no_waking",
                    false,
                    """
                    SELECT count(*) FROM sched HAVING count(*) > 100 AND NOT EXISTS (SELECT 1 FROM thread_state WHERE waker_utid IS NOT NULL)\
                    """,
                    DoctorTexts.NO_WAKING,
                    DoctorTexts.NO_WAKING_EFFECT,
                    DoctorTexts.NO_WAKING_REMEDY),
            new Rule(
                    "no_blocked_reason",
                    false,
                    """
                    SELECT count(*) FROM thread_state WHERE state = 'D' HAVING count(*) > 20
                      AND NOT EXISTS (SELECT 1 FROM thread_state WHERE blocked_function IS NOT NULL OR io_wait IS NOT NULL)
                      -- Kernels without this event ignore it in the config.
                      AND NOT EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_config_pbtxt' AND instr(str_value, 'sched/sched_blocked_reason') > 0)\
                    """,
                    DoctorTexts.NO_BLOCKED_REASON,
                    DoctorTexts.NO_BLOCKED_REASON_EFFECT,
                    DoctorTexts.NO_BLOCKED_REASON_REMEDY),
            new Rule(
                    "no_frequency",
                    false,
                    """
                    SELECT count(*) FROM sched HAVING count(*) > 1000
                      AND NOT EXISTS (SELECT 1 FROM counter_track WHERE name IN ('cpufreq', 'cpu_frequency') OR type = 'cpu_frequency')\
                    """,
                    DoctorTexts.NO_FREQUENCY,
                    DoctorTexts.NO_FREQUENCY_EFFECT,
                    DoctorTexts.NO_FREQUENCY_REMEDY),
            new Rule(
                    "unfinished_slices",
                    true,
                    """
                    SELECT count(*) FILTER (dur < 0), count(*) FROM slice WHERE dur <> 0
                    HAVING count(*) FILTER (dur < 0) > 50 AND count(*) FILTER (dur < 0) * 50 > count(*)\
                    """,
                    DoctorTexts.UNFINISHED_SLICES,
                    DoctorTexts.UNFINISHED_SLICES_EFFECT,
                    DoctorTexts.UNFINISHED_SLICES_REMEDY),
            new Rule(
                    "no_clock_snapshots",
                    true,
                    """
                    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM clock_snapshot) AND EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_type' AND str_value = 'proto')
                      AND EXISTS (SELECT 1 FROM stats WHERE name LIKE 'clock_sync_failure%' AND value > 0)\
                    """,
                    DoctorTexts.NO_CLOCK_SNAPSHOTS,
                    DoctorTexts.NO_CLOCK_SNAPSHOTS_EFFECT,
                    DoctorTexts.NO_CLOCK_SNAPSHOTS_REMEDY),
            new Rule(
                    "no_time_of_day",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM clock_snapshot) AND NOT EXISTS (SELECT 1 FROM clock_snapshot WHERE clock_name = 'REALTIME')\
                    """,
                    DoctorTexts.NO_TIME_OF_DAY,
                    DoctorTexts.NO_TIME_OF_DAY_EFFECT,
                    DoctorTexts.NO_TIME_OF_DAY_REMEDY),
            new Rule(
                    "unsymbolised",
                    false,
                    """
                    SELECT count(*) FILTER (coalesce(deobfuscated_name, name, '') = ''), count(*) FROM stack_profile_frame
                    HAVING count(*) > 20 AND count(*) FILTER (coalesce(deobfuscated_name, name, '') = '') * 2 > count(*)\
                    """,
                    DoctorTexts.NO_SYMBOLS,
                    DoctorTexts.NO_SYMBOLS_EFFECT,
                    DoctorTexts.NO_SYMBOLS_REMEDY),
            new Rule(
                    "samples_lost",
                    true,
                    """
                    SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE value > 0 AND (name LIKE 'perf_cpu_lost_records%' OR name IN ('perf_samples_skipped', 'perf_samples_cpu_mode_unknown',
                      'perf_samples_skipped_dataloss')) HAVING count(*) > 0\
                    """,
                    DoctorTexts.SAMPLES_LOST,
                    DoctorTexts.SAMPLES_LOST_EFFECT,
                    DoctorTexts.SAMPLES_LOST_REMEDY),
            new Rule(
                    "heap_lost",
                    true,
                    """
                    SELECT CAST(sum(value) AS BIGINT) FROM stats WHERE value > 0 AND name IN ('heapprofd_buffer_overran', 'heapprofd_buffer_corrupted', 'heapprofd_hit_guardrail',
                      'heapprofd_client_error', 'heapprofd_rejected_concurrent') HAVING count(*) > 0\
                    """,
                    DoctorTexts.HEAP_LOST,
                    DoctorTexts.HEAP_LOST_EFFECT,
                    DoctorTexts.HEAP_LOST_REMEDY),
            new Rule(
                    "atrace_missing",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_config_pbtxt' AND str_value LIKE '%atrace_categories%')
                      AND EXISTS (SELECT 1 FROM sched) AND NOT EXISTS (SELECT 1 FROM slice)\
                    """,
                    DoctorTexts.ATRACE_MISSING,
                    DoctorTexts.ATRACE_MISSING_EFFECT,
                    DoctorTexts.ATRACE_MISSING_REMEDY),
            new Rule(
                    "logs_missing",
                    false,
                    """
                    SELECT 1 WHERE EXISTS (SELECT 1 FROM metadata WHERE name = 'trace_config_pbtxt' AND str_value LIKE '%"android.log"%')
                      AND NOT EXISTS (SELECT 1 FROM android_logs)\
                    """,
                    DoctorTexts.LOGS_MISSING,
                    DoctorTexts.LOGS_MISSING_EFFECT,
                    DoctorTexts.LOGS_MISSING_REMEDY));

    private TraceDoctor() {}

    /// Examines a trace; takes a few milliseconds for a million events.
    ///
    /// @return findings, severe ones first
    public static List<Finding> examine(TraceQueries q) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        try (Statement s = q.connection().createStatement()) {
            for (Rule rule : RULES) {
                apply(s, rule, findings);
            }
            try (ResultSet r = s.executeQuery("""
                SELECT key, title, coalesce(any_value(description), ''), coalesce(any_value(remediation), ''), max(confidence)
                FROM __intrinsic_trace_diagnostics GROUP BY key, title ORDER BY max(confidence) DESC, key\
                """)) {
                while (r.next()) {
                    findings.add(new Finding(
                            r.getString(1), r.getDouble(5) >= .85, r.getString(2), r.getString(3), r.getString(4), ""));
                }
            }
        }
        findings.sort(Comparator.comparing((Finding f) -> !f.isSevere));
        return List.copyOf(findings);
    }

    /// Examines a trace on a separate connection.
    public static List<Finding> examine(TraceStore store) throws QueryException {
        return TraceQueries.query(store, q -> q.withConnection(_ -> examine(q)));
    }

    private static void apply(Statement s, Rule rule, List<Finding> findings) {
        try (ResultSet r = s.executeQuery(rule.sql)) {
            if (r.next()) {
                Object[] values = new Object[r.getMetaData().getColumnCount()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = r.getObject(i + 1);
                }
                findings.add(new Finding(
                        rule.key,
                        rule.isSevere,
                        fill(rule.title, values),
                        fill(rule.effect, values),
                        fill(rule.remedy, values),
                        rule.sql));
            }
        } catch (SQLException e) {
            // A failed rule must not prevent the others.
            System.getLogger(TraceDoctor.class.getName())
                    .log(System.Logger.Level.WARNING, "Rule failed: " + rule.key, e);
        }
    }

    private static String fill(String text, Object[] values) {
        String result = text;
        for (int i = 0; i < values.length; i++) {
            String number = "{" + (i + 1);
            String value = values[i] == null ? DoctorTexts.SOME : values[i].toString();
            if (values[i] instanceof Number n) {
                value = DisplayText.grouped(n.longValue());
                result = result.replace(number + ":size}", DisplayText.size(n.longValue()));
            }
            result = result.replaceAll("\\" + number + "\\|([^|}]*)\\|([^|}]*)}", value.equals("1") ? "$1" : "$2")
                    .replace(number + "}", value);
        }
        return result;
    }
}
