package traceglass.ingest.etl;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.etw.EtwEvents;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.system.CSwitchEtwEvent;
import traceglass.protos.system.EtwTraceEvent;
import traceglass.protos.system.ReadyThreadEtwEvent;
import traceglass.store.table.StringPool;

/// Kernel events: processes, threads, scheduling, interrupts, samples, and those of [EtlFileEvents].
final class EtlKernelEvents {

    static final int HEADER = 0;
    static final int DISK = 1;
    static final int PROCESS = 3;
    static final int FILE = 4;
    private static final int THREAD = 5;
    private static final int PERFINFO = 0xf;
    static final int STACK = 0x18;

    private static final int START = 1;
    private static final int END = 2;
    private static final int LISTED_AT_END = 4;
    private static final int SWITCHED = 0x24;
    private static final int READY = 0x32;
    private static final int NAMED = 0x48;
    private static final int SAMPLE = 0x2e;
    private static final int COUNTER_SAMPLE = 0x2f;
    private static final int MARK = 0x22;
    private static final int THREADED_DPC = 0x42;
    private static final int INTERRUPT = 0x43;
    private static final int TIMER_DPC = 0x45;
    private static final int STACK_WALK = 0x20;
    private static final int KERNEL_STACK = 0x25;
    private static final int USER_STACK = 0x26;
    /// Offset in a stack event of the addresses or of their key.
    private static final int ADDRESSES = 16;

    private static final TrackType INTERRUPTS = TrackType.slices("etw_interrupt", TrackType.CPU);
    private static final TrackType MARKS = TrackType.slices("etw_mark");

    private static final long NOT_ENDED = Long.MIN_VALUE;

    private final ImportContext context;
    private final ProcessTracker processes;
    private final LogFileHeader header;
    private final EtwEvents handlers;
    private final EtlFileEvents files;
    private final EtlSamples samples;
    private final EtlStackKeys keys;
    /// Times at which processes and threads ended. Other events of a process or thread may follow its end, so it is
    /// ended only when its id is reused or at the end of the trace.
    private final Map<Long, Long> endedProcesses = new HashMap<>();

    private final Map<Long, Long> endedThreads = new HashMap<>();
    private final ProtoBytes fields = new ProtoBytes();
    private final ProtoBytes message = new ProtoBytes();

    EtlKernelEvents(ImportContext context, LogFileHeader header, EtlSamples samples, EtlStackKeys keys) {
        this.context = context;
        this.header = header;
        this.keys = keys;
        processes = context.processes();
        handlers = new EtwEvents(context);
        files = new EtlFileEvents(header, handlers);
        this.samples = samples;
    }

    /// Returns whether an event has a handler.
    boolean hasHandler(EtlEvent e) {
        return switch (e.group) {
            case DISK -> files.isDiskAccess(e.opcode);
            case FILE -> files.isFileEvent(e.opcode);
            case PROCESS -> e.opcode >= START && e.opcode <= LISTED_AT_END;
            case THREAD ->
                e.opcode >= START && e.opcode <= LISTED_AT_END
                        || e.opcode == SWITCHED
                        || e.opcode == READY
                        || e.opcode == NAMED;
            case PERFINFO ->
                e.opcode == SAMPLE
                        || e.opcode == COUNTER_SAMPLE
                        || e.opcode == MARK
                        || e.opcode >= THREADED_DPC && e.opcode <= TIMER_DPC;
            case STACK -> e.opcode == STACK_WALK || e.opcode == KERNEL_STACK || e.opcode == USER_STACK;
            default -> false;
        };
    }

    /// Returns the time at which an event takes effect, in ticks of the file's clock: a stack at the time of
    /// the event to which it belongs, and an operation reported at its end at its start.
    long time(EtlEvent e) {
        boolean hasStartTime = e.group == STACK || e.group == PERFINFO && e.opcode >= THREADED_DPC;
        if (hasStartTime) {
            return e.payload.ulong(0);
        }
        return e.group == DISK ? e.time - Math.clamp(files.responseTicks(e), 0, Math.max(0, e.time)) : e.time;
    }

    void read(long ts, int cpu, EtlEvent e) {
        samples.writeBefore(ts);
        switch (e.group) {
            case PROCESS -> process(ts, e);
            case THREAD -> handleThread(ts, cpu, e);
            case PERFINFO -> handlePerfInfo(ts, cpu, e);
            case STACK -> samples.handleStack(ts, e.payload.uint(12), addresses(e));
            default -> files.read(ts, cpu, e);
        }
    }

    /// Returns the addresses of a stack: stored in the event itself, or referred to by a key.
    private long[] addresses(EtlEvent e) {
        return e.opcode == STACK_WALK
                ? EtlStackKeys.addresses(e.payload, ADDRESSES, Integer.MAX_VALUE)
                : keys.find(e.payload.pointer(ADDRESSES), e.time);
    }

    private void process(long ts, EtlEvent e) {
        EtlPayload p = e.payload;
        if (e.version < 1) {
            return;
        }
        long pid = p.uint(p.offsetAfter(0, 1));
        if (e.opcode == START) {
            endProcess(pid, removeEnd(endedProcesses, pid));
        }
        int upid = processes.processWithoutMainThread(pid);
        if (e.opcode == START) {
            processes.setStartIfUnset(upid, ts);
        }
        long parent = p.uint(p.offsetAfter(4, 1));
        if (parent != 0 && parent != pid) {
            processes.setParent(upid, processes.processWithoutMainThread(parent), ts);
        }
        // The user's SID follows the exit code and, in later versions, the page table and flags.
        int offset =
                e.version >= 4 ? p.offsetAfter(20, 2) : e.version == 3 ? p.offsetAfter(16, 2) : p.offsetAfter(16, 1);
        offset = offsetAfterUser(p, offset);
        String image = p.ascii(offset);
        String commandLine = e.version >= 2 ? p.utf16(offset + p.asciiLength(offset) + 1) : "";
        if (!image.isEmpty()) {
            int name = context.strings().intern(image);
            if (commandLine.isEmpty()) {
                processes.setProcessName(upid, name, NamePriority.OfProcess.SYSTEM);
            } else {
                processes.setProcessMetadata(upid, name, context.strings().intern(commandLine));
            }
        }
        if (e.opcode == END) {
            endedProcesses.put(pid, ts);
        }
    }

    private static long removeEnd(Map<Long, Long> ends, long id) {
        Long end = ends.remove(id);
        return end == null ? NOT_ENDED : end;
    }

    private void endProcess(long pid, long ts) {
        if (ts != NOT_ENDED) {
            processes.endProcess(ts, pid);
        }
    }

    private void endThread(long tid, long ts) {
        if (ts != NOT_ENDED) {
            processes.endThread(ts, tid);
        }
    }

    /// Returns the offset after a user: 0, or a structure of two pointers and a SID.
    private static int offsetAfterUser(EtlPayload p, int offset) {
        if (p.uint(offset) == 0) {
            return offset + Integer.BYTES;
        }
        int sid = offset + 2 * p.pointerSize();
        return sid + 8 + 4 * p.ubyte(sid + 1);
    }

    private void handleThread(long ts, int cpu, EtlEvent e) {
        EtlPayload p = e.payload;
        switch (e.opcode) {
            case SWITCHED -> onSwitched(ts, cpu, p);
            case READY -> onReady(ts, cpu, e);
            case NAMED -> setThreadName(processThread(p.uint(0), p.uint(4)), p.utf16(8));
            default -> {
                long pid = p.uint(0);
                long tid = p.uint(4);
                if (e.opcode == START) {
                    endThread(tid, removeEnd(endedThreads, tid));
                    processes.startThread(ts, tid);
                }
                int utid = processThread(pid, tid);
                // Base pointers, start addresses, the TEB and two words precede the name.
                if (e.version >= 3) {
                    setThreadName(utid, p.utf16(p.offsetAfter(16, 7)));
                }
                if (e.opcode == END) {
                    endedThreads.put(tid, ts);
                }
            }
        }
    }

    private int processThread(long pid, long tid) {
        return processes.threadWithParent(tid, processes.processWithoutMainThread(pid), false);
    }

    private void setThreadName(int utid, String name) {
        if (!name.isEmpty()) {
            processes.setThreadName(utid, context.strings().intern(name), NamePriority.OfThread.ETW);
        }
    }

    private void onSwitched(long ts, int cpu, EtlPayload p) {
        byte priority = (byte) p.ubyte(8);
        fields.clear()
                .number(CSwitchEtwEvent.NEW_THREAD_ID_FIELD_NUMBER, p.uint(0))
                .number(CSwitchEtwEvent.OLD_THREAD_ID_FIELD_NUMBER, p.uint(4))
                .number(CSwitchEtwEvent.NEW_THREAD_PRIORITY_FIELD_NUMBER, priority << 1 ^ priority >> 31)
                .number(CSwitchEtwEvent.OLD_THREAD_WAIT_REASON_INT_FIELD_NUMBER, p.ubyte(12))
                .number(CSwitchEtwEvent.OLD_THREAD_STATE_FIELD_NUMBER, p.ubyte(14));
        handle(ts, cpu, EtwTraceEvent.C_SWITCH_FIELD_NUMBER, -1);
    }

    private void onReady(long ts, int cpu, EtlEvent e) {
        fields.clear().number(ReadyThreadEtwEvent.T_THREAD_ID_FIELD_NUMBER, e.payload.uint(0));
        long waker = e.tid >= 0 ? e.tid : handlers.runningOn(cpu);
        handle(ts, cpu, EtwTraceEvent.READY_THREAD_FIELD_NUMBER, waker);
    }

    private void handle(long ts, int cpu, int field, long tid) {
        message.clear().bytes(field, fields.buffer(), 0, fields.size());
        if (tid >= 0) {
            message.number(EtwTraceEvent.THREAD_ID_FIELD_NUMBER, tid);
        }
        handlers.read(ts, cpu, message.buffer(), 0, message.size());
    }

    private void handlePerfInfo(long ts, int cpu, EtlEvent e) {
        EtlPayload p = e.payload;
        switch (e.opcode) {
            case SAMPLE, COUNTER_SAMPLE -> {
                EtlSamples.Kind kind = e.opcode == SAMPLE ? EtlSamples.Kind.TIME : EtlSamples.Kind.COUNTER;
                samples.addSample(kind, ts, cpu, p.uint(p.offsetAfter(0, 1)), p.pointer(0), e.is64);
            }
            case MARK ->
                context.slices()
                        .scoped(
                                ts,
                                0,
                                context.tracks().intern(MARKS, context.strings().intern("Marks")),
                                StringPool.NULL,
                                context.strings().intern(p.ascii(0)),
                                null);
            default -> interrupt(ts, cpu, e);
        }
    }

    private void interrupt(long ts, int cpu, EtlEvent e) {
        EtlPayload p = e.payload;
        String kind = switch (e.opcode) {
            case INTERRUPT -> "ISR";
            case THREADED_DPC -> "Threaded DPC";
            case TIMER_DPC -> "Timer DPC";
            default -> "DPC";
        };
        long dur = Math.max(0, header.durationNs(Math.max(0, e.time - p.ulong(0))));
        int track = context.tracks().intern(INTERRUPTS, context.strings().intern("Interrupts on CPU " + cpu), cpu);
        context.slices()
                .scoped(
                        ts,
                        dur,
                        track,
                        context.strings().intern(kind),
                        context.strings().intern(kind + " " + samples.routineName(p.pointer(8))),
                        e.opcode == INTERRUPT
                                ? b -> b.addUint(context.strings().intern("vector"), p.ubyte(p.offsetAfter(9, 1)))
                                : null);
    }

    void finish() {
        samples.writeBefore(Long.MAX_VALUE);
        handlers.finish();
        endedThreads.forEach(this::endThread);
        endedProcesses.forEach(this::endProcess);
    }
}
