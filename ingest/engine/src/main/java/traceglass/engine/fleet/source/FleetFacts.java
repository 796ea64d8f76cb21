package traceglass.engine.fleet.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import traceglass.engine.EngineException;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Properties that a trace contains about itself.
///
/// @param problems statistics that indicate errors or lost data
public record FleetFacts(String format, String device, String build, Map<String, Long> problems) {

    private static final String METADATA =
            "SELECT name, coalesce(str_value, CAST(int_value AS TEXT)) FROM metadata ORDER BY id DESC;";
    private static final String PROBLEMS = """
            SELECT name, sum(value) FROM stats
            WHERE severity IN ('error', 'data_loss') AND value > 0 GROUP BY name ORDER BY name;\
            """;
    /// Parts of an Android fingerprint: brand/product/device:version/…
    private static final int DEVICE_PART = 2;

    public static FleetFacts of(TraceStore store, ModuleLibrary library) {
        Map<String, String> metadata = new HashMap<>();
        Map<String, Long> problems = new TreeMap<>();
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, library)) {
            session.run(METADATA, cursor -> {
                while (cursor.next()) {
                    String value = cursor.getString(1);
                    if (value != null) {
                        // If there are several values, the first one is used.
                        metadata.put(cursor.getString(0), value);
                    }
                }
            });
            session.run(PROBLEMS, cursor -> {
                while (cursor.next()) {
                    problems.put(cursor.getString(0), Math.round(cursor.getDouble(1)));
                }
            });
        } catch (SqlProblem | QueryException e) {
            throw new EngineException(e.getMessage(), e);
        }
        return new FleetFacts(metadata.getOrDefault("trace_type", ""), device(metadata), build(metadata), problems);
    }

    private static String device(Map<String, String> metadata) {
        for (String key : List.of("android_device_model", "android_device_name")) {
            if (metadata.containsKey(key)) {
                return metadata.get(key);
            }
        }
        String fingerprint = metadata.get("android_build_fingerprint");
        if (fingerprint != null) {
            String[] parts = fingerprint.split("[:/]");
            return parts.length > DEVICE_PART ? parts[DEVICE_PART] : fingerprint;
        }
        return join(metadata, "system_name", "system_machine");
    }

    private static String build(Map<String, String> metadata) {
        String fingerprint = metadata.get("android_build_fingerprint");
        return fingerprint != null ? fingerprint : join(metadata, "system_release", "system_version");
    }

    private static String join(Map<String, String> metadata, String first, String second) {
        return Stream.of(metadata.getOrDefault(first, ""), metadata.getOrDefault(second, ""))
                .filter(t -> !t.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
