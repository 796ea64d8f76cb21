package traceglass.ingest.spans;

import java.util.LinkedHashMap;
import java.util.Map;

/// Instance of a service, which created spans.
///
/// @param name name of the service
/// @param attributes other properties of the instance, with keys from OpenTelemetry's semantic conventions
public record Resource(String name, Map<String, Object> attributes) {

    static final Resource UNKNOWN = new Resource("unknown", Map.of());

    /// Returns the resource with these attributes.
    ///
    /// @param name name of the service; null or empty to take it from the attributes
    public static Resource of(String name, Map<String, Object> attributes) {
        Map<String, Object> merged = new LinkedHashMap<>(attributes);
        String service = name;
        if (service == null || service.isEmpty()) {
            service = merged.get("service.name") instanceof String s && !s.isEmpty() ? s : UNKNOWN.name;
        }
        return new Resource(service, merged);
    }

    /// Returns whether the name of the service is unknown.
    public boolean isUnnamed() {
        return name.equals(UNKNOWN.name);
    }

    /// Returns a key that distinguishes the instance from others.
    String key() {
        Object instance = attributes.get("service.instance.id");
        if (instance == null) {
            instance = attributes.get("host.name") + "\n" + attributes.get("process.pid") + "\n"
                    + attributes.get("hostname") + "\n" + attributes.get("ip");
        }
        return attributes.get("service.namespace") + "\n" + name + "\n" + instance;
    }

    /// Returns the process id; -1 if unknown.
    public long pid() {
        Object pid = attributes.getOrDefault("process.pid", attributes.get("pid"));
        if (pid instanceof String s && s.length() <= 10 && s.chars().allMatch(c -> c >= '0' && c <= '9')) {
            pid = s.isEmpty() ? null : Long.valueOf(s);
        }
        return pid instanceof Long n && n > 0 && n <= Integer.MAX_VALUE ? n : -1;
    }
}
