package traceglass.engine.fleet;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Properties of a trace in a fleet.
///
/// @param id id in the fleet, from 1; never reused for another trace
/// @param path path from which it was imported: an absolute path, or `ARCHIVE!ENTRY`
/// @param bytes size of the file
/// @param modifiedMs modification time of the file in ms since the epoch
/// @param sha256 digest of its content in hexadecimal digits
/// @param format type of the trace, such as `proto` or `json`; several types are separated by commas
/// @param startNs first timestamp, in nanoseconds of the trace's clock
/// @param durNs time from the first timestamp to the end of the last event in nanoseconds
/// @param device device model, or operating system and machine; empty if unknown
/// @param build fingerprint or version of the operating system; empty if unknown
/// @param problems statistics by name that are not zero and indicate errors or lost data
/// @param rows number of rows by table
/// @param labels labels by name: Long, Double or String
public record FleetTrace(
        long id,
        String path,
        long bytes,
        long modifiedMs,
        String sha256,
        String format,
        long startNs,
        long durNs,
        String device,
        String build,
        Map<String, Long> problems,
        Map<String, Long> rows,
        Map<String, Object> labels) {

    public FleetTrace {
        problems = Collections.unmodifiableMap(new TreeMap<>(problems));
        rows = Collections.unmodifiableMap(new TreeMap<>(rows));
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /// Last element of the path.
    public String name() {
        return path.substring(
                Math.max(path.lastIndexOf('/'), Math.max(path.lastIndexOf('\\'), path.lastIndexOf('!'))) + 1);
    }

    /// Number of rows of a table, such as `slice`.
    public long rows(String table) {
        return rows.getOrDefault(table, 0L);
    }

    FleetTrace withLabels(Map<String, Object> newLabels) {
        return new FleetTrace(
                id, path, bytes, modifiedMs, sha256, format, startNs, durNs, device, build, problems, rows, newLabels);
    }
}
