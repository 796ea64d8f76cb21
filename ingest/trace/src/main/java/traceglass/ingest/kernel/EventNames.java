package traceglass.ingest.kernel;

import java.util.List;
import traceglass.ingest.proto.BuiltInTypes;
import traceglass.ingest.proto.MessageType;

/// What the schema says of kernel events: their names and their fields, by number.
public final class EventNames {

    /// Events from here on are described by the trace itself (`FtraceEventBundle.generic_event_descriptors`).
    public static final int FIRST_GENERIC = 65_536;
    /// Fields with larger numbers are not read, as in the reference.
    public static final int MAX_FIELDS = 32;

    /// As in `FieldDescriptorProto.Type`.
    private static final int TYPE_MESSAGE = 11;

    /// The events of the schema by number; null where there is none.
    private static final MessageType.Field[] EVENTS = events();

    private EventNames() {}

    /// The fields of an event, null if there is no event of this number.
    public static List<MessageType.Field> fields(int eventId) {
        MessageType.Field event = event(eventId);
        return event == null ? null : BuiltInTypes.get().fields(event.typeName(), () -> 0);
    }

    /// Name of an event as the kernel calls it, e.g. `sched_switch`; null if there is no event of this number.
    static String name(int eventId) {
        MessageType.Field event = event(eventId);
        return event == null ? null : event.name();
    }

    /// One more than the largest number of an event that the schema knows.
    public static int count() {
        return EVENTS.length;
    }

    private static MessageType.Field event(int eventId) {
        return eventId >= 0 && eventId < EVENTS.length ? EVENTS[eventId] : null;
    }

    private static MessageType.Field[] events() {
        List<MessageType.Field> fields = BuiltInTypes.get().fields("perfetto.protos.FtraceEvent", () -> 0);
        int max = 0;
        for (MessageType.Field f : fields) {
            max = Math.max(max, f.number());
        }
        MessageType.Field[] events = new MessageType.Field[max + 1];
        for (MessageType.Field f : fields) {
            if (f.type() == TYPE_MESSAGE) {
                events[f.number()] = f;
            }
        }
        return events;
    }
}
