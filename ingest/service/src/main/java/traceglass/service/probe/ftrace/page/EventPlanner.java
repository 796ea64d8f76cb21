package traceglass.service.probe.ftrace.page;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle.GenericEventDescriptor;
import traceglass.protos.ftrace.PrintFtraceEvent;
import traceglass.service.probe.ftrace.page.EventPlan.Column;
import traceglass.service.probe.ftrace.page.EventPlan.Encoding;

/// Creates the plans of kernel events. Events in the schema use the message with their name; other events are
/// described in the trace.
public final class EventPlanner {

    /// First field number for events that are described in the trace.
    public static final int FIRST_DESCRIBED = 1 << 16;

    private static final String FUNCTION_ADDRESS = "void * func";

    private EventPlanner() {}

    /// Returns the plan of an event in the schema, or null if it is not in the schema.
    public static @Nullable EventPlan findKnown(EventName name, RecordLayout layout) {
        FieldDescriptor message = SchemaEvents.find(name);
        if (message == null) {
            return null;
        }
        List<Column> columns = new ArrayList<>();
        for (FieldDescriptor field : message.getMessageType().getFields()) {
            RecordField from = layout.ownField(field.getName());
            FieldEncoding encoding = from == null ? null : FieldEncoding.of(function(name, from));
            if (from != null && encoding != null && encoding.fits(field) && !isMarkerAddress(message, field)) {
                columns.add(new Column(encoding, from, field.getNumber(), 0));
            }
        }
        return new EventPlan(name, layout, Encoding.MESSAGE, message.getNumber(), columns, null);
    }

    /// Returns whether this is the code address of a marker. It is omitted, because it is the same for all
    /// markers.
    private static boolean isMarkerAddress(FieldDescriptor event, FieldDescriptor field) {
        return event.getNumber() == FtraceEvent.PRINT_FIELD_NUMBER
                && field.getNumber() == PrintFtraceEvent.IP_FIELD_NUMBER;
    }

    /// Returns the field with an address type if it is a function address: the function tracer declares these as
    /// numbers.
    private static RecordField function(EventName event, RecordField field) {
        boolean isFunction =
                event.name().startsWith("funcgraph_") && field.name().equals("func");
        return isFunction
                ? new RecordField(FUNCTION_ADDRESS, field.name(), field.offset(), field.size(), false)
                : field;
    }

    /// Returns the plan of an event that is described in the trace.
    ///
    /// @param number field number that no other event of the session uses, at least [#FIRST_DESCRIBED]
    public static EventPlan described(EventName name, RecordLayout layout, int number) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name.name());
        List<Column> columns = columns(layout);
        for (Column column : columns) {
            message.addField(FieldDescriptorProto.newBuilder()
                    .setName(column.from().name())
                    .setNumber(column.number())
                    .setType(FieldDescriptorProto.Type.forNumber(column.type())));
        }
        byte[] descriptor = GenericEventDescriptor.newBuilder()
                .setFieldId(number)
                .setGroupName(name.group())
                .setEventDescriptor(message.build().toByteString())
                .build()
                .toByteArray();
        return new EventPlan(name, layout, Encoding.MESSAGE, number, columns, descriptor);
    }

    /// Returns the plan of an event that contains its field names, as older tools expect.
    public static EventPlan named(EventName name, RecordLayout layout) {
        return new EventPlan(name, layout, Encoding.NAMED, FtraceEvent.GENERIC_FIELD_NUMBER, columns(layout), null);
    }

    /// Returns the plan of a kprobe that was installed for this recording.
    public static EventPlan kprobe(EventName name, RecordLayout layout) {
        return new EventPlan(name, layout, Encoding.KPROBE, FtraceEvent.KPROBE_EVENT_FIELD_NUMBER, List.of(), null);
    }

    private static List<Column> columns(RecordLayout layout) {
        List<Column> columns = new ArrayList<>();
        int number = 0;
        for (RecordField field : layout.fields()) {
            FieldEncoding encoding = FieldEncoding.of(field);
            FieldDescriptor.Type type = encoding == null ? null : encoding.genericType();
            if (encoding != null && type != null) {
                columns.add(new Column(encoding, field, ++number, type.toProto().getNumber()));
            }
        }
        return columns;
    }
}
