package traceglass.service.probe.ftrace;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.ftrace.FtraceClock;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.ftrace.page.PageShape;

/// Kernel settings of a tracefs folder during a recording: clock, buffer size, and whether events are written. All
/// settings are restored after the last session.
final class KernelSetup {

    private static final int SMALL_BUFFER_KB = 2 << 10;
    private static final int LARGE_BUFFER_KB = 8 << 10;
    private static final long LARGE_MEMORY_KB = 7L << 20;
    private static final Pattern MEMORY = Pattern.compile("MemTotal:\\s+(\\d{1,12}) kB");
    private static final Pattern SIZE = Pattern.compile("\\d{1,9}");
    private static final Pattern CURRENT = Pattern.compile("\\[([^\\]]+)\\]");
    private static final List<String> CLOCKS = List.of("boot", "global", "local");
    private static final String RAW_CLOCK = "mono_raw";
    private static final List<String> SYSCALL_FILTERS =
            List.of("events/raw_syscalls/sys_enter/filter", "events/raw_syscalls/sys_exit/filter");
    private static final String NO_FILTER = "0";

    private final Tracefs tracefs;
    private final TracefsSettings settings;
    private final ExclusiveFeatures exclusive;
    private final long memoryKb;
    private FtraceClock clock = FtraceClock.FTRACE_CLOCK_UNSPECIFIED;
    private boolean isPreserving;
    private String filter = NO_FILTER;

    /// @param meminfo content of `/proc/meminfo`
    KernelSetup(Tracefs tracefs, String meminfo) {
        this.tracefs = tracefs;
        settings = new TracefsSettings(tracefs);
        exclusive = new ExclusiveFeatures(tracefs, settings);
        Matcher m = MEMORY.matcher(meminfo);
        memoryKb = m.find() ? Long.parseLong(m.group(1)) : 0;
    }

    static String noPermission(Tracefs tracefs) {
        return "No permission to change " + tracefs.folder().resolve("tracing_on")
                + ". Only root can record kernel events.";
    }

    /// Prepares the folder; nothing is recorded yet.
    ///
    /// @throws ProbeRefused if another tool uses the folder
    void begin(FtraceConfig config) throws ProbeRefused {
        isPreserving = config.getPreserveFtraceBuffer();
        String tracer = tracefs.read(TracefsSettings.CURRENT_TRACER);
        if (!isPreserving && !tracer.equals("nop") && !tracer.isEmpty()) {
            throw new ProbeRefused(
                    "Another tool uses ftrace: " + tracefs.folder().resolve("current_tracer") + " is " + tracer
                            + ". Stop it, or write nop to this file.");
        }
        if (!settings.set(TracefsSettings.TRACING_ON, isPreserving ? tracefs.read(TracefsSettings.TRACING_ON) : "0")) {
            throw new ProbeRefused(noPermission(tracefs));
        }
        if (isPreserving) {
            Matcher m = CURRENT.matcher(tracefs.read(TracefsSettings.TRACE_CLOCK));
            clock = clock(m.find() ? m.group(1) : "");
            return;
        }
        settings.disableEvents();
        tracefs.write("trace", "");
        setClock(config.getUseMonotonicRawClock());
        setBufferSize(config);
    }

    private void setClock(boolean isRaw) {
        List<String> available = List.of(tracefs.read(TracefsSettings.TRACE_CLOCK)
                .replaceAll("[\\[\\]]", "")
                .split("\\s+"));
        if (isRaw && available.contains(RAW_CLOCK) && settings.set(TracefsSettings.TRACE_CLOCK, RAW_CLOCK)) {
            clock = FtraceClock.FTRACE_CLOCK_MONO_RAW;
            return;
        }
        for (String name : CLOCKS) {
            if (available.contains(name) && settings.set(TracefsSettings.TRACE_CLOCK, name)) {
                clock = clock(name);
                return;
            }
        }
        clock = FtraceClock.FTRACE_CLOCK_UNKNOWN;
    }

    private static FtraceClock clock(String name) {
        return switch (name) {
            case "boot" -> FtraceClock.FTRACE_CLOCK_UNSPECIFIED;
            case "global" -> FtraceClock.FTRACE_CLOCK_GLOBAL;
            case "local" -> FtraceClock.FTRACE_CLOCK_LOCAL;
            case RAW_CLOCK -> FtraceClock.FTRACE_CLOCK_MONO_RAW;
            default -> FtraceClock.FTRACE_CLOCK_UNKNOWN;
        };
    }

    private void setBufferSize(FtraceConfig config) {
        int defaultKb = memoryKb >= LARGE_MEMORY_KB ? LARGE_BUFFER_KB : SMALL_BUFFER_KB;
        int requestedKb = config.getBufferSizeKb();
        if (requestedKb <= 0) {
            requestedKb = defaultKb;
        } else if (config.getBufferSizeLowerBound()) {
            requestedKb = Math.max(requestedKb, defaultKb);
        }
        int pageKb = PageShape.DEFAULT.size() >> 10;
        settings.set(TracefsSettings.BUFFER_SIZE, String.valueOf(Math.max(pageKb, requestedKb / pageKb * pageKb)));
    }

    /// Returns the number of pages of a CPU's buffer.
    int bufferPages(PageShape shape) {
        Matcher m = SIZE.matcher(tracefs.read(TracefsSettings.BUFFER_SIZE));
        return m.lookingAt() ? (int) (Long.parseLong(m.group()) * 1024 / shape.size()) : 0;
    }

    /// Returns the clock of the events; unspecified if it is the boot clock.
    FtraceClock clock() {
        return clock;
    }

    boolean isPreserving() {
        return isPreserving;
    }

    /// Returns the settings that only a single session can use.
    ExclusiveFeatures exclusive() {
        return exclusive;
    }

    /// Turns the writing of events on or off.
    void record(boolean isOn) {
        if (isOn || !isPreserving) {
            tracefs.write(TracefsSettings.TRACING_ON, isOn ? "1" : "0");
        }
    }

    /// Sets the filter of system calls.
    ///
    /// @param text filter expression; `0` for no filter
    void setSyscallFilter(String text) {
        if (!text.equals(filter)) {
            filter = text;
            SYSCALL_FILTERS.forEach(file -> settings.set(file, text));
        }
    }

    /// Restores all settings.
    void end() {
        if (!isPreserving) {
            tracefs.write("trace", "");
        }
        filter = NO_FILTER;
        exclusive.end();
        settings.restore();
    }
}
