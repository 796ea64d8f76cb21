package traceglass.service.probe.ftrace.page;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ftrace.FtraceEvent;

/// Kernel events with a message in the schema. The field of `FtraceEvent` has the name of the event, or of group and
/// event if several groups have an event with this name.
public final class SchemaEvents {

    /// Event that several groups have, but whose field without a group name belongs to only one of them.
    private static final String MARKER = "tracing_mark_write";
    private static final String MARKER_GROUP = "mdss";
    private static final EventName SYSTRACE = new EventName("systrace", "0");

    /// Fields of `FtraceEvent` that are not the name of a kernel event.
    private static final Set<String> OTHER_FIELDS = Set.of("generic", "kprobe_event", "zero");

    private SchemaEvents() {}

    /// Returns the field of `FtraceEvent` for an event, or null if it is not in the schema.
    public static @Nullable FieldDescriptor find(EventName event) {
        Descriptor type = FtraceEvent.getDescriptor();
        if (event.equals(SYSTRACE)) {
            return type.findFieldByName("zero");
        }
        FieldDescriptor field = type.findFieldByName(event.group() + "_" + event.name());
        if (field == null && (!event.name().equals(MARKER) || event.group().equals(MARKER_GROUP))) {
            field = type.findFieldByName(event.name());
        }
        boolean isValid = field != null
                && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                && !OTHER_FIELDS.contains(field.getName());
        return isValid ? field : null;
    }
}
