package traceglass.service.probe.ftrace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Changes settings of a tracefs folder and restores their previous values in reverse order.
final class TracefsSettings {

    static final String TRACING_ON = "tracing_on";
    static final String TRACE_CLOCK = "trace_clock";
    static final String BUFFER_SIZE = "buffer_size_kb";
    static final String CURRENT_TRACER = "current_tracer";
    static final String CPU_MASK = "tracing_cpumask";
    static final String THREADS = "set_event_pid";

    private static final String SET_EVENT = "set_event";
    private static final Pattern CURRENT = Pattern.compile("\\[([^\\]]+)\\]");
    private static final Pattern EXPANDED = Pattern.compile("\\d+ \\(expanded: (\\d+)\\)");

    private final Tracefs tracefs;
    private final Map<String, String> previous = new LinkedHashMap<>();
    private List<String> events = List.of();

    TracefsSettings(Tracefs tracefs) {
        this.tracefs = tracefs;
    }

    /// Changes a setting.
    ///
    /// @return whether the kernel accepted the value
    boolean set(String file, String value) {
        previous.computeIfAbsent(file, this::current);
        return tracefs.write(file, value);
    }

    /// Returns the value of a setting in the format for writing it.
    private String current(String file) {
        String text = tracefs.read(file);
        return switch (file) {
            case TRACE_CLOCK -> {
                Matcher m = CURRENT.matcher(text);
                yield m.find() ? m.group(1) : "local";
            }
            case BUFFER_SIZE -> {
                // For buffers that were never used, the kernel also shows the size that they get at first use.
                Matcher m = EXPANDED.matcher(text);
                yield m.matches() ? m.group(1) : text;
            }
            case THREADS -> text.startsWith("no pid") ? "" : text.replace('\n', ' ');
            default -> text.startsWith("#") ? "" : file.endsWith("/filter") && text.equals("none") ? "0" : text;
        };
    }

    /// Disables all events.
    void disableEvents() {
        String enabled = tracefs.read(SET_EVENT);
        events = enabled.isEmpty() ? List.of() : List.of(enabled.split("\n"));
        if (!events.isEmpty()) {
            tracefs.write("events/enable", "0");
        }
    }

    /// Restores all settings and the previously enabled events.
    void restore() {
        List<String> files = new ArrayList<>(previous.keySet());
        for (String file : files.reversed()) {
            if (file.equals(TRACING_ON)) {
                events.forEach(event -> tracefs.append(SET_EVENT, event));
            }
            tracefs.write(file, String.valueOf(previous.get(file)));
        }
        previous.clear();
        events = List.of();
    }
}
