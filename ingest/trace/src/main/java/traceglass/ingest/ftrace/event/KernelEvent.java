package traceglass.ingest.ftrace.event;

import java.nio.charset.StandardCharsets;
import java.util.function.LongToIntFunction;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.InternedData;
import traceglass.store.table.StringPool;

/// Kernel event passed to a handler: its time, CPU, thread, and fields by number. The instance is reused, so handlers
/// must not keep it.
///
/// A missing field reads as 0, or as NULL if it is read as a string. If a field occurs twice, the last value counts;
/// use [#repeated] for repeated fields.
public final class KernelEvent {

    private static final int MAX_FIELDS = 64;

    private final StringPool strings;
    private final LongToIntFunction functions;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor repeatedCursor = new ProtoCursor();
    private final long[] values = new long[MAX_FIELDS];
    private final int[] offsets = new int[MAX_FIELDS];
    private final int[] lengths = new int[MAX_FIELDS];
    /// Bit set of the fields that are present.
    private long presentFields;

    private byte[] buffer;
    private int offset;
    private int length;
    private SequenceState state;
    private long ts;
    private int cpu;
    private long tid;
    private int id;

    /// Creates a reusable event.
    public KernelEvent(StringPool strings) {
        this(strings, address -> -1);
    }

    /// Creates a reusable event for a format without packet sequences.
    ///
    /// @param functions returns the string id of the kernel function at an address, or -1
    public KernelEvent(StringPool strings, LongToIntFunction functions) {
        this.strings = strings;
        this.functions = functions;
    }

    /// Starts the next event; [#setTid] and [#setFields] complete it.
    ///
    /// @param sequenceState state of the packet sequence that numbers the kernel symbols; null if events refer to
    ///     kernel functions by address
    public void set(long eventTs, int eventCpu, long eventTid, SequenceState sequenceState) {
        ts = eventTs;
        cpu = eventCpu;
        tid = eventTid;
        state = sequenceState;
    }

    /// Sets the thread in which the event happened.
    public void setTid(long eventTid) {
        tid = eventTid;
    }

    /// Sets the event number and the position of the encoded fields.
    public void setFields(int eventId, byte[] bytes, int from, int size) {
        id = eventId;
        buffer = bytes;
        offset = from;
        length = size;
    }

    /// Decodes the fields; required before they are read.
    public void decode() {
        long present = 0;
        ProtoCursor c = cursor.enter(buffer, offset, length);
        while (c.next()) {
            int field = c.field();
            if (field < MAX_FIELDS) {
                present |= 1L << field;
                values[field] = c.asLong();
                boolean isLengthDelimited = c.wire() == ProtoCursor.BYTES;
                lengths[field] = isLengthDelimited ? c.length() : -1;
                if (isLengthDelimited) {
                    offsets[field] = c.offset();
                }
            }
        }
        presentFields = present;
    }

    /// Returns the trace time in ns.
    public long ts() {
        return ts;
    }

    /// Returns the CPU on which the event happened.
    public int cpu() {
        return cpu;
    }

    /// Returns the thread that was running; 0 is the idle thread.
    public long tid() {
        return tid;
    }

    /// Returns the event number: its field number in `FtraceEvent`.
    public int id() {
        return id;
    }

    /// Returns the buffer with the encoded fields, which start at [#offset].
    public byte[] buffer() {
        return buffer;
    }

    /// Returns the offset of the encoded fields in [#buffer].
    public int offset() {
        return offset;
    }

    /// Returns the length of the encoded fields in bytes.
    public int length() {
        return length;
    }

    /// Returns whether a field is present.
    public boolean has(int field) {
        return (presentFields & 1L << field) != 0;
    }

    /// Returns the value of a 64-bit field.
    public long asLong(int field) {
        return (presentFields & 1L << field) != 0 ? values[field] : 0;
    }

    /// Returns the value of an int32 field.
    public int asInt(int field) {
        return (int) asLong(field);
    }

    /// Returns the value of a uint32 field, or of an int32 field read as uint32.
    public long asUint32(int field) {
        return asLong(field) & 0xFFFF_FFFFL;
    }

    /// Returns the value of a boolean field; false if it is missing.
    public boolean asBool(int field) {
        return asLong(field) != 0;
    }

    /// Returns the value of an unsigned 64-bit field as a double.
    public double asUnsignedDouble(int field) {
        long v = asLong(field);
        return v >= 0 ? v : (v >>> 1 | v & 1) * 2.0;
    }

    /// Returns the string id of a string field; [StringPool#NULL] if it is missing.
    public int stringId(int field) {
        return has(field) && lengths[field] >= 0
                ? strings.intern(buffer, offsets[field], lengths[field])
                : StringPool.NULL;
    }

    /// Returns the value of a string field; empty if it is missing.
    public String string(int field) {
        return has(field) && lengths[field] >= 0
                ? new String(buffer, offsets[field], lengths[field], StandardCharsets.UTF_8)
                : "";
    }

    /// Returns the offset in [#buffer] of the bytes of a field; undefined if it is missing.
    public int bytesOffset(int field) {
        return offsets[field];
    }

    /// Returns the length in bytes of a field; 0 if it is missing.
    public int bytesLength(int field) {
        return has(field) ? Math.max(0, lengths[field]) : 0;
    }

    /// Returns a cursor over all fields, for repeated fields. Valid until the next call.
    public ProtoCursor repeated() {
        return repeatedCursor.enter(buffer, offset, length);
    }

    /// Returns the string id of the kernel function with the given symbol number or address; -1 if the trace does
    /// not define it.
    public int symbol(long number) {
        return state == null
                ? functions.applyAsInt(number)
                : state.internedString(InternedData.KERNEL_SYMBOLS_FIELD_NUMBER, number);
    }

    /// Returns the string id of the kernel function with the given symbol number, or of the formatted number if the
    /// trace does not define it.
    public int symbolOrAddress(long number) {
        int name = symbol(number);
        return name >= 0 ? name : strings.intern(number == 0 ? "0" : "0x" + Long.toHexString(number));
    }
}
