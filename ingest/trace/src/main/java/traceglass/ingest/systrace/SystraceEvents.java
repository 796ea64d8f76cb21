package traceglass.ingest.systrace;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import traceglass.ingest.ImportContext;
import traceglass.ingest.kernel.BinderCalls;
import traceglass.ingest.kernel.RssStats;
import traceglass.ingest.kernel.SchedEvents;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.TaskState;
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Converts lines to rows, in time order: a raw row with arguments for each line, and slices, counters and
/// states. This class only parses the text of events; the classes that also handle the binary format implement
/// their meaning.
///
/// The events handled here are those that Perfetto's trace processor reads from text, because the text differs
/// from the binary format in details. All others are passed to the handlers of the binary format.
final class SystraceEvents implements EventSink {

    private static final long NONE = Long.MIN_VALUE;
    /// Key for the name of a clock, which comes first in the line and is printed without a key.
    private static final String NAME = "name";
    /// Start of events whose function is printed as a raw field.
    private static final String RAW_FUNCTION = "func=";

    private static final String RSS_STAT = "rss_stat";
    private static final String UNKNOWN_TASK = "<...>";
    private static final TrackType MAX_FREQUENCY = TrackType.counter("cpu_max_frequency_limit", null, TrackType.CPU);
    private static final TrackType MIN_FREQUENCY = TrackType.counter("cpu_min_frequency_limit", null, TrackType.CPU);
    private static final TrackType CLOCK_STATE =
            TrackType.counter("clock_state", null, TrackType.Dimension.ofString("linux_device"));
    private static final TrackType THERMAL =
            TrackType.counter("thermal_temperature", null, TrackType.Dimension.ofString("thermal_zone"));
    private static final TrackType COOLING =
            TrackType.counter("cooling_device_counter", null, TrackType.Dimension.ofString("linux_device"));

    private final ImportContext context;
    private final StringPool strings;
    private final SchedEvents sched;
    private final TextEvents text;
    private final TextSyscalls syscalls;
    private final BinderCalls binder;
    private final RssStats rss;
    private final TraceCmdReport report;
    private final Map<String, Consumer<SystraceLine>> handlers = new HashMap<>();

    SystraceEvents(ImportContext context) {
        this.context = context;
        strings = context.strings();
        sched = new SchedEvents(context);
        text = new TextEvents(context);
        syscalls = new TextSyscalls(text);
        binder = new BinderCalls(context);
        rss = new RssStats(context);
        report = new TraceCmdReport(context, sched);
        report.register(handlers);
        handlers.put("sched_waking", this::handleWaking);
        handlers.put("sched_blocked_reason", this::handleBlockedReason);
        handlers.put("cpu_frequency", l -> handleCpuCounter(l, CommonTrackTypes.CPU_FREQUENCY, "cpufreq"));
        handlers.put("cpu_idle", l -> handleCpuCounter(l, CommonTrackTypes.CPU_IDLE, "cpuidle"));
        handlers.put("cpu_frequency_limits", this::handleFrequencyLimits);
        handlers.put(
                "clock_set_rate", l -> handleNamed(l, CommonTrackTypes.CLOCK_FREQUENCY, NAME, " Frequency", "state"));
        handlers.put("clock_enable", l -> handleNamed(l, CLOCK_STATE, NAME, " State", "state"));
        handlers.put("clock_disable", l -> handleNamed(l, CLOCK_STATE, NAME, " State", "state"));
        handlers.put("thermal_temperature", l -> handleNamed(l, THERMAL, "thermal_zone", " Temperature", "temp"));
        handlers.put("cdev_update", l -> handleNamed(l, COOLING, "type", " Cooling Device", "target"));
        registerBinder();
        handlers.put(RSS_STAT, this::handleRssStat);
        handlers.put("workqueue_execute_start", this::beginWork);
        handlers.put(
                "workqueue_execute_end",
                l -> context.slices()
                        .end(
                                l.ts(),
                                context.tracks().threadTrack(context.processes().thread(l.tid())),
                                strings.intern("workqueue"),
                                StringPool.NULL,
                                null));
    }

    /// Records a line; called for each line before the lines are sorted.
    void recordLine(SystraceLine line) {
        report.recordLine(line);
        syscalls.recordLine(line);
    }

    /// Returns the state that applies if the text is a `trace-cmd` report.
    TraceCmdReport report() {
        return report;
    }

    private void registerBinder() {
        handlers.put("binder_transaction", this::handleTransaction);
        handlers.put(
                "binder_transaction_received",
                l -> acceptIfPresent(l, "transaction", n -> binder.addReceived(l.ts(), l.tid(), (int) n)));
        handlers.put("binder_command", l -> binder.addCommand(l.tid(), (int) parseHex(l.arg("cmd"))));
        handlers.put("binder_return", l -> binder.addReturn(l.ts(), l.tid(), (int) parseHex(l.arg("cmd"))));
        handlers.put("binder_lock", l -> binder.lock(l.ts(), l.tid()));
        handlers.put("binder_locked", l -> binder.addLock(l.ts(), l.tid()));
        handlers.put("binder_unlock", l -> binder.unlock(l.ts(), l.tid()));
        handlers.put(
                "binder_transaction_alloc_buf",
                l -> acceptIfPresent(
                        l,
                        "data_size",
                        data -> acceptIfPresent(
                                l, "offsets_size", offsets -> binder.addBuffer(l.tid(), data, offsets))));
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        SystraceLine line = (SystraceLine) ref;
        int utid = context.processes().thread(line.tid());
        if (!line.task().equals(UNKNOWN_TASK)) {
            context.processes().setThreadName(utid, strings.intern(line.task()), NamePriority.OfThread.FTRACE);
        }
        if (line.tgid() >= 0) {
            context.processes().updateThread(line.tid(), line.tgid());
        }
        switch (line.event()) {
            // The raw row of this event is added along with its slice.
            case "sched_switch" -> handleSwitched(line);
            case "tracing_mark_write", "print", "0" -> handleMarker(line);
            default -> {
                if (!syscalls.add(line)) {
                    Consumer<SystraceLine> handler = hasBinaryFields(line) ? null : handlers.get(line.event());
                    text.add(line, handler == null);
                    if (handler != null) {
                        handler.accept(line);
                    }
                }
            }
        }
    }

    /// Returns whether a line has the fields of the binary format instead of the text that the handlers of this
    /// class read.
    private static boolean hasBinaryFields(SystraceLine line) {
        return line.args().startsWith(RAW_FUNCTION) || line.event().equals(RSS_STAT) && line.arg("type") != null;
    }

    private void reportInvalid() {
        context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
    }

    /// Passes a number of the line to `consumer`, or counts an error if the number is missing.
    private void acceptIfPresent(SystraceLine l, String key, LongConsumer consumer) {
        long value = l.number(key, NONE);
        if (value == NONE) {
            reportInvalid();
        } else {
            consumer.accept(value);
        }
    }

    /// Parses a hexadecimal number with or without `0x`; returns 0 if it is invalid.
    private static long parseHex(String text) {
        if (text == null) {
            return 0;
        }
        try {
            return Long.parseLong(text.startsWith("0x") ? text.substring(2) : text, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private void handleTransaction(SystraceLine l) {
        long number = l.number("transaction", NONE);
        long node = l.number("dest_node", NONE);
        long process = l.number("dest_proc", NONE);
        long thread = l.number("dest_thread", NONE);
        if (number == NONE || node == NONE || process == NONE || thread == NONE) {
            reportInvalid();
            return;
        }
        String code = l.arg("code") == null ? "" : l.arg("code");
        binder.addTransaction(
                l.ts(),
                l.tid(),
                (int) number,
                (int) node,
                process,
                thread,
                l.number("reply", 0) == 1,
                (int) parseHex(l.arg("flags")),
                code);
    }

    private void handleRssStat(SystraceLine l) {
        long size = l.bytes("size", NONE);
        long member = l.number("member", NONE);
        if (size == NONE || member == NONE) {
            reportInvalid();
            return;
        }
        // Without the owner of the memory, it is attributed to the current thread, as in trace processor.
        long memory = l.number("mm_id", NONE);
        long current = l.number("curr", NONE);
        boolean isNamed = memory != NONE && current != NONE;
        rss.addSample(l.ts(), l.tid(), (int) member, size, isNamed, current == 1, isNamed ? memory : 0);
    }

    private void handleSwitched(SystraceLine l) {
        String prevComm = l.arg("prev_comm");
        long prevTid = l.number("prev_pid", NONE);
        long prevPrio = l.number("prev_prio", NONE);
        String prevState = l.arg("prev_state");
        String nextComm = l.arg("next_comm");
        long nextTid = l.number("next_pid", NONE);
        long nextPrio = l.number("next_prio", NONE);
        if (prevTid == NONE || prevPrio == NONE || nextTid == NONE || nextPrio == NONE) {
            TraceCmdReport.Switch s = TraceCmdReport.readSwitch(l.args());
            if (s == null) {
                text.add(l, false);
                reportInvalid();
                return;
            }
            prevComm = s.prevComm();
            prevTid = s.prevTid();
            prevPrio = s.prevPrio();
            prevState = s.prevState();
            nextComm = s.nextComm();
            nextTid = s.nextTid();
            nextPrio = s.nextPrio();
        }
        sched.addSwitch(
                l.ts(),
                l.cpu(),
                prevTid,
                strings.intern(prevComm == null ? "" : prevComm),
                (int) prevPrio,
                rawState(prevState),
                nextTid,
                strings.intern(nextComm == null ? "" : nextComm),
                (int) nextPrio);
    }

    /// Parses a task state: ftrace prints letters, `trace-cmd` may print the kernel's number.
    private static long rawState(String state) {
        if (state != null && !state.isEmpty() && Character.isDigit(state.charAt(0))) {
            try {
                return Long.parseLong(state);
            } catch (NumberFormatException e) {
                return TaskState.toRaw44(TaskState.INVALID);
            }
        }
        return TaskState.toRaw44(TaskState.ofText(state == null ? "" : state));
    }

    private void handleWaking(SystraceLine l) {
        long tid = l.number("pid", NONE);
        if (tid == NONE) {
            reportInvalid();
            return;
        }
        String comm = l.arg("comm");
        sched.addWakeup(l.ts(), tid, strings.intern(comm == null ? "" : comm), l.tid());
    }

    private void handleBlockedReason(SystraceLine l) {
        long tid = l.number("pid", NONE);
        long ioWait = l.number("iowait", NONE);
        if (tid == NONE || ioWait == NONE) {
            reportInvalid();
            return;
        }
        String caller = l.arg("caller");
        context.threadStates()
                .setBlockedReason(
                        context.processes().thread(tid), ioWait != 0, strings.intern(caller == null ? "" : caller));
    }

    private void handleMarker(SystraceLine line) {
        SystraceLine l = report.withoutFunction(line);
        text.addMarker(l, l.args(), !report.parseFreeText(l));
    }

    private void handleCpuCounter(SystraceLine l, TrackType type, String name) {
        long cpu = l.number("cpu_id", NONE);
        long state = l.number("state", NONE);
        if (cpu < 0 || cpu > 4095 || state == NONE) {
            reportInvalid();
            return;
        }
        context.counters().push(l.ts(), state, context.tracks().intern(type, strings.intern(name), cpu));
    }

    private void handleFrequencyLimits(SystraceLine l) {
        long cpu = l.number("cpu_id", NONE);
        long max = l.number("max", l.number("max_freq", NONE));
        long min = l.number("min", l.number("min_freq", NONE));
        if (cpu < 0 || cpu > 4095 || max == NONE && min == NONE) {
            reportInvalid();
            return;
        }
        if (max != NONE) {
            context.counters()
                    .push(
                            l.ts(),
                            max,
                            context.tracks()
                                    .intern(MAX_FREQUENCY, strings.intern("Cpu " + cpu + " Max Freq Limit"), cpu));
        }
        if (min != NONE) {
            context.counters()
                    .push(
                            l.ts(),
                            min,
                            context.tracks()
                                    .intern(MIN_FREQUENCY, strings.intern("Cpu " + cpu + " Min Freq Limit"), cpu));
        }
    }

    private void handleNamed(SystraceLine l, TrackType type, String nameKey, String suffix, String valueKey) {
        long value = l.number(valueKey, NONE);
        if (value == NONE) {
            reportInvalid();
            return;
        }
        String nameOrNull = l.arg(nameKey) == null && nameKey.equals(NAME) ? l.wordWithoutKey() : l.arg(nameKey);
        String name = nameOrNull == null ? "" : nameOrNull;
        context.counters()
                .push(
                        l.ts(),
                        value,
                        context.tracks().intern(type, strings.intern(name + suffix), strings.intern(name)));
    }

    private void beginWork(SystraceLine l) {
        int index = l.args().indexOf("function ");
        if (index < 0) {
            reportInvalid();
            return;
        }
        int track = context.tracks().threadTrack(context.processes().thread(l.tid()));
        context.slices()
                .begin(
                        l.ts(),
                        track,
                        strings.intern("workqueue"),
                        strings.intern(l.args().substring(index + 9)),
                        null);
    }
}
