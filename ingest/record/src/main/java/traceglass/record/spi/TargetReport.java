package traceglass.record.spi;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was found out about a target before recording from it.
///
/// @param checks what has to be right, in order
/// @param sdk the Android API level, 0 elsewhere
/// @param dataSources data sources on offer; null if the target does not tell, and everything may be there
/// @param atrace atrace categories with descriptions; empty if it does not tell
/// @param categories track event categories with descriptions; empty if it does not tell
/// @param events kernel events that there are, as `group/name`; null if that cannot be asked
/// @param memoryBytes main memory, 0 if unknown
public record TargetReport(
        List<Check> checks,
        int sdk,
        @Nullable Set<String> dataSources,
        Map<String, String> atrace,
        Map<String, String> categories,
        @Nullable Set<String> events,
        long memoryBytes) {

    /// One thing that has to be right.
    ///
    /// @param label what is looked at: `Tracing service`
    /// @param value what was found: `v25.0`
    /// @param help what to do when it is not right, else empty
    public record Check(
            String label,
            String value,
            State state,
            @Nullable String help) {

        public static Check ok(String label, String value) {
            return new Check(label, value, State.OK, "");
        }
    }

    /// How a check went.
    public enum State {
        OK,
        WARNING,
        FAILED
    }

    /// Of a target that cannot be recorded from.
    public static TargetReport failed(Check why) {
        return new TargetReport(List.of(why), 0, null, Map.of(), Map.of(), null, 0);
    }

    /// The events of the kernel's own list, which has a colon between group and name; null if there is no list.
    public static @Nullable Set<String> events(String list) {
        Set<String> events = new java.util.LinkedHashSet<>();
        for (String line : list.split("\n")) {
            if (line.strip().matches("[\\w.-]+:[\\w.-]+")) {
                events.add(line.strip().replace(':', '/'));
            }
        }
        return events.isEmpty() ? null : java.util.Collections.unmodifiableSet(events);
    }

    /// Whether recording can work.
    public boolean isReady() {
        return checks.stream().noneMatch(c -> c.state() == State.FAILED);
    }

    /// What to do about the first check that failed, or empty.
    public String help() {
        return checks.stream()
                .filter(c -> c.state() == State.FAILED)
                .map(Check::help)
                .findFirst()
                .orElse("");
    }
}
