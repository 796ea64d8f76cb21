package traceglass.ingest.systrace;

import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.kernel.SchedEvents;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses events as printed by `trace-cmd report`, which differ in some cases: it prints functions before markers,
/// prints threads as `name:id`, and often has wakeups where other tools have wakings. Perfetto's trace processor does
/// not read these reports.
final class TraceCmdReport {

    /// `sh:1642 [120] S ==> swapper/1:0 [120]` or, in older versions, `task sh:1642 [120] (S) ==> swapper/1:0
    /// [120]`.
    private static final Pattern SWITCH = Pattern.compile(
            "(?:task )?(.*):(\\d{1,10}) \\[(-?\\d{1,9})] \\(?([^\\s)]+)\\)? ==> (.*):(\\d{1,10}) \\[(-?\\d{1,9})]");
    /// `sh:1642 [120] success=1 CPU:002` and similar.
    private static final Pattern WAKEUP = Pattern.compile("(?:task )?(.*):(\\d{1,10}) \\[-?\\d{1,9}].*");
    private static final Pattern CALLER =
            Pattern.compile("(?:0x[0-9a-f]+s?|[A-Za-z_][\\w.]*(?:\\+0x[0-9a-f]+)?):\\s+(.*)");
    private static final Pattern ATRACE = Pattern.compile("[BCSFGHINT]\\|.*|E|E\\|.*|trace_event_clock_sync:.*");
    private static final Pattern MICROSECONDS = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) us");
    private static final TrackType THREAD_FUNCTIONS = TrackType.slices("thread_funcgraph", TrackType.UTID);
    private static final TrackType IDLE_FUNCTIONS = TrackType.slices("cpu_funcgraph", TrackType.CPU);

    /// Switch from one thread to another.
    record Switch(
            String prevComm,
            long prevTid,
            int prevPrio,
            String prevState,
            String nextComm,
            long nextTid,
            int nextPrio) {}

    private final ImportContext context;
    private final StringPool strings;
    private final SchedEvents sched;
    private boolean isReport;
    private boolean hasWaking;

    TraceCmdReport(ImportContext context, SchedEvents sched) {
        this.context = context;
        this.strings = context.strings();
        this.sched = sched;
    }

    /// Marks the text as a `trace-cmd` report.
    void markAsReport() {
        isReport = true;
    }

    boolean isReport() {
        return isReport;
    }

    /// Records a line; called for each line before the lines are sorted.
    void recordLine(SystraceLine line) {
        hasWaking |= line.event().equals("sched_waking");
    }

    void register(Map<String, Consumer<SystraceLine>> handlers) {
        handlers.put("sched_wakeup", this::handleWakeup);
        handlers.put("sched_wakeup_new", this::handleWakeup);
        handlers.put("funcgraph_entry", this::handleFunctionEntry);
        handlers.put("funcgraph_exit", this::handleFunctionExit);
    }

    /// Parses a switch in the form of a report; returns null if it has another form.
    static Switch readSwitch(String args) {
        Matcher m = SWITCH.matcher(args);
        return m.matches()
                ? new Switch(
                        m.group(1),
                        Long.parseLong(m.group(2)),
                        Integer.parseInt(m.group(3)),
                        m.group(4),
                        m.group(5),
                        Long.parseLong(m.group(6)),
                        Integer.parseInt(m.group(7)))
                : null;
    }

    /// Handles a wakeup as a waking if nothing else reported that the thread became runnable.
    private void handleWakeup(SystraceLine l) {
        if (!isReport || hasWaking) {
            return;
        }
        long tid = l.number("pid", -1);
        String comm = l.arg("comm");
        if (tid < 0) {
            Matcher m = WAKEUP.matcher(l.args());
            if (!m.matches()) {
                context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
                return;
            }
            comm = m.group(1);
            tid = Long.parseLong(m.group(2));
        }
        sched.addWakeup(l.ts(), tid, strings.intern(comm == null ? "" : comm), l.tid());
    }

    /// Returns a marker without the name of the function that wrote it.
    SystraceLine withoutFunction(SystraceLine l) {
        Matcher m = CALLER.matcher(l.args());
        return isReport && m.matches() ? l.withArgs(m.group(1)) : l;
    }

    /// Adds a free-text marker as an instant on its thread; returns false if it is an atrace marker.
    boolean parseFreeText(SystraceLine l) {
        if (!isReport || l.args().isEmpty() || ATRACE.matcher(l.args()).matches()) {
            return false;
        }
        context.slices()
                .scoped(
                        l.ts(),
                        0,
                        context.tracks().threadTrack(context.processes().thread(l.tid())),
                        StringPool.NULL,
                        strings.intern(l.args()),
                        null);
        return true;
    }

    /// Handles a function: `| name() {` enters a function, `0.831 us | name();` is a function that called no other.
    private void handleFunctionEntry(SystraceLine l) {
        int bar = l.args().indexOf('|');
        int open = l.args().indexOf('(', bar + 1);
        if (bar < 0 || open < 0) {
            return;
        }
        int name = strings.intern(l.args().substring(bar + 1, open).strip());
        if (l.args().endsWith("{")) {
            context.slices().begin(l.ts(), functionTrack(l), StringPool.NULL, name, null);
        } else {
            Matcher us = MICROSECONDS.matcher(l.args());
            long dur = us.find() && us.end() <= bar ? Math.round(Double.parseDouble(us.group(1)) * 1000) : 0;
            context.slices().scoped(l.ts(), dur, functionTrack(l), StringPool.NULL, name, null);
        }
    }

    private void handleFunctionExit(SystraceLine l) {
        context.slices().end(l.ts(), functionTrack(l), StringPool.NULL, StringPool.NULL, null);
    }

    /// Returns the track for functions. The idle threads of all CPUs share one id and run in parallel, so they use
    /// the tracks of their CPUs.
    private int functionTrack(SystraceLine l) {
        return l.tid() == 0
                ? context.tracks().intern(IDLE_FUNCTIONS, strings.intern("swapper" + l.cpu() + " -funcgraph"), l.cpu())
                : context.tracks()
                        .intern(
                                THREAD_FUNCTIONS,
                                strings.intern("Funcgraph"),
                                context.processes().thread(l.tid()));
    }
}
