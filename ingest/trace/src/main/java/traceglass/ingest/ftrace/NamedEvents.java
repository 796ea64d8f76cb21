package traceglass.ingest.ftrace;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.kernel.EventNames;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.GenericFtraceEvent;

/// Adds events whose fields are known by name: a raw row for each event, and for kernel events also the slices,
/// counters and states that the same event in Perfetto's format would create.
public final class NamedEvents {

    private static final int TYPE_STRING = 9;
    private static final int TYPE_MESSAGE = 11;
    private static final int TYPE_UINT32 = 13;
    private static final int MAX_ELEMENTS = 32;

    private final KernelEventRows rows;
    private final KernelEvent event;
    private final ProtoBytes fields = new ProtoBytes();
    private final ProtoBytes field = new ProtoBytes();
    private final Map<Integer, Map<String, MessageType.Field>> schemas = new HashMap<>();

    public NamedEvents(ImportContext context) {
        rows = new KernelEventRows(context);
        event = new KernelEvent(context.strings(), address -> -1);
    }

    /// Adds an event.
    ///
    /// @param tid thread that was running
    /// @param values longs, doubles, strings, and lists and maps of these
    /// @param isKernel whether the event is the kernel's event of this name
    public void add(long ts, int cpu, long tid, String name, Map<String, ?> values, boolean isKernel) {
        int id = isKernel ? EventNames.number(name) : 0;
        event.set(ts, cpu, tid, null);
        fields.clear();
        if (id > 0) {
            Map<String, MessageType.Field> schema = schemas.computeIfAbsent(id, NamedEvents::schema);
            values.forEach((key, value) -> addTyped(schema.get(key), value));
            event.setFields(id, fields.buffer(), 0, fields.size());
            rows.add(event, false, true, true);
            return;
        }
        fields.bytes(GenericFtraceEvent.EVENT_NAME_FIELD_NUMBER, name.getBytes(StandardCharsets.UTF_8));
        values.forEach(this::addNamed);
        event.setFields(FtraceEvent.GENERIC_FIELD_NUMBER, fields.buffer(), 0, fields.size());
        rows.add(event, false, true, false);
    }

    private static Map<String, MessageType.Field> schema(int id) {
        Map<String, MessageType.Field> schema = new HashMap<>();
        for (MessageType.Field f : EventNames.fields(id)) {
            if (f.type() != TYPE_MESSAGE) {
                schema.put(f.name(), f);
            }
        }
        return schema;
    }

    private void addTyped(MessageType.Field f, Object value) {
        if (f == null) {
            return;
        }
        if (f.type() == TYPE_STRING) {
            if (value instanceof String text) {
                fields.bytes(f.number(), text.getBytes(StandardCharsets.UTF_8));
            }
        } else if (value instanceof Long number) {
            fields.number(f.number(), f.type() == TYPE_UINT32 ? number & 0xFFFF_FFFFL : number);
        }
    }

    private void addNamed(String name, Object value) {
        switch (value) {
            case Long number -> addNumber(name, number);
            case Double number -> addText(name, Double.toString(number));
            case String text -> addText(name, text);
            case List<?> list -> {
                for (int i = 0; i < Math.min(list.size(), MAX_ELEMENTS); i++) {
                    addNamed(name + "[" + i + "]", list.get(i));
                }
            }
            case Map<?, ?> map -> map.forEach((key, inner) -> addNamed(name + "." + key, inner));
            case null, default -> {}
        }
    }

    private void addNumber(String name, long number) {
        field.clear().bytes(GenericFtraceEvent.Field.NAME_FIELD_NUMBER, name.getBytes(StandardCharsets.UTF_8));
        field.number(GenericFtraceEvent.Field.INT_VALUE_FIELD_NUMBER, number);
        fields.bytes(GenericFtraceEvent.FIELD_FIELD_NUMBER, field.buffer(), 0, field.size());
    }

    private void addText(String name, String text) {
        field.clear().bytes(GenericFtraceEvent.Field.NAME_FIELD_NUMBER, name.getBytes(StandardCharsets.UTF_8));
        field.bytes(GenericFtraceEvent.Field.STR_VALUE_FIELD_NUMBER, text.getBytes(StandardCharsets.UTF_8));
        fields.bytes(GenericFtraceEvent.FIELD_FIELD_NUMBER, field.buffer(), 0, field.size());
    }
}
