package traceglass.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;
import traceglass.engine.fleet.sql.LastStatement;
import traceglass.store.text.Json;

/// Options of the data source.
///
/// @param paths files, folders and patterns
/// @param sql statements to run in each trace; the last one returns the rows
/// @param readsFailures whether to return the traces that failed instead of the rows of the SQL
/// @param isPermissive whether to skip traces that fail
/// @param maxPartitionBytes maximum size of the files that one task reads, unless a single file is larger
/// @param openCostBytes cost of opening a file, in bytes
/// @param pattern pattern that derives labels from paths, or null
/// @param memory memory limit for the databases of one process in bytes; 0 for the default
/// @param maxLocalBytes limit for the local copies of traces that one process keeps at a time, in bytes; 0 for the
///     default
/// @param fileSystem settings of Hadoop's file systems
record SourceOptions(
        List<String> paths,
        String sql,
        boolean readsFailures,
        boolean isPermissive,
        long maxPartitionBytes,
        long openCostBytes,
        @Nullable String pattern,
        long memory,
        long maxLocalBytes,
        TreeMap<String, String> fileSystem)
        implements Serializable {

    /// Name of the table of failed traces.
    private static final String FAILURES = "failures";

    static SourceOptions of(CaseInsensitiveStringMap options) {
        String table = options.get("table");
        String query = options.get("query");
        boolean areFailures = FAILURES.equalsIgnoreCase(table);
        if ((table == null || areFailures) == (query == null) && !areFailures) {
            throw new IllegalArgumentException("Set exactly one of the options \"table\" and \"query\"");
        }
        StringBuilder sql = new StringBuilder();
        for (String module : options.getOrDefault("modules", "").split(",")) {
            if (!module.isBlank()) {
                sql.append("INCLUDE PERFETTO MODULE ").append(module.strip()).append("; ");
            }
        }
        if (query != null) {
            // Report syntax errors before any task runs.
            sql.append(LastStatement.of(query).before())
                    .append(LastStatement.of(query).text());
        } else {
            sql.append("SELECT * FROM ").append(areFailures ? "(SELECT 1)" : quoted(String.valueOf(table)));
        }
        String mode = options.getOrDefault("mode", "failfast").toLowerCase(Locale.ROOT);
        if (!mode.equals("failfast") && !mode.equals("permissive")) {
            throw new IllegalArgumentException("The option \"mode\" must be failfast or permissive, not " + mode);
        }
        SparkSession session = SparkSession.active();
        TreeMap<String, String> fileSystem = new TreeMap<>();
        options.asCaseSensitiveMap().forEach((key, value) -> {
            if (key.startsWith("fs.")) {
                fileSystem.put(key, value);
            }
        });
        return new SourceOptions(
                paths(options),
                sql.toString(),
                areFailures,
                mode.equals("permissive"),
                bytes(options, "maxPartitionBytes", session.conf().get("spark.sql.files.maxPartitionBytes", "128m")),
                bytes(options, "openCostInBytes", session.conf().get("spark.sql.files.openCostInBytes", "4m")),
                options.get("pattern"),
                bytes(options, "memory", "0"),
                bytes(options, "maxLocalBytes", "0"),
                fileSystem);
    }

    private static long bytes(CaseInsensitiveStringMap options, String name, String defaultValue) {
        String value = options.getOrDefault(name, defaultValue);
        try {
            return JavaUtils.byteStringAsBytes(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "The option \"" + name + "\" must be a size such as 256m, not \"" + value + "\"", e);
        }
    }

    private static List<String> paths(CaseInsensitiveStringMap options) {
        List<String> paths = new ArrayList<>();
        if (options.get("path") != null) {
            paths.add(options.get("path"));
        }
        if (options.get("paths") != null && Json.read(options.get("paths")) instanceof List<?> list) {
            list.forEach(p -> paths.add(String.valueOf(p)));
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("Pass the traces to load(): files, folders or patterns");
        }
        return paths;
    }

    /// Returns the settings of file systems: the session's, overridden by options that start with `fs.`.
    Configuration hadoop() {
        Configuration all =
                new Configuration(SparkSession.active().sparkContext().hadoopConfiguration());
        for (Map.Entry<String, String> setting : fileSystem.entrySet()) {
            all.set(setting.getKey(), setting.getValue());
        }
        return all;
    }

    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
