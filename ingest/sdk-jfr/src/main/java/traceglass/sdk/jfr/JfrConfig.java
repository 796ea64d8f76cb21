package traceglass.sdk.jfr;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventSettings;
import jdk.jfr.consumer.RecordingStream;

/// Events to record, a comma-separated list. An empty list means all groups:
///
/// - `gc`: garbage collections, their pauses, and sizes of the heap
/// - `locks`: waits for monitors, parking and sleeping; `locks=1ms` omits shorter waits, default 10 ms
/// - `allocations`: allocation samples; `allocations=500/s` limits their rate, default 150/s
/// - `samples`: callstacks of running threads; `samples=10ms` sets the period, default 20 ms
/// - `cpu`: CPU load of this process and of the computer, once a second
/// - names with a dot, such as `com.shop.Order` or `jdk.FileRead`: any Flight Recorder event
///
/// @param settings event names, with the value given for their group or an empty string
record JfrConfig(Map<String, String> settings) {

    private static final Map<String, List<String>> GROUPS = groups();
    private static final Pattern TIME = Pattern.compile("(\\d+) ?(ns|us|ms|s)");
    private static final Pattern RATE = Pattern.compile("\\d+/(ns|us|ms|s|m|h|d)");

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("gc", List.of("jdk.GarbageCollection", "jdk.GCPhasePause", "jdk.GCHeapSummary"));
        groups.put(
                "locks", List.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep"));
        groups.put("allocations", List.of("jdk.ObjectAllocationSample"));
        groups.put("samples", List.of("jdk.ExecutionSample", "jdk.NativeMethodSample"));
        groups.put("cpu", List.of("jdk.CPULoad"));
        return groups;
    }

    /// Parses a config.
    ///
    /// @throws IllegalArgumentException if a group is unknown or a value is wrong
    static JfrConfig parse(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        String all = text.isBlank() ? String.join(",", GROUPS.keySet()) : text;
        for (String item : all.split(",")) {
            String[] pair = item.strip().split("=", 2);
            String value = pair.length == 1 ? "" : pair[1].strip();
            if (pair[0].indexOf('.') > 0) {
                settings.put(pair[0], value);
                continue;
            }
            List<String> events = GROUPS.get(pair[0]);
            if (events == null) {
                throw new IllegalArgumentException("Unknown group " + pair[0] + "; groups are "
                        + String.join(", ", GROUPS.keySet()) + ", and events have a dot in their name");
            }
            check(pair[0], value);
            events.forEach(event -> settings.put(event, value));
        }
        return new JfrConfig(settings);
    }

    private static void check(String group, String value) {
        boolean isValid = value.isEmpty()
                || switch (group) {
                    case "locks", "samples" -> TIME.matcher(value).matches();
                    case "allocations" -> RATE.matcher(value).matches();
                    default -> false;
                };
        if (!isValid) {
            throw new IllegalArgumentException(
                    "Can't read " + group + "=" + value + "; examples: locks=1ms, samples=10ms, allocations=500/s");
        }
    }

    /// Returns the events of all configs. If an event has several values, the last one is used.
    static JfrConfig union(Collection<JfrConfig> configs) {
        Map<String, String> settings = new LinkedHashMap<>();
        configs.forEach(config -> settings.putAll(config.settings));
        return new JfrConfig(settings);
    }

    boolean isEmpty() {
        return settings.isEmpty();
    }

    /// Returns the events that belong to no group.
    List<String> others() {
        List<String> others = new ArrayList<>(settings.keySet());
        GROUPS.values().forEach(others::removeAll);
        return others;
    }

    /// Enables the events in a stream.
    void applyTo(RecordingStream stream) {
        settings.forEach((event, value) -> {
            EventSettings enabled = stream.enable(event);
            switch (event) {
                case "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep" ->
                    enabled.withThreshold(value.isEmpty() ? Duration.ofMillis(10) : time(value))
                            .withStackTrace();
                case "jdk.ObjectAllocationSample" ->
                    enabled.with("throttle", value.isEmpty() ? "150/s" : value).withStackTrace();
                case "jdk.ExecutionSample", "jdk.NativeMethodSample" ->
                    enabled.withPeriod(value.isEmpty() ? Duration.ofMillis(20) : time(value));
                case "jdk.CPULoad" -> enabled.withPeriod(Duration.ofSeconds(1));
                default -> {}
            }
        });
    }

    private static Duration time(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("Can't read " + text + " as a duration; examples: 500 us, 10 ms, 1 s");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ns" -> Duration.ofNanos(number);
            case "us" -> Duration.ofNanos(number * 1000);
            case "ms" -> Duration.ofMillis(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
