package traceglass.analysis.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Summary of a trace for the top bar, the overview, and `info`.
///
/// @param format display name of the format, or empty if none was recognized
/// @param metadata values of the `metadata` table by name, the first if there are several
/// @param system properties of the device or computer that recorded: `Model`, `Android`, `Kernel`, …, in order
/// @param deviceText short description of that device or computer, such as `Pixel 6a · Android 13`, or empty
/// @param samples callstack samples with times, including those without a callstack
/// @param profiledStacks callstacks of profiles without times
/// @param allocations rows of heap profiles
/// @param logLines lines of all logs, also ProtoLog's
/// @param problems statistics that indicate problems, most severe first
/// @param losses information about lost data in the file
public record TraceSummary(
        String format,
        Map<String, String> metadata,
        Map<String, String> system,
        String deviceText,
        long processes,
        long threads,
        long tracks,
        long slices,
        long schedSlices,
        long counters,
        long ftraceEvents,
        long statistics,
        long samples,
        long profiledStacks,
        long allocations,
        long heapObjects,
        long logLines,
        List<Problem> problems,
        Losses losses) {

    /// Returns the description of the system with labels in the user's language; the keys of [#system] are English.
    public Map<String, String> labeledSystem() {
        Map<String, String> out = new LinkedHashMap<>();
        system.forEach((key, value) -> out.put(DoctorTexts.label(key), value));
        return out;
    }

    /// Information in the file about data lost while recording.
    public enum Losses {
        /// Data was lost.
        SOME,
        /// The recording counted losses, and there were none.
        NONE,
        /// The file contains no counts of losses.
        UNKNOWN
    }

    /// Kernel releases of distributions and phones have build identifiers after the version number, which do not
    /// fit into the top bar.
    private static final int MAX_RELEASE_CHARS = 24;

    /// Problem of the recording or the import.
    ///
    /// @param name name in `stats`
    /// @param severity `error`, `data_loss` or `notice`
    /// @param source `trace` if the recording reported it, `analysis` if the import did
    /// @param value count, summed over all indexes
    /// @param title description
    /// @param consequence consequence for the trace
    /// @param advice advice on how to avoid the problem
    /// @param isSpecific whether the advice is about this problem, not about all of its severity
    public record Problem(
            String name,
            String severity,
            String source,
            long value,
            String title,
            String consequence,
            String advice,
            boolean isSpecific) {

        /// Returns the consequence, followed by the advice if it is specific to this problem.
        public String explanation() {
            return isSpecific ? consequence + " " + advice : consequence;
        }
    }

    /// Returns whether the trace has events of any kind that is counted here.
    public boolean hasEvents() {
        return logLines + otherEvents() > 0;
    }

    /// Returns whether the trace has log lines and no other events that are counted here.
    public boolean hasOnlyLogs() {
        return logLines > 0 && otherEvents() == 0;
    }

    private long otherEvents() {
        return slices + schedSlices + counters + ftraceEvents + samples + profiledStacks + allocations + heapObjects;
    }

    /// Queries the store; takes a few milliseconds.
    ///
    /// @param formatName returns the display name of a format id, or the id itself if it is unknown
    public static TraceSummary read(TraceQueries q, UnaryOperator<String> formatName) throws QueryException {
        Map<String, String> metadata = new LinkedHashMap<>();
        q.forEachRow("SELECT name, coalesce(str_value, CAST(int_value AS VARCHAR)) FROM metadata ORDER BY id", r -> {
            if (r.getString(2) != null) {
                metadata.putIfAbsent(r.getString(1), r.getString(2));
            }
        });
        long[] n = new long[13];
        q.forEachRow("""
            SELECT (SELECT count(*) FROM process), (SELECT count(*) FROM thread), (SELECT count(*) FROM track),
                   (SELECT count(*) FROM slice), (SELECT count(*) FROM sched), (SELECT count(*) FROM counter),
                   (SELECT count(*) FROM __intrinsic_ftrace_event), (SELECT count(*) FROM stats),
                   (SELECT count(*) FROM __intrinsic_profiler_sample), (SELECT count(*) FROM __intrinsic_aggregate_sample),
                   (SELECT count(*) FROM heap_profile_allocation), (SELECT count(*) FROM heap_graph_object),
                   (SELECT count(*) FROM __intrinsic_logs) + (SELECT count(*) FROM __intrinsic_protolog)\
            """, r -> {
            for (int i = 0; i < n.length; i++) {
                n[i] = r.getLong(i + 1);
            }
        });
        Map<String, String> system = system(q, metadata);
        String format = formats(q, formatName);
        return new TraceSummary(
                format,
                metadata,
                system,
                deviceText(metadata, format),
                n[0],
                n[1],
                n[2],
                n[3],
                n[4],
                n[5],
                n[6],
                n[7],
                n[8],
                n[9],
                n[10],
                n[11],
                n[12],
                problems(q),
                losses(q));
    }

    /// Considers all statistics about lost data, including those that Perfetto rates as informational.
    private static Losses losses(TraceQueries q) throws QueryException {
        boolean[] flags = new boolean[2];
        q.forEachRow("""
            SELECT coalesce(bool_or(value > 0 AND (severity = 'data_loss' OR name IN ('tokenizer_skipped_packets', 'traced_buf_bytes_overwritten',
                'traced_buf_chunks_overwritten', 'traced_buf_chunks_discarded', 'traced_chunks_discarded', 'traced_buf_trace_writer_packet_loss',
                'ftrace_cpu_overrun_delta', 'ftrace_cpu_dropped_events_delta'))), false) OR EXISTS (SELECT 1 FROM data_loss),
              coalesce(bool_or(name = 'traced_buf_buffer_size' OR name = 'systrace_entries_written' AND value > 0), false)
            FROM stats\
            """, r -> {
            flags[0] = r.getBoolean(1);
            flags[1] = r.getBoolean(2);
        });
        return flags[0] ? Losses.SOME : flags[1] ? Losses.NONE : Losses.UNKNOWN;
    }

    private static List<Problem> problems(TraceQueries q) throws QueryException {
        List<Problem> problems = new ArrayList<>();
        q.forEachRow("""
            SELECT name, any_value(grade), any_value(source), CAST(sum(value) AS BIGINT) AS total
            -- Informational in stats, but their data is missing nevertheless.
            FROM (SELECT *, CASE WHEN name = 'tokenizer_skipped_packets' THEN 'data_loss' ELSE severity END AS grade FROM stats)
            WHERE grade <> 'info' AND value > 0 GROUP BY name
            ORDER BY CASE any_value(grade) WHEN 'data_loss' THEN 0 WHEN 'error' THEN 1 ELSE 2 END, total DESC, name\
            """, r -> {
            String name = r.getString(1);
            problems.add(new Problem(
                    name,
                    r.getString(2),
                    r.getString(3),
                    r.getLong(4),
                    ProblemTexts.title(name, r.getLong(4)),
                    ProblemTexts.consequence(name, r.getString(3), r.getLong(4)),
                    ProblemTexts.advice(name, r.getString(2), r.getString(3)),
                    ProblemTexts.hasAdvice(name)));
        });
        return problems;
    }

    /// Returns the formats of the traces in the file, in the order in which they were read.
    private static String formats(TraceQueries q, UnaryOperator<String> formatName) throws QueryException {
        Set<String> formats = new LinkedHashSet<>();
        q.forEachRow("""
            SELECT trace_type FROM __intrinsic_trace_file
            WHERE is_container = 0 AND trace_type NOT IN ('perfetto_manifest', 'unknown') ORDER BY processing_order\
            """, r -> {
            formats.add(formatName.apply(r.getString(1)));
        });
        return formats.isEmpty() ? formatName.apply("") : String.join(", ", formats);
    }

    private static Map<String, String> system(TraceQueries q, Map<String, String> m) throws QueryException {
        Map<String, String> out = new LinkedHashMap<>();
        String fingerprint = fingerprint(m);
        String maker = m.getOrDefault("android_device_manufacturer", "");
        if (!fingerprint.isEmpty()) {
            String model = fingerprint.split("/")[1];
            String version = androidVersion(fingerprint);
            putIfNotEmpty(out, DoctorTexts.MODEL, (maker + " " + model).strip());
            putIfNotEmpty(out, DoctorTexts.ANDROID, DoctorTexts.androidVersion(version, m.get("android_sdk_version")));
            putIfNotEmpty(out, DoctorTexts.BUILD, fingerprint);
        }
        putIfNotEmpty(out, DoctorTexts.CHIP, m.getOrDefault("android_soc_model", ""));
        putIfNotEmpty(
                out,
                m.containsKey("android_build_fingerprint")
                                || m.getOrDefault("system_release", "").contains("-android")
                        ? DoctorTexts.KERNEL
                        : DoctorTexts.SYSTEM,
                kernel(m));
        q.first("SELECT count(*) FROM cpu", r -> r.getLong(1))
                .filter(n -> n > 0)
                .ifPresent(n -> out.put(DoctorTexts.CPUS, Long.toString(n)));
        return out;
    }

    private static String kernel(Map<String, String> m) {
        String name = m.getOrDefault("system_name", "");
        String release = m.getOrDefault("system_release", "");
        String machine = m.getOrDefault("system_machine", "");
        String text = (name + " " + release).strip();
        return text.isEmpty() || machine.isEmpty() ? text + machine : text + ", " + machine;
    }

    private static String deviceText(Map<String, String> m, String format) {
        String fingerprint = fingerprint(m);
        if (!fingerprint.isEmpty()) {
            String version = androidVersion(fingerprint);
            return DoctorTexts.device(fingerprint.split("/")[1], version);
        }
        String release = m.getOrDefault("system_release", "");
        int suffix = release.indexOf('-');
        String number = release.length() > MAX_RELEASE_CHARS && suffix > 0 ? release.substring(0, suffix) : release;
        String kernel = (m.getOrDefault("system_name", "") + " " + number).strip();
        return kernel.isEmpty() ? format : kernel;
    }

    /// Returns the build fingerprint, `brand/product/device:…`; empty if there is none. Recorders without
    /// permission to read it write a sentence instead.
    private static String fingerprint(Map<String, String> m) {
        String text = m.getOrDefault("android_build_fingerprint", "");
        return text.split("/").length > 2 ? text : "";
    }

    /// Returns the text after the first colon, 13 in `brand/product/device:13/ID/…`.
    private static String androidVersion(String fingerprint) {
        int colon = fingerprint.indexOf(':');
        int slash = fingerprint.indexOf('/', colon + 1);
        return colon > 0 && slash > colon ? fingerprint.substring(colon + 1, slash) : "";
    }

    private static void putIfNotEmpty(Map<String, String> out, String name, String value) {
        if (!value.isEmpty()) {
            out.put(name, value);
        }
    }
}
