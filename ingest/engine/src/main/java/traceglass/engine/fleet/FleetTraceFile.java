package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.ingest.open.FleetMember;
import traceglass.store.text.Json;

/// The JSON file with the properties of a trace.
final class FleetTraceFile {

    private FleetTraceFile() {}

    static FleetTrace read(Path file) {
        String name = file.getFileName().toString();
        try {
            return parse(Long.parseLong(name.substring(0, name.indexOf('.'))), Files.readString(file));
        } catch (IOException | RuntimeException e) {
            throw new EngineException(file + " can't be read: " + e.getMessage(), e);
        }
    }

    /// Reads the content of such a file.
    ///
    /// @throws IllegalArgumentException if it is malformed
    static FleetTrace parse(long id, String json) {
        if (!(Json.read(json) instanceof Map<?, ?> facts)) {
            throw new IllegalArgumentException("it is not an object");
        }
        return new FleetTrace(
                id,
                text(facts, "path"),
                number(facts, "bytes"),
                number(facts, "modified_ms"),
                text(facts, "sha256"),
                text(facts, "format"),
                number(facts, "start_ns"),
                number(facts, "dur_ns"),
                text(facts, "device"),
                text(facts, "build"),
                numbers(facts, "problems"),
                numbers(facts, FleetMember.ROWS),
                values(facts, "labels"));
    }

    private static String text(Map<?, ?> facts, String key) {
        if (facts.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("no text '" + key + "'");
    }

    private static long number(Map<?, ?> facts, String key) {
        if (facts.get(key) instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("no number '" + key + "'");
    }

    private static Map<String, Long> numbers(Map<?, ?> facts, String key) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        values(facts, key).forEach((name, value) -> numbers.put(name, ((Number) value).longValue()));
        return numbers;
    }

    private static Map<String, Object> values(Map<?, ?> facts, String key) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (facts.get(key) instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (value != null) {
                    values.put(String.valueOf(name), value);
                }
            });
        }
        return values;
    }

    /// Writes the file atomically: readers see either the old or the new content.
    static void write(Path file, FleetTrace trace) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        Files.writeString(partial, json(trace));
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Returns the content of the file.
    static String json(FleetTrace trace) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("path", trace.path());
        facts.put("bytes", trace.bytes());
        facts.put("modified_ms", trace.modifiedMs());
        facts.put("sha256", trace.sha256());
        facts.put("format", trace.format());
        facts.put("start_ns", trace.startNs());
        facts.put("dur_ns", trace.durNs());
        facts.put("device", trace.device());
        facts.put("build", trace.build());
        facts.put("labels", trace.labels());
        facts.put("problems", trace.problems());
        facts.put(FleetMember.ROWS, trace.rows());
        return Json.spaced(out -> Json.write(facts, out)) + "\n";
    }
}
