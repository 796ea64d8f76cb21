package traceglass.record.spi;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Result of inspecting a target before a recording.
///
/// @param checks checks in display order
/// @param sdk the Android API level; 0 on other platforms
/// @param dataSources available data sources; null if unknown, then any can exist
/// @param atrace atrace categories with descriptions; empty if unknown
/// @param categories track event categories with descriptions; empty if unknown
/// @param events available kernel events as `group/name`; null if unknown
/// @param memoryBytes main memory in bytes; 0 if unknown
public record TargetReport(
        List<Check> checks,
        int sdk,
        @Nullable Set<String> dataSources,
        Map<String, String> atrace,
        Map<String, String> categories,
        @Nullable Set<String> events,
        long memoryBytes) {

    private static final Pattern EVENT = Pattern.compile("[\\w.-]+:[\\w.-]+");

    /// One requirement for recording.
    ///
    /// @param label subject of the check: `Tracing service`
    /// @param value result of the check: `v25.0`
    /// @param help instructions for the user if the requirement is not met, or an empty string
    public record Check(
            String label,
            String value,
            State state,
            @Nullable String help) {

        public static Check ok(String label, String value) {
            return new Check(label, value, State.OK, "");
        }
    }

    /// Result of a check.
    public enum State {
        OK,
        WARNING,
        FAILED
    }

    /// Returns the report of a target that can't be recorded from.
    public static TargetReport failed(Check reason) {
        return new TargetReport(List.of(reason), 0, null, Map.of(), Map.of(), null, 0);
    }

    /// Parses the kernel's event list, which has a colon between group and name; null if there is no list.
    public static @Nullable Set<String> events(String list) {
        Set<String> events = new LinkedHashSet<>();
        for (String line : list.split("\n")) {
            if (EVENT.matcher(line.strip()).matches()) {
                events.add(line.strip().replace(':', '/'));
            }
        }
        return events.isEmpty() ? null : Collections.unmodifiableSet(events);
    }

    /// Returns whether recording can work.
    public boolean isReady() {
        return checks.stream().noneMatch(c -> c.state() == State.FAILED);
    }

    /// Returns the instructions for the first failed check, or an empty string.
    public String help() {
        return checks.stream()
                .filter(c -> c.state() == State.FAILED)
                .map(Check::help)
                .findFirst()
                .orElse("");
    }
}
