package traceglass.service.probe.ftrace.page;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ftrace.FtraceEvent;

/// Kernel events that the schema has a message for. A field of `FtraceEvent` is named like its event, or like its group
/// and event where several groups have an event of this name.
public final class SchemaEvents {

    /// Groups whose event has the name of another group's event in the schema.
    private static final String MARKER = "tracing_mark_write";
    private static final String MARKER_GROUP = "mdss";
    private static final EventName SYSTRACE = new EventName("systrace", "0");

    /// Fields of `FtraceEvent` that are not kernel events of their name.
    private static final Set<String> OTHER = Set.of("generic", "kprobe_event", "zero");

    private SchemaEvents() {}

    /// Returns the field of `FtraceEvent` for an event, or null if the schema does not have it.
    public static @Nullable FieldDescriptor find(EventName event) {
        Descriptor type = FtraceEvent.getDescriptor();
        if (event.equals(SYSTRACE)) {
            return type.findFieldByName("zero");
        }
        FieldDescriptor field = type.findFieldByName(event.group() + "_" + event.name());
        if (field == null && (!event.name().equals(MARKER) || event.group().equals(MARKER_GROUP))) {
            field = type.findFieldByName(event.name());
        }
        boolean valid = field != null
                && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                && !OTHER.contains(field.getName());
        return valid ? field : null;
    }
}
