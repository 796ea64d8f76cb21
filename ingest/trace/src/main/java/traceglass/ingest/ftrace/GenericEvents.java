package traceglass.ingest.ftrace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.kernel.RawEvents;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.common.DescriptorProtoDecoder;
import traceglass.protos.common.FieldDescriptorProto;
import traceglass.protos.common.FieldDescriptorProtoDecoder;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericEventDescriptorDecoder;
import traceglass.protos.ftrace.GenericFtraceEventDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Kernel events that are not in the schema: those described in the trace (`generic_event_descriptors`), and older ones
/// that contain the names of their fields (`GenericFtraceEvent`).
final class GenericEvents {

    /// Field numbers of the encoding in which described events, with their field names and types, are stored.
    static final int STORED_FIELD = 1;
    static final int STORED_NAME = 1;
    static final int STORED_TYPE = 2;
    static final int STORED_NUMBER = 3;
    static final int STORED_BYTES = 4;

    /// Field of a described event.
    ///
    /// @param type number of its `FieldDescriptorProto.Type`
    record Field(int nameId, byte[] name, int type) {}

    /// Described event, with its fields by number; null for unused numbers.
    record DescribedEvent(int nameId, Field[] fields) {}

    private final ImportContext context;
    private final RawEvents raw;
    private final KernelTrackEvents trackEvents;
    private final Map<Integer, DescribedEvent> described = new HashMap<>();
    private final GenericEventDescriptorDecoder description = new GenericEventDescriptorDecoder();
    private final ProtoBytes stored = new ProtoBytes();
    private final ProtoBytes storedField = new ProtoBytes();

    GenericEvents(ImportContext context, RawEvents raw) {
        this.context = context;
        this.raw = raw;
        trackEvents = new KernelTrackEvents(context);
    }

    /// Reads a `GenericEventDescriptor`. Further descriptors of the same event are ignored.
    void describe(byte[] bytes, int from, int size) {
        description.decode(bytes, from, size);
        int id = description.fieldId();
        if (described.containsKey(id)) {
            return;
        }
        DescriptorProtoDecoder descriptor = new DescriptorProtoDecoder();
        descriptor.decode(bytes, description.eventDescriptorOffset(), description.eventDescriptorLength());
        DescribedEvent event = parse(descriptor);
        if (event == null) {
            context.stats().increment(StatNames.FTRACE_GENERIC_DESCRIPTOR_ERRORS);
            return;
        }
        described.put(id, event);
        trackEvents.describe(id, event);
    }

    /// Reads a `DescriptorProto`.
    ///
    /// @return null if a field has an invalid number or type
    private @Nullable DescribedEvent parse(DescriptorProtoDecoder event) {
        StringPool strings = context.strings();
        Field[] fields = new Field[0];
        FieldDescriptorProtoDecoder field = new FieldDescriptorProtoDecoder();
        for (int i = 0; i < event.fieldCount(); i++) {
            int number = event.field(i, field).numberField();
            int type = field.type();
            if (number < 0 || number >= EventNames.MAX_FIELDS || type > FieldDescriptorProto.Type.TYPE_SINT64_VALUE) {
                return null;
            }
            if (number >= fields.length) {
                fields = Arrays.copyOf(fields, number + 1);
            }
            int id = strings.intern(field.name());
            fields[number] = new Field(id, strings.utf8(id), type);
        }
        return new DescribedEvent(event.nameId(strings), fields);
    }

    /// Adds the raw row of a described event, and its slice or counter if the event follows the naming convention
    /// of kernel track events.
    void add(KernelEvent e, boolean isRawOnly) {
        if (!isRawOnly) {
            trackEvents.handleEvent(e);
        }
        DescribedEvent event = described.get(e.id());
        if (event == null) {
            context.stats().increment(StatNames.FTRACE_GENERIC_DESCRIPTOR_ERRORS);
            return;
        }
        int utid = context.processes().thread(e.tid());
        stored.clear();
        ProtoCursor c = e.repeated();
        while (c.next()) {
            Field field = c.field() < event.fields().length ? event.fields()[c.field()] : null;
            if (field == null || field.type() == 0) {
                context.stats().increment(StatNames.FTRACE_GENERIC_DESCRIPTOR_ERRORS);
                continue;
            }
            storedField.clear().bytes(STORED_NAME, field.name()).number(STORED_TYPE, field.type());
            if (c.wire() == ProtoCursor.BYTES) {
                storedField.bytes(STORED_BYTES, c.buffer(), c.offset(), c.length());
            } else {
                storedField.number(STORED_NUMBER, c.asLong());
            }
            stored.bytes(STORED_FIELD, storedField.buffer(), 0, storedField.size());
        }
        raw.add(e.ts(), event.nameId(), utid, e.cpu(), IntColumn.NULL, EventNames.FIRST_GENERIC, stored);
    }

    /// Adds the raw row of a `GenericFtraceEvent`, the older format.
    void addLegacy(KernelEvent e) {
        GenericFtraceEventDecoder fields = new GenericFtraceEventDecoder();
        fields.decode(e.buffer(), e.offset(), e.length());
        int utid = context.processes().thread(e.tid());
        raw.add(
                e.ts(),
                fields.eventNameId(context.strings()),
                utid,
                e.cpu(),
                IntColumn.NULL,
                FtraceEvent.GENERIC_FIELD_NUMBER,
                e.buffer(),
                e.offset(),
                fields.fieldCount() > 0 ? e.length() : 0);
    }
}
