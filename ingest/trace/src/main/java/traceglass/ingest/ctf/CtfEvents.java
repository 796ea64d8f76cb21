package traceglass.ingest.ctf;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.NamedEvents;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the events of one stream in time order, each as a raw row. Events of programs also become slices on their
/// threads if two of them mark start and end, log lines, or instants. Events of the Linux kernel have the same effects
/// as those of ftrace.
final class CtfEvents implements EventSink {

    private static final int INFO = 4;
    private static final int MAX_SIMULTANEOUS = 16;

    private final ImportContext context;
    private final StringPool strings;
    private final String name;
    private final boolean isKernel;
    private final Decoder decoder = new Decoder();
    private final NamedEvents rows;
    private final KernelState kernel;
    private final SpanNames spans;
    private int streamThread = ProcessTracker.NONE;
    private long streamTid;
    private long lastInstantTs = -1;
    private int simultaneousEvents;

    /// @param name path of the stream, used to name its thread if events do not identify theirs
    CtfEvents(ImportContext context, CtfTrace trace, String name) {
        this.context = context;
        this.name = name.substring(name.lastIndexOf('/') + 1);
        strings = context.strings();
        isKernel = trace.environment.getOrDefault("domain", "").equals("kernel");
        rows = new NamedEvents(context);
        kernel = context.session().shared(KernelState.class, s -> new KernelState());
        spans = new SpanNames(trace);
        if (isKernel) {
            context.processes().mapZeroToIdle();
        }
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        CtfPacket packet = (CtfPacket) ref;
        BitInput bits = new BitInput(packet.bytes(), packet.contentBits());
        bits.moveTo(data);
        decoder.setInput(bits);
        decoder.restore(Decoder.PACKET_HEADER, packet.header());
        decoder.restore(Decoder.PACKET_CONTEXT, packet.context());
        try {
            StructValue header = decoder.scope(Decoder.EVENT_HEADER, packet.stream().eventHeader, null);
            CtfTrace.Event event = StreamReader.eventOf(packet.stream(), header);
            StructValue outer = decoder.scope(Decoder.STREAM_EVENT_CONTEXT, packet.stream().eventContext, null);
            StructValue inner = decoder.scope(Decoder.EVENT_CONTEXT, event.context, null);
            StructValue fields = decoder.scope(Decoder.EVENT_FIELDS, event.fields, null);
            if (isKernel) {
                handleKernelEvent(ts, packet.cpu(), event.name, outer, fields);
            } else {
                handleProgramEvent(ts, packet.cpu(), event.name, outer, inner, fields);
            }
        } catch (IOException e) {
            // The first pass has already decoded this event without a problem.
            context.stats().increment(StatNames.CTF_PACKET_ERROR);
        }
    }

    private static Long number(StructValue struct, String field) {
        return struct != null && struct.get(field) instanceof Long value ? value : null;
    }

    private static Map<String, Object> labeled(StructValue struct) {
        return struct == null ? new LinkedHashMap<>() : struct.labeled();
    }

    private void handleKernelEvent(long ts, int cpu, String event, StructValue outer, StructValue fields) {
        Long tid = number(outer, "tid");
        long running = tid != null ? tid : kernel.running(cpu);
        if (event.equals("lttng_statedump_process_state")) {
            processState(fields);
        }
        LttngKernelNames.Converted converted = LttngKernelNames.convert(event, fields);
        rows.add(ts, cpu, running, converted.name(), converted.fields(), true);
        if (event.equals("sched_switch") && number(fields, "next_tid") != null) {
            kernel.setRunning(cpu, number(fields, "next_tid"));
        } else if (event.startsWith("syscall_entry_") || event.startsWith("syscall_exit_")) {
            handleSystemCall(ts, running, event, fields);
        }
    }

    private void handleSystemCall(long ts, long tid, String event, StructValue fields) {
        if (tid <= 0) {
            return;
        }
        boolean isEntry = event.startsWith("syscall_entry_");
        String call = event.substring(isEntry ? "syscall_entry_".length() : "syscall_exit_".length());
        int track = context.tracks().threadTrack(context.processes().thread(tid));
        int slice = strings.intern("sys_" + call);
        ArgsWriter args = b -> CtfArgs.add(b, strings, labeled(fields));
        if (isEntry) {
            context.slices().begin(ts, track, strings.intern("syscall"), slice, args);
        } else {
            context.slices().end(ts, track, strings.intern("syscall"), slice, args);
        }
    }

    private void processState(StructValue fields) {
        Long tid = number(fields, "tid");
        Long pid = number(fields, "pid");
        if (tid == null || pid == null || fields.get("name") == null) {
            return;
        }
        int utid = context.processes().updateThread(tid, pid);
        int id = strings.intern(fields.get("name").toString());
        context.processes().setThreadName(utid, id, NamePriority.OfThread.PROCESS_TREE);
        if (tid.equals(pid)) {
            int upid = context.processes().process(pid);
            context.processes().setProcessName(upid, id, NamePriority.OfProcess.SYSTEM);
            Long parent = number(fields, "ppid");
            if (parent != null && parent > 0) {
                context.processes().setParent(upid, context.processes().process(parent), LongColumn.NULL);
            }
        }
    }

    private void handleProgramEvent(
            long ts, int cpu, String event, StructValue outer, StructValue inner, StructValue fields) {
        int utid = thread(outer, inner);
        long tid = utid == streamThread
                ? streamTid
                : context.storage()
                        .table(TableNames.Thread.TABLE)
                        .longs(TableNames.Thread.TID)
                        .get(utid);
        Map<String, Object> values = labeled(fields);
        rows.add(ts, cpu, tid, event, values, false);
        if (event.equals("lttng_ust_statedump:procname") && values.get("procname") instanceof String text) {
            nameProcess(utid, text);
        }
        if (CtfArgs.isLog(event)) {
            log(ts, utid, event, values);
            return;
        }
        int track = context.tracks().threadTrack(utid);
        int colon = event.indexOf(':');
        int category = colon < 0 ? StringPool.NULL : strings.intern(event.substring(0, colon));
        ArgsWriter args = b -> CtfArgs.add(b, strings, values);
        SpanNames.Span span = spans.of(event, fields);
        if (span == null) {
            if (isCrowded(ts)) {
                return;
            }
            context.slices().scoped(ts, 0, track, category, strings.intern(event), args);
        } else if (span.isStart()) {
            context.slices().begin(ts, track, category, strings.intern(span.name()), args);
        } else if (span.isCall()) {
            // Events that end a call may omit the function.
            context.slices().end(ts, track, StringPool.NULL, StringPool.NULL, args);
        } else {
            context.slices().end(ts, track, category, strings.intern(span.name()), args);
        }
    }

    private void nameProcess(int utid, String text) {
        int upid = context.processes().upidOf(utid);
        if (upid >= 0 && !text.isEmpty()) {
            context.processes().setProcessName(upid, strings.intern(text), NamePriority.OfProcess.SYSTEM);
        }
    }

    /// Counts an instant and returns whether there are too many with its time to draw; each is nested in the
    /// previous one.
    private boolean isCrowded(long ts) {
        simultaneousEvents = ts == lastInstantTs ? simultaneousEvents + 1 : 0;
        lastInstantTs = ts;
        return simultaneousEvents >= MAX_SIMULTANEOUS;
    }

    private int thread(StructValue outer, StructValue inner) {
        Long tid = number(outer, "vtid");
        tid = tid == null ? number(inner, "vtid") : tid;
        Long pid = number(outer, "vpid");
        pid = pid == null ? number(inner, "vpid") : pid;
        if (tid == null) {
            return streamThread();
        }
        int utid = pid == null
                ? context.processes().thread(tid)
                : context.processes().updateThread(tid, pid);
        Object comm = outer == null ? null : outer.get("procname");
        if (comm instanceof String text && !text.isEmpty()) {
            context.processes().setThreadName(utid, strings.intern(text), NamePriority.OfThread.FTRACE);
        }
        return utid;
    }

    /// Returns the thread of a stream whose events do not identify theirs.
    private int streamThread() {
        if (streamThread == ProcessTracker.NONE) {
            ProcessTracker processes = context.processes();
            streamTid = 1;
            while (processes.threadOrNone(streamTid) != ProcessTracker.NONE) {
                streamTid++;
            }
            streamThread = processes.thread(streamTid);
            processes.setThreadName(streamThread, strings.intern(name), NamePriority.OfThread.OTHER);
        }
        return streamThread;
    }

    private void log(long ts, int utid, String event, Map<String, Object> values) {
        Object message = values.getOrDefault("msg", values.get("message"));
        Object logger = values.get("logger_name");
        Table table = context.storage().table(TableNames.Logs.TABLE);
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        table.ints(TableNames.Logs.UTID).set(row, utid);
        table.longs(TableNames.Logs.PRIO).set(row, INFO);
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, strings.intern("lttng"));
        table.strings(TableNames.Logs.TAG).set(row, strings.intern(logger == null ? event : logger.toString()));
        table.strings(TableNames.Logs.MSG).set(row, strings.intern(message == null ? "" : message.toString()));
        table.ints(TableNames.Logs.ARG_SET_ID).set(row, context.args().write(b -> CtfArgs.add(b, strings, values)));
    }
}
