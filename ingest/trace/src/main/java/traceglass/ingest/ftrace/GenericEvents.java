package traceglass.ingest.ftrace;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.kernel.RawEvents;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericEventDescriptorDecoder;
import traceglass.protos.ftrace.GenericFtraceEvent;
import traceglass.store.names.StatNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Kernel events that are not in the schema: those described in the trace (`generic_event_descriptors`), and older ones
/// that carry the names of their fields (`GenericFtraceEvent`).
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
    private final ProtoCursor cursor = new ProtoCursor();
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
        DescribedEvent event = parse(bytes, description.eventDescriptorOffset(), description.eventDescriptorLength());
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
    private DescribedEvent parse(byte[] bytes, int from, int size) {
        StringPool strings = context.strings();
        String name = null;
        Field[] fields = new Field[0];
        ProtoCursor inner = new ProtoCursor();
        for (cursor.enter(bytes, from, size); cursor.next(); ) {
            if (cursor.field() == DescriptorProto.NAME_FIELD_NUMBER) {
                name = cursor.asString();
            } else if (cursor.field() == DescriptorProto.FIELD_FIELD_NUMBER) {
                String fieldName = "";
                int number = 0;
                int type = 0;
                for (inner.enter(cursor); inner.next(); ) {
                    switch (inner.field()) {
                        case FieldDescriptorProto.NAME_FIELD_NUMBER -> fieldName = inner.asString();
                        case FieldDescriptorProto.NUMBER_FIELD_NUMBER -> number = inner.asInt();
                        case FieldDescriptorProto.TYPE_FIELD_NUMBER -> type = inner.asInt();
                        default -> {}
                    }
                }
                if (number < 0
                        || number >= EventNames.MAX_FIELDS
                        || type > FieldDescriptorProto.Type.TYPE_SINT64_VALUE) {
                    return null;
                }
                if (number >= fields.length) {
                    fields = Arrays.copyOf(fields, number + 1);
                }
                int id = strings.intern(fieldName);
                fields[number] = new Field(id, strings.utf8(id), type);
            }
        }
        return new DescribedEvent(strings.intern(name), fields);
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
        int name = StringPool.NULL;
        boolean hasFields = false;
        ProtoCursor c = e.repeated();
        while (c.next()) {
            if (c.field() == GenericFtraceEvent.EVENT_NAME_FIELD_NUMBER) {
                name = c.asStringId(context.strings());
            } else if (c.field() == GenericFtraceEvent.FIELD_FIELD_NUMBER) {
                hasFields = true;
            }
        }
        int utid = context.processes().thread(e.tid());
        raw.add(
                e.ts(),
                name,
                utid,
                e.cpu(),
                IntColumn.NULL,
                FtraceEvent.GENERIC_FIELD_NUMBER,
                e.buffer(),
                e.offset(),
                hasFields ? e.length() : 0);
    }
}
