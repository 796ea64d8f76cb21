package traceglass.ingest.ftrace.event;

import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.store.table.StringPool;

/// The kernel event that a handler is called for: when and where it happened, and its fields by their numbers. One
/// instance is used over and over; a handler keeps nothing of it.
///
/// A field that the event has not reads as 0, or as NULL where a text is asked for. Of a field that is there twice the
/// last counts; see [#repeated] for those that are meant to be.
public final class KernelEvent {

    private static final int MAX_FIELDS = 64;
    /// `InternedData.kernel_symbols`.
    private static final int KERNEL_SYMBOLS = 26;

    private final StringPool strings;
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor repeatedCursor = new ProtoCursor();
    private final long[] values = new long[MAX_FIELDS];
    private final int[] offsets = new int[MAX_FIELDS];
    private final int[] lengths = new int[MAX_FIELDS];
    /// A bit for each field that the event has.
    private long seen;

    private byte[] buffer;
    private int offset;
    private int length;
    private SequenceState state;
    private long ts;
    private int cpu;
    private long tid;
    private int id;

    /// An event that takes one after the other.
    public KernelEvent(StringPool strings) {
        this.strings = strings;
    }

    /// Begins the next event; [#setTid] and [#setFields] complete it.
    public void set(long eventTs, int onCpu, long ofTid, SequenceState sequenceState) {
        ts = eventTs;
        cpu = onCpu;
        tid = ofTid;
        state = sequenceState;
    }

    /// Sets the thread that the event happened in.
    public void setTid(long ofTid) {
        tid = ofTid;
    }

    /// Sets which event it is and where its encoded fields are.
    public void setFields(int eventId, byte[] bytes, int from, int size) {
        id = eventId;
        buffer = bytes;
        offset = from;
        length = size;
    }

    /// Decodes the fields, so that they can be asked for.
    public void decode() {
        long there = 0;
        ProtoCursor c = cursor.enter(buffer, offset, length);
        while (c.next()) {
            int field = c.field();
            if (field < MAX_FIELDS) {
                there |= 1L << field;
                values[field] = c.asLong();
                boolean bytes = c.wire() == ProtoCursor.BYTES;
                lengths[field] = bytes ? c.length() : -1;
                if (bytes) {
                    offsets[field] = c.offset();
                }
            }
        }
        seen = there;
    }

    /// Trace time, ns.
    public long ts() {
        return ts;
    }

    /// The CPU that it happened on.
    public int cpu() {
        return cpu;
    }

    /// The thread that ran there; 0 is the idle thread.
    public long tid() {
        return tid;
    }

    /// Number of the event: its field in `FtraceEvent`.
    public int id() {
        return id;
    }

    /// The bytes that hold its encoded fields, from [#offset] on.
    public byte[] buffer() {
        return buffer;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    /// Whether the event has a field.
    public boolean has(int field) {
        return (seen & 1L << field) != 0;
    }

    /// Value of a 64-bit field.
    public long asLong(int field) {
        return (seen & 1L << field) != 0 ? values[field] : 0;
    }

    /// Value of an int32 field.
    public int asInt(int field) {
        return (int) asLong(field);
    }

    /// Value of a uint32 field, or of an int32 field read as one.
    public long asUint32(int field) {
        return asLong(field) & 0xFFFF_FFFFL;
    }

    /// A field as a truth value; false if the event has none.
    public boolean asBool(int field) {
        return asLong(field) != 0;
    }

    /// Value of a 64-bit field without sign, as a float.
    public double asUnsignedDouble(int field) {
        long v = asLong(field);
        return v >= 0 ? v : (v >>> 1 | v & 1) * 2.0;
    }

    /// Id of a field's text, [StringPool#NULL] if the event has none.
    public int stringId(int field) {
        return has(field) && lengths[field] >= 0
                ? strings.intern(buffer, offsets[field], lengths[field])
                : StringPool.NULL;
    }

    /// A field's text, empty if the event has none.
    public String string(int field) {
        return has(field) && lengths[field] >= 0
                ? new String(buffer, offsets[field], lengths[field], java.nio.charset.StandardCharsets.UTF_8)
                : "";
    }

    /// Where the bytes of a field begin in [#buffer].
    public int bytesOffset(int field) {
        return offsets[field];
    }

    /// How many bytes a field has, 0 if the event has none.
    public int bytesLength(int field) {
        return has(field) ? Math.max(0, lengths[field]) : 0;
    }

    /// A walk over all fields of the event, for those that repeat. Valid until the next call.
    public ProtoCursor repeated() {
        return repeatedCursor.enter(buffer, offset, length);
    }

    /// Id of the name of a kernel function that the event gives by number; -1 if the trace has none for it.
    public int symbol(long number) {
        return state.internedString(KERNEL_SYMBOLS, number);
    }

    /// The same, or the number as text.
    public int symbolOrAddress(long number) {
        int name = symbol(number);
        return name >= 0 ? name : strings.intern(number == 0 ? "0" : "0x" + Long.toHexString(number));
    }
}
