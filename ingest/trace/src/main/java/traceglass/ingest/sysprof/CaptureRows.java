package traceglass.ingest.sysprof;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the events of a capture, which arrive in time order.
final class CaptureRows {

    private static final TrackType MARKS =
            TrackCompressor.compressed("sysprof_process_mark", TrackType.UPID, TrackType.Dimension.ofString("group"));
    private static final TrackType GLOBAL_MARKS =
            TrackCompressor.compressed("sysprof_mark", TrackType.Dimension.ofString("group"));
    private static final TrackType DBUS = TrackType.slices("sysprof_dbus", TrackType.Dimension.ofInt("bus"));
    private static final String[] BUSES = {"system", "session", "accessibility", "other"};

    private static final int STACK = 32;
    private static final int TID = 28;
    private static final int GROUP_LENGTH = 24;
    private static final int MARK_NAME_LENGTH = 40;
    private static final int DOMAIN_LENGTH = 32;

    private static final int DEBUG = 3;
    private static final int INFO = 4;
    private static final int WARN = 5;
    private static final int ERROR = 6;
    private static final int FATAL = 7;

    private final ImportContext context;
    private final StringPool strings;
    private final ProcessTracker processes;
    private final ProfilerSamples samples;
    private final CaptureStacks stacks;
    private final CaptureCounters counters;
    private final Allocations allocations;
    private final CaptureTasks tasks;
    private final int source;
    private final int messageKey;

    CaptureRows(ImportContext context, CaptureSymbols names) {
        this.context = context;
        strings = context.strings();
        processes = context.processes();
        samples = context.session().profilerSamples();
        stacks = new CaptureStacks(context, names);
        counters = new CaptureCounters(context);
        allocations = new Allocations(context, stacks);
        tasks = new CaptureTasks(context);
        source = strings.intern("sysprof");
        messageKey = strings.intern("message");
    }

    CaptureCounters counters() {
        return counters;
    }

    /// Writes rows that are only known at the end. Called after the last event.
    void finish() {
        allocations.finish();
        tasks.finish();
    }

    void emit(long ts, CaptureFrame frame) {
        switch (frame.type()) {
            case CaptureFrame.SAMPLE -> addSample(ts, frame);
            case CaptureFrame.MAP -> {
                if (frame.pid() > 0) {
                    stacks.map(processes.process(frame.pid()), frame);
                }
            }
            case CaptureFrame.PROCESS -> nameProcess(frame);
            case CaptureFrame.FORK -> tasks.onForked(ts, frame.pid(), frame.i32(CaptureFrame.HEADER_SIZE));
            case CaptureFrame.EXIT -> tasks.onExited(ts, frame.pid());
            case CaptureFrame.COUNTER_VALUES -> counters.addValues(ts, frame);
            case CaptureFrame.MARK -> addMark(ts, frame);
            case CaptureFrame.LOG -> addLog(ts, frame);
            case CaptureFrame.ALLOCATION -> allocations.add(ts, frame);
            case CaptureFrame.TRACE -> addCall(ts, frame);
            case CaptureFrame.DBUS_MESSAGE -> addBusMessage(ts, frame);
            default -> {}
        }
    }

    /// Returns the thread of a frame. Threads are unknown in captures of old versions, which have a zero in place of
    /// their ids.
    private int thread(CaptureFrame frame, int tid) {
        return processes.updateThread(tid > 0 ? tid : frame.pid(), frame.pid());
    }

    private void addSample(long ts, CaptureFrame frame) {
        int utid = thread(frame, frame.i32(TID));
        int upid = processes.upidOf(utid);
        int callsite = stacks.callsite(frame, upid, STACK, frame.u16(CaptureFrame.HEADER_SIZE));
        int row = samples.add(ts, source, samples.task(upid, utid), callsite);
        if (frame.cpu() >= 0 && frame.cpu() < CpuTracker.MAX_CPUS) {
            samples.setExecution(row, samples.execution(context.cpus().ucpu(frame.cpu()), StringPool.NULL));
        }
    }

    private void nameProcess(CaptureFrame frame) {
        String commandLine = frame.text(CaptureFrame.HEADER_SIZE);
        if (frame.pid() >= 0 && !commandLine.isEmpty()) {
            String program = commandLine.split(" ", 2)[0];
            String name = program.startsWith("/") ? program.substring(program.lastIndexOf('/') + 1) : program;
            processes.setProcessMetadata(
                    processes.process(frame.pid()),
                    strings.intern(name.isEmpty() ? commandLine : name),
                    strings.intern(commandLine));
        }
    }

    private void addMark(long ts, CaptureFrame frame) {
        long dur = Math.max(0, frame.i64(CaptureFrame.HEADER_SIZE));
        int group = strings.intern(frame.text(32, GROUP_LENGTH));
        int name = strings.intern(frame.text(56, MARK_NAME_LENGTH));
        String message = frame.text(96);
        TrackCompressor.Lanes lanes = frame.pid() > 0
                ? context.compressor().lanes(MARKS, group, null, null, processes.process(frame.pid()), group)
                : context.compressor().lanes(GLOBAL_MARKS, group, null, null, group);
        ArgsWriter args = message.isEmpty() ? null : b -> b.addString(messageKey, strings.intern(message));
        context.slices().scoped(ts, dur, lanes.nested(ts, dur), group, name, args);
    }

    private void addLog(long ts, CaptureFrame frame) {
        Table table = context.storage().table(TableNames.Logs.TABLE);
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        if (frame.pid() > 0) {
            table.ints(TableNames.Logs.UTID).set(row, thread(frame, 0));
        }
        table.longs(TableNames.Logs.PRIO).set(row, priority(frame.u16(CaptureFrame.HEADER_SIZE)));
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, source);
        table.strings(TableNames.Logs.TAG).set(row, strings.intern(frame.text(32, DOMAIN_LENGTH)));
        table.strings(TableNames.Logs.MSG).set(row, strings.intern(frame.text(64)));
    }

    /// Returns the priority for the levels of GLib: error, critical, warning, message, info and debug from bit 2 on.
    private static int priority(int levels) {
        return switch (Integer.numberOfTrailingZeros(levels >> 2)) {
            case 0 -> FATAL;
            case 1 -> ERROR;
            case 2 -> WARN;
            case 5 -> DEBUG;
            default -> INFO;
        };
    }

    /// Adds the begin or end of a call of an instrumented function, the innermost one of its stack.
    private void addCall(long ts, CaptureFrame frame) {
        int utid = thread(frame, frame.i32(TID));
        int track = context.tracks().threadTrack(utid);
        if (frame.isFirstFlagSet(26)) {
            long address = frame.u16(CaptureFrame.HEADER_SIZE) > 0 ? frame.i64(STACK) : 0;
            context.slices().begin(ts, track, StringPool.NULL, stacks.name(frame.pid(), address), null);
        } else {
            context.slices().end(ts, track, StringPool.NULL, StringPool.NULL, null);
        }
    }

    private void addBusMessage(long ts, CaptureFrame frame) {
        int bus = frame.u8(CaptureFrame.HEADER_SIZE) & 3;
        int track = context.tracks().intern(DBUS, strings.intern("D-Bus (" + BUSES[bus] + ")"), bus);
        int size = frame.u16(CaptureFrame.HEADER_SIZE + 2);
        context.slices()
                .scoped(
                        ts,
                        0,
                        track,
                        StringPool.NULL,
                        strings.intern("D-Bus message"),
                        b -> b.addInt(strings.intern("bytes"), size));
    }
}
