package traceglass.ingest.ftrace.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.ftrace.format.EventField.Kind;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericFtraceEvent;

/// Converts binary records of kernel events to the fields of the schema (`FtraceEvent`): those of the event's own
/// message if the schema has the event, otherwise those of a `GenericFtraceEvent`, which include their names.
public final class RecordEncoder {

    /// Types of `FieldDescriptorProto`.
    private static final int TYPE_UINT32 = 13;
    private static final int TYPE_STRING = 9;
    private static final int TYPE_MESSAGE = 11;
    /// Maximum number of elements of an array that become arguments.
    private static final int MAX_ELEMENTS = 32;
    private static final int LENGTH_SHIFT = 16;
    private static final int OFFSET_MASK = 0xFFFF;

    private final EventFormats formats;
    private final LongUnaryOperator tids;
    private final LongMap<Plan> plans = new LongMap<>();
    private final ProtoBytes fields = new ProtoBytes();
    private final ProtoBytes generic = new ProtoBytes();
    private int eventId;

    /// How to encode one event.
    ///
    /// @param eventId field number in `FtraceEvent`
    /// @param name UTF-8 name of the event, for events that are not in the schema
    private record Plan(EventFormat format, int eventId, byte[] name, List<Target> targets) {}

    /// A field and its counterpart in the schema.
    ///
    /// @param number field number; 0 in generic events
    /// @param names UTF-8 name of the field, then of each element of an array
    private record Target(EventField field, int number, int protoType, byte[][] names) {}

    public RecordEncoder(EventFormats formats) {
        this(formats, tid -> tid);
    }

    /// @param tids converts the kernel's thread numbers to those of the trace
    public RecordEncoder(EventFormats formats, LongUnaryOperator tids) {
        this.formats = formats;
        this.tids = tids;
    }

    /// Encodes a record; [#eventId] and [#fields] hold the result.
    ///
    /// @param offset start of the record, which begins with its common fields
    /// @param length length of the record in bytes
    /// @return false if the event is unknown
    public boolean encode(int type, byte[] bytes, int offset, int length) {
        Plan plan = plans.get(type);
        if (plan == null) {
            EventFormat format = formats.get(type);
            if (format == null) {
                return false;
            }
            plan = plan(format);
            plans.put(type, plan);
        }
        eventId = plan.eventId;
        fields.clear();
        if (plan.name != null) {
            fields.bytes(GenericFtraceEvent.EVENT_NAME_FIELD_NUMBER, plan.name);
        }
        for (int i = 0; i < plan.targets.size(); i++) {
            encode(plan.targets.get(i), bytes, offset, length);
        }
        return true;
    }

    /// Returns the field number of the event in `FtraceEvent`.
    public int eventId() {
        return eventId;
    }

    /// Returns the encoded fields, valid until the next call of [#encode].
    public ProtoBytes fields() {
        return fields;
    }

    private static Plan plan(EventFormat format) {
        int id = EventNames.number(format.name());
        if (id > 0) {
            Map<String, MessageType.Field> schema = new HashMap<>();
            for (MessageType.Field f : EventNames.fields(id)) {
                if (f.type() != TYPE_MESSAGE) {
                    schema.put(f.name(), f);
                }
            }
            List<Target> targets = new ArrayList<>();
            for (EventField f : format.fields()) {
                MessageType.Field s = schema.get(f.name());
                if (s != null) {
                    targets.add(new Target(f, s.number(), s.type(), null));
                }
            }
            if (!targets.isEmpty() || format.fields().isEmpty()) {
                return new Plan(format, id, null, targets);
            }
        }
        List<Target> targets = new ArrayList<>();
        for (EventField f : format.fields()) {
            targets.add(new Target(f, 0, 0, names(f)));
        }
        return new Plan(
                format, FtraceEvent.GENERIC_FIELD_NUMBER, format.name().getBytes(StandardCharsets.UTF_8), targets);
    }

    private static byte[][] names(EventField f) {
        boolean isArray =
                f.kind() == Kind.NUMBERS || f.kind() == Kind.LOCATED_NUMBERS || f.kind() == Kind.RELATIVE_NUMBERS;
        byte[][] names = new byte[isArray ? 1 + MAX_ELEMENTS : 1][];
        for (int i = 0; i < names.length; i++) {
            names[i] = (i == 0 ? f.name() : f.name() + "[" + (i - 1) + "]").getBytes(StandardCharsets.UTF_8);
        }
        return names;
    }

    private void encode(Target t, byte[] bytes, int start, int length) {
        EventField f = t.field;
        int offset = f.offset();
        int size = f.size() == 0 && f.kind() != Kind.NUMBER ? length - offset : f.size();
        if (size < 0 || offset + size > length) {
            return;
        }
        switch (f.kind()) {
            case NUMBER -> writeNumber(t, 0, value(f, bytes, start + offset, size));
            case POINTER -> writePointer(t, value(f, bytes, start + offset, size));
            case TEXT -> writeText(t, bytes, start + offset, size);
            case NUMBERS -> writeNumbers(t, bytes, start + offset, size);
            case LOCATED_TEXT, LOCATED_NUMBERS -> writeLocated(t, bytes, start, length, 0);
            case RELATIVE_TEXT, RELATIVE_NUMBERS -> writeLocated(t, bytes, start, length, offset + size);
            case OPAQUE -> {}
        }
    }

    /// @param base offset in the record to which the location is relative
    private void writeLocated(Target t, byte[] bytes, int start, int length, int base) {
        if (t.field.size() != Integer.BYTES) {
            return;
        }
        int location = (int) read(bytes, start + t.field.offset(), Integer.BYTES);
        int size = location >>> LENGTH_SHIFT;
        int offset = base + (location & OFFSET_MASK);
        if (offset + size > length) {
            return;
        }
        boolean isText = t.field.kind() == Kind.LOCATED_TEXT || t.field.kind() == Kind.RELATIVE_TEXT;
        if (isText) {
            writeText(t, bytes, start + offset, size);
        } else {
            writeNumbers(t, bytes, start + offset, size);
        }
    }

    private void writeText(Target t, byte[] bytes, int offset, int size) {
        int end = offset;
        while (end < offset + size && bytes[end] != 0) {
            end++;
        }
        if (t.number > 0) {
            if (t.protoType == TYPE_STRING) {
                fields.bytes(t.number, bytes, offset, end - offset);
            }
        } else {
            startGenericField(t, 0).bytes(GenericFtraceEvent.Field.STR_VALUE_FIELD_NUMBER, bytes, offset, end - offset);
            addGenericField();
        }
    }

    private void writeNumbers(Target t, byte[] bytes, int offset, int size) {
        int elementSize = Math.max(1, t.field.elementSize());
        if (elementSize > Long.BYTES) {
            return;
        }
        int count = Math.min(size / elementSize, MAX_ELEMENTS);
        for (int i = 0; i < count; i++) {
            writeNumber(t, i + 1, value(t.field, bytes, offset + i * elementSize, elementSize));
        }
    }

    private void writePointer(Target t, long address) {
        if (t.number > 0 && t.protoType != TYPE_STRING) {
            fields.number(t.number, address);
            return;
        }
        String text = formats.names().text(address);
        if (text == null) {
            text = formats.names().function(address);
        }
        byte[] utf8 = (text != null ? text : "0x" + Long.toHexString(address)).getBytes(StandardCharsets.UTF_8);
        if (t.number > 0) {
            fields.bytes(t.number, utf8);
        } else {
            startGenericField(t, 0).bytes(GenericFtraceEvent.Field.STR_VALUE_FIELD_NUMBER, utf8);
            addGenericField();
        }
    }

    private void writeNumber(Target t, int name, long value) {
        if (t.number > 0) {
            if (t.protoType != TYPE_STRING) {
                fields.number(t.number, t.protoType == TYPE_UINT32 ? value & 0xFFFF_FFFFL : value);
            }
            return;
        }
        startGenericField(t, name)
                .number(
                        t.field.isSigned()
                                ? GenericFtraceEvent.Field.INT_VALUE_FIELD_NUMBER
                                : GenericFtraceEvent.Field.UINT_VALUE_FIELD_NUMBER,
                        value);
        addGenericField();
    }

    private ProtoBytes startGenericField(Target t, int name) {
        return generic.clear().bytes(GenericFtraceEvent.Field.NAME_FIELD_NUMBER, t.names[name]);
    }

    private void addGenericField() {
        fields.bytes(GenericFtraceEvent.FIELD_FIELD_NUMBER, generic.buffer(), 0, generic.size());
    }

    private long value(EventField f, byte[] bytes, int offset, int size) {
        long value = read(bytes, offset, size);
        if (f.isSigned() && size < Long.BYTES) {
            int unused = Long.SIZE - size * Byte.SIZE;
            long signed = value << unused >> unused;
            return f.type().equals("pid_t") ? tids.applyAsLong(signed) : signed;
        }
        return f.type().equals("dev_t") ? userDevice(value) : value;
    }

    /// Converts a device number from the encoding of the kernel to that of user space, which the schema uses.
    private static long userDevice(long kernel) {
        long major = kernel >>> 20;
        long minor = kernel & 0xFFFFF;
        return minor & 0xFF | major << 8 | (minor & ~0xFFL) << 12;
    }

    private long read(byte[] bytes, int offset, int size) {
        long value = 0;
        for (int i = 0; i < size; i++) {
            int from = formats.isBigEndian() ? offset + i : offset + size - 1 - i;
            value = value << Byte.SIZE | bytes[from] & 0xff;
        }
        return value;
    }
}
