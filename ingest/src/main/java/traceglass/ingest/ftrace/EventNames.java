package traceglass.ingest.ftrace;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import traceglass.protos.ftrace.FtraceEvent;

/// What the schema says of kernel events: their names and their fields, by number.
final class EventNames {

    /// Events from here on are described by the trace itself (`FtraceEventBundle.generic_event_descriptors`).
    static final int FIRST_GENERIC = 65_536;
    /// Fields with larger numbers are not read, as in the reference.
    static final int MAX_FIELDS = 32;

    private EventNames() { }

    /// The message of an event's fields, null if there is no event of this number.
    static Descriptor fields(int eventId) {
        FieldDescriptor field = FtraceEvent.getDescriptor().findFieldByNumber(eventId);
        return field == null || field.getJavaType() != FieldDescriptor.JavaType.MESSAGE ? null : field.getMessageType();
    }

    /// Name of an event as the kernel calls it, e.g. `sched_switch`; null if there is no event of this number.
    static String name(int eventId) {
        FieldDescriptor field = FtraceEvent.getDescriptor().findFieldByNumber(eventId);
        return field == null || field.getJavaType() != FieldDescriptor.JavaType.MESSAGE ? null : field.getName();
    }

    /// One more than the largest number of an event that the schema knows.
    static int count() {
        int max = 0;
        for (FieldDescriptor field : FtraceEvent.getDescriptor().getFields()) {
            max = Math.max(max, field.getNumber());
        }
        return max + 1;
    }
}
