package traceglass.ingest.ftrace;

import java.util.function.LongUnaryOperator;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.ftrace.format.EventField;
import traceglass.ingest.ftrace.format.EventFormat;
import traceglass.ingest.ftrace.format.EventFormats;
import traceglass.ingest.ftrace.format.RecordEncoder;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.SysEnterFtraceEvent;
import traceglass.protos.ftrace.SysExitFtraceEvent;

/// Converts the kernel's own records of events, whose layout the recording describes, to rows in time order: a raw row
/// for each event, and the slices, counters and states that the same event in Perfetto's format would create.
///
/// System calls that have their own events (`sys_enter_openat`) become slices like those of `raw_syscalls`, unless
/// the recording has both.
public final class RecordedEvents {

    private static final String ENTER = "sys_enter_";
    private static final String EXIT = "sys_exit_";

    private final ImportContext context;
    private final EventFormats formats;
    private final LongUnaryOperator tids;
    private final RecordEncoder encoder;
    private final KernelEvent event;
    private final LongIntMap functionIds = new LongIntMap();
    private final ProtoBytes call = new ProtoBytes();
    private KernelEventRows rows;
    private boolean hasRawSyscalls;
    private boolean ignoresScheduling;

    public RecordedEvents(ImportContext context, EventFormats formats) {
        this(context, formats, tid -> tid);
    }

    /// @param tids converts the kernel's thread numbers to those of the trace, for recordings in a pid namespace
    public RecordedEvents(ImportContext context, EventFormats formats, LongUnaryOperator tids) {
        this.tids = tids;
        this.context = context;
        this.formats = formats;
        encoder = new RecordEncoder(formats, tids);
        event = new KernelEvent(context.strings(), this::function);
    }

    /// Adds only raw rows for scheduling events, for recordings of selected threads: without all threads, it is
    /// unknown which thread runs on which CPU.
    public void ignoreScheduling() {
        ignoresScheduling = true;
    }

    private int function(long address) {
        int existing = functionIds.get(address);
        if (existing == LongIntMap.NONE) {
            String name = formats.names().function(address);
            if (name == null) {
                return -1;
            }
            existing = context.strings().intern(name);
            functionIds.put(address, existing);
        }
        return existing;
    }

    /// Adds the rows of a record, which begins with its common fields. Returns false, without adding rows, if the
    /// recording does not describe the event.
    ///
    /// @param ts trace time in ns
    public boolean add(long ts, int cpu, byte[] bytes, int offset, int length) {
        if (length < Long.BYTES) {
            return false;
        }
        boolean isBigEndian = formats.isBigEndian();
        int first = bytes[offset] & 0xff;
        int second = bytes[offset + 1] & 0xff;
        int type = isBigEndian ? first << Byte.SIZE | second : second << Byte.SIZE | first;
        EventFormat format = formats.get(type);
        if (format == null || !encoder.encode(type, bytes, offset, length)) {
            return false;
        }
        if (rows == null) {
            rows = new KernelEventRows(context);
        }
        EventField pid = format.commonField("common_pid");
        int pidOffset = pid == null ? Integer.BYTES : pid.offset();
        long tid = pidOffset + Integer.BYTES <= length
                ? tids.applyAsLong(int32(bytes, offset + pidOffset, isBigEndian) & 0xFFFF_FFFFL)
                : 0;
        if (cpu >= 0 && !ignoresScheduling) {
            rows.sched().markRunning(ts, cpu, tid);
        }
        ProtoBytes fields = encoder.fields();
        event.set(ts, cpu, tid, null);
        event.setFields(encoder.eventId(), fields.buffer(), 0, fields.size());
        hasRawSyscalls |= encoder.eventId() == FtraceEvent.SYS_ENTER_FIELD_NUMBER;
        if (ignoresScheduling && format.system().equals("sched")) {
            rows.addRawOnly(event);
        } else {
            rows.add(event, false, true, true);
        }
        if (format.system().equals("syscalls") && !hasRawSyscalls) {
            writeSystemCall(format, bytes, offset, length);
        }
        return true;
    }

    /// Returns whether the event with this number is `sched_switch`.
    public boolean isSchedSwitch(int type) {
        EventFormat format = formats.get(type);
        return format != null && format.name().equals("sched_switch");
    }

    private void writeSystemCall(EventFormat format, byte[] bytes, int offset, int length) {
        boolean isEnter = format.name().startsWith(ENTER);
        if (!isEnter && !format.name().startsWith(EXIT)) {
            return;
        }
        call.clear();
        int arguments = 0;
        for (EventField f : format.fields()) {
            if (f.offset() + f.size() > length || f.size() != Integer.BYTES && f.size() != Long.BYTES) {
                continue;
            }
            boolean isBigEndian = formats.isBigEndian();
            long value = f.size() == Integer.BYTES
                    ? int32(bytes, offset + f.offset(), isBigEndian)
                    : int64(bytes, offset + f.offset(), isBigEndian);
            if (f.name().equals("__syscall_nr") || f.name().equals("nr")) {
                call.number(isEnter ? SysEnterFtraceEvent.ID_FIELD_NUMBER : SysExitFtraceEvent.ID_FIELD_NUMBER, value);
            } else if (isEnter && arguments++ < 6) {
                call.number(SysEnterFtraceEvent.ARGS_FIELD_NUMBER, value);
            } else if (f.name().equals("ret")) {
                call.number(SysExitFtraceEvent.RET_FIELD_NUMBER, value);
            }
        }
        event.setFields(
                isEnter ? FtraceEvent.SYS_ENTER_FIELD_NUMBER : FtraceEvent.SYS_EXIT_FIELD_NUMBER,
                call.buffer(),
                0,
                call.size());
        rows.handle(event);
    }

    private static int int32(byte[] b, int offset, boolean isBigEndian) {
        int value = b[offset] & 0xff | (b[offset + 1] & 0xff) << 8 | (b[offset + 2] & 0xff) << 16 | b[offset + 3] << 24;
        return isBigEndian ? Integer.reverseBytes(value) : value;
    }

    private static long int64(byte[] b, int offset, boolean isBigEndian) {
        long low = int32(b, offset, false) & 0xFFFF_FFFFL;
        long value = low | (long) int32(b, offset + Integer.BYTES, false) << 32;
        return isBigEndian ? Long.reverseBytes(value) : value;
    }
}
