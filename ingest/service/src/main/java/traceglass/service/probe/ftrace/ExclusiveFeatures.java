package traceglass.service.probe.ftrace;

import java.util.stream.Collectors;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.config.FtraceConfig.TracefsOption.State;
import traceglass.service.probe.ftrace.page.EventName;

/// Settings that affect all sessions of a tracefs folder and are therefore available only to a single session:
/// recorded threads and CPUs, tracefs options, the function tracer, and the throttling of memory counters.
final class ExclusiveFeatures {

    private static final String NOP = "nop";
    private static final String OPTION = "[A-Za-z0-9_-]+";
    private static final EventName RSS_STAT = EventSelection.RSS_STAT;
    private static final String THROTTLE = "hist:keys=mm_id,member,bucket=size/0x80000"
            + ":onchange($bucket).rss_stat_throttled(mm_id,curr,member,size)";

    private final Tracefs tracefs;
    private final TracefsSettings settings;
    private boolean isThrottling;

    ExclusiveFeatures(Tracefs tracefs, TracefsSettings settings) {
        this.tracefs = tracefs;
        this.settings = settings;
    }

    /// Returns whether a config requests specific threads, CPUs or tracefs options.
    static boolean areRequested(FtraceConfig config) {
        return config.getTidsToTraceCount() > 0
                || config.getTracefsOptionsCount() > 0
                || !config.getTracingCpumask().isEmpty();
    }

    /// Applies the settings of the only session.
    ///
    /// @return a message with the settings that the kernel refused; empty if there are none
    String begin(FtraceConfig config) {
        StringBuilder refused = new StringBuilder();
        if (config.getTidsToTraceCount() > 0) {
            String threads =
                    config.getTidsToTraceList().stream().map(String::valueOf).collect(Collectors.joining(" "));
            change(TracefsSettings.THREADS, threads, refused);
        }
        for (FtraceConfig.TracefsOption option : config.getTracefsOptionsList()) {
            String name = option.getName();
            if (option.getState() == State.STATE_UNKNOWN || !name.matches(OPTION)) {
                refuse("option " + name, refused);
            } else {
                change("options/" + name, option.getState() == State.STATE_ENABLED ? "1" : "0", refused);
            }
        }
        if (!config.getTracingCpumask().isEmpty()) {
            change(TracefsSettings.CPU_MASK, config.getTracingCpumask(), refused);
        }
        return refused.toString();
    }

    /// Turns the function tracer on.
    ///
    /// @return whether the kernel has it
    boolean traceFunctions(FtraceConfig config) {
        String available = " " + tracefs.read("available_tracers") + " ";
        if (!available.contains(" function_graph ")) {
            return false;
        }
        settings.set("set_ftrace_filter", String.join("\n", config.getFunctionFiltersList()));
        settings.set("set_graph_function", String.join("\n", config.getFunctionGraphRootsList()));
        settings.set("max_graph_depth", String.valueOf(config.getFunctionGraphMaxDepth()));
        return settings.set(TracefsSettings.CURRENT_TRACER, "function_graph");
    }

    /// Makes the kernel report memory sizes only when they change by half a megabyte.
    void throttleMemoryCounters() {
        isThrottling = isThrottling || tracefs.append("events/" + RSS_STAT + "/trigger", THROTTLE);
    }

    private void change(String file, String value, StringBuilder refused) {
        if (!settings.set(file, value)) {
            refuse(file + " = " + value, refused);
        }
    }

    private static void refuse(String feature, StringBuilder refused) {
        refused.append(refused.isEmpty() ? "Not supported by this kernel: " : ", ")
                .append(feature);
    }

    /// Turns off the features that [TracefsSettings] does not restore.
    void end() {
        if (isThrottling) {
            tracefs.append("events/" + RSS_STAT + "/trigger", "!" + THROTTLE);
            isThrottling = false;
        }
        if (tracefs.read(TracefsSettings.CURRENT_TRACER).equals("function_graph")) {
            tracefs.write(TracefsSettings.CURRENT_TRACER, NOP);
        }
    }
}
