package traceglass.engine.fleet.source;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Properties that a trace contains about itself.
///
/// @param problems statistics that indicate errors or lost data
public record TraceProperties(String format, String device, String build, Map<String, Long> problems) {

    /// Parts of an Android fingerprint: brand/product/device:version/…
    private static final int DEVICE_PART = 2;

    /// Derives the properties from the trace's metadata and statistics.
    ///
    /// @param metadata values by name
    /// @param problems statistics that indicate errors or lost data
    public static TraceProperties of(Map<String, String> metadata, Map<String, Long> problems) {
        return new TraceProperties(
                metadata.getOrDefault("trace_type", ""), device(metadata), build(metadata), problems);
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
