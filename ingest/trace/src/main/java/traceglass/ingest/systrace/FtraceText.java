package traceglass.ingest.systrace;

import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;

/// Kernel events in text formats other than ftrace's own that print fields in the same way, such as `perf script`.
public final class FtraceText {

    /// Letters after an event name that restrict or refine the event, as in `cycles:ppp`.
    private static final Pattern MODIFIERS = Pattern.compile("[ukhGHpPSDIeWb]{1,8}");

    private final ImportContext context;
    private SystraceEvents events;

    public FtraceText(ImportContext context) {
        this.context = context;
    }

    /// Returns whether an event is a tracepoint such as `sched:sched_switch`.
    public static boolean isTracepoint(String event) {
        int colon = event.indexOf(':');
        return colon > 0
                && colon + 1 < event.length()
                && event.indexOf('/') < 0
                && !MODIFIERS.matcher(event.substring(colon + 1)).matches();
    }

    /// Announces the name of an event before the events are sorted.
    ///
    /// @param event event name with its group, such as `sched:sched_switch`
    public void announce(String event) {
        if (events == null) {
            context.processes().mapZeroToIdle();
            events = new SystraceEvents(context);
            events.report().markAsReport();
        }
        events.recordLine(line("", 0, -1, 0, 0, event, ""));
    }

    /// Handles an event, in time order.
    ///
    /// @param tgid process; negative if unknown
    /// @param event event name as passed to [#announce]
    /// @param args fields as printed
    public void parseEvent(String task, long tid, long tgid, int cpu, long ts, String event, String args) {
        events.handleEvent(ts, 0, line(task, tid, tgid, cpu, ts, event, args));
    }

    private static SystraceLine line(String task, long tid, long tgid, int cpu, long ts, String event, String args) {
        return new SystraceLine(
                task, tid, tgid < 0 ? -1 : tgid, cpu, ts, event.substring(event.indexOf(':') + 1), args);
    }
}
