package traceglass.ingest.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.proto.BuiltInTypes;
import traceglass.ingest.proto.MessageType;

/// Schema of kernel events: their names and fields, by number.
public final class EventNames {

    /// First number of the events described in the trace (`FtraceEventBundle.generic_event_descriptors`).
    public static final int FIRST_GENERIC = 65_536;
    /// Fields with larger numbers are ignored, as in trace processor.
    public static final int MAX_FIELDS = 32;

    /// Field number in stored events of a `GenericFtraceEvent.Field`: a field that the schema lacks, or the text
    /// printed in place of a number.
    public static final int PRINTED_FIELD = 1000;

    /// Value of `FieldDescriptorProto.Type`.
    private static final int TYPE_MESSAGE = 11;

    /// Events of the schema by number; null for unused numbers.
    private static final MessageType.Field[] EVENTS = events();

    private static final Map<String, Integer> NUMBERS = numbers();

    private EventNames() {}

    /// Returns the fields of an event; null if the number is unused.
    public static List<MessageType.Field> fields(int eventId) {
        MessageType.Field event = event(eventId);
        return event == null ? null : BuiltInTypes.get().fields(event.typeName(), () -> 0);
    }

    /// Returns the field number of the event with this name, e.g. `sched_switch`; -1 if the schema has none.
    public static int number(String eventName) {
        return NUMBERS.getOrDefault(eventName, -1);
    }

    /// Returns the kernel's name of an event, e.g. `sched_switch`; null if the number is unused.
    static String name(int eventId) {
        MessageType.Field event = event(eventId);
        return event == null ? null : event.name();
    }

    /// Returns the largest event number in the schema plus one.
    public static int count() {
        return EVENTS.length;
    }

    private static MessageType.Field event(int eventId) {
        return eventId >= 0 && eventId < EVENTS.length ? EVENTS[eventId] : null;
    }

    private static Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int id = 0; id < EVENTS.length; id++) {
            if (EVENTS[id] != null) {
                numbers.put(EVENTS[id].name(), id);
            }
        }
        return numbers;
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
