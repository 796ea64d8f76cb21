package traceglass.convert.perfetto;

import java.util.HashMap;
import java.util.Map;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.DebugAnnotationName;
import traceglass.protos.trackevent.EventCategory;
import traceglass.protos.trackevent.EventName;
import traceglass.protos.trackevent.TrackEvent;

/// Interned names of events, categories and arguments. Each is written once, with the first packet that uses it; later
/// packets refer to its id. After many different strings, further ones are written inline, to bound memory.
final class EventStrings {

    private static final int MAX_STRINGS = 1 << 16;

    private final Map<String, Integer> names = new HashMap<>();
    private final Map<String, Integer> categories = new HashMap<>();
    private final Map<String, Integer> argumentNames = new HashMap<>();
    private InternedData.Builder added = InternedData.newBuilder();
    private boolean hasAdded;

    /// Returns the id of a string, 0 if it must be written in full, or the negated id of a new string.
    private int number(Map<String, Integer> strings, String text) {
        Integer existing = strings.get(text);
        if (existing != null) {
            return existing;
        }
        if (strings.size() == MAX_STRINGS) {
            return 0;
        }
        int number = strings.size() + 1;
        strings.put(text, number);
        hasAdded = true;
        return -number;
    }

    void name(TrackEvent.Builder event, String name) {
        int number = number(names, name);
        if (number == 0) {
            event.setName(name);
            return;
        }
        if (number < 0) {
            added.addEventNames(EventName.newBuilder().setIid(-number).setName(name));
        }
        event.setNameIid(Math.abs(number));
    }

    void addCategory(TrackEvent.Builder event, String category) {
        int number = number(categories, category);
        if (number == 0) {
            event.addCategories(category);
            return;
        }
        if (number < 0) {
            added.addEventCategories(EventCategory.newBuilder().setIid(-number).setName(category));
        }
        event.addCategoryIids(Math.abs(number));
    }

    /// Sets the name of an argument.
    DebugAnnotation.Builder name(DebugAnnotation.Builder argument, String name) {
        int number = number(argumentNames, name);
        if (number == 0) {
            return argument.setName(name);
        }
        if (number < 0) {
            added.addDebugAnnotationNames(
                    DebugAnnotationName.newBuilder().setIid(-number).setName(name));
        }
        return argument.setNameIid(Math.abs(number));
    }

    /// Adds the new strings to the packet that uses them.
    void addTo(TracePacket.Builder packet) {
        if (hasAdded) {
            packet.setInternedData(added);
            added = InternedData.newBuilder();
            hasAdded = false;
        }
    }
}
