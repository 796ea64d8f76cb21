package traceglass.engine.fleet;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Facts about a trace of a fleet.
///
/// @param id number in the fleet, from 1; never used again for another trace
/// @param path where it was imported from: an absolute path, or `ARCHIVE!ENTRY`
/// @param bytes size of the file
/// @param modifiedMs time of its last change, in milliseconds since 1970
/// @param sha256 digest of its content, in hexadecimal digits
/// @param format type of the trace, such as `proto` or `json`; several are separated by commas
/// @param startNs first timestamp, in nanoseconds of the trace's clock
/// @param durNs time from there to the end of the last event, in nanoseconds
/// @param device model, or operating system and machine; empty if the trace doesn't name it
/// @param build fingerprint or version of the operating system; empty if the trace doesn't name it
/// @param problems statistics that are not zero and mean an error or lost data, by name
/// @param rows numbers of rows, by table
/// @param labels values from outside the trace, by name: Long, Double or String
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

    FleetTrace withLabels(Map<String, Object> other) {
        return new FleetTrace(
                id, path, bytes, modifiedMs, sha256, format, startNs, durNs, device, build, problems, rows, other);
    }
}
