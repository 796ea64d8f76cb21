package traceglass.ingest.perf;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.clock.ClockId;

/// Events of a recording; determines to which of them a record belongs.
final class EventAttrs {

    private final RecordBytes in;
    private final List<EventAttr> attrs = new ArrayList<>();
    private final LongMap<EventAttr> byId = new LongMap<>();

    EventAttrs(RecordBytes in) {
        this.in = in;
    }

    void add(EventAttr attr, long[] ids) {
        attrs.add(attr);
        attr.ids = ids;
        for (long id : ids) {
            if (!byId.containsKey(id)) {
                byId.put(id, attr);
            }
        }
    }

    List<EventAttr> all() {
        return attrs;
    }

    EventAttr get(int index) {
        return attrs.get(index);
    }

    /// Returns the clock of the recording. The kernel's own clock takes precedence, because few other clocks can be
    /// related to it.
    ClockId clock() {
        for (EventAttr a : attrs) {
            if (a.clock.clock() == EventAttr.PERF_CLOCK) {
                return a.clock;
            }
        }
        return attrs.getFirst().clock;
    }

    boolean isEmpty() {
        return attrs.isEmpty();
    }

    /// Returns the event with this id, or null.
    EventAttr ofId(long id) {
        return byId.get(id);
    }

    /// Returns the event of a sample, or null if its id is unknown.
    ///
    /// @param offset start of the payload
    EventAttr ofSample(byte[] b, int offset, int end) {
        EventAttr first = attrs.getFirst();
        if (attrs.size() == 1 || first.idFromStart < 0) {
            return first;
        }
        int idOffset = offset + first.idFromStart;
        return idOffset + Long.BYTES > end ? null : ofIdOrFirst(in.i64(b, idOffset));
    }

    /// Returns the event of a kernel record that is not a sample; the first event if the record does not
    /// identify it.
    EventAttr ofRecord(byte[] b, int offset, int end) {
        EventAttr first = attrs.getFirst();
        if (attrs.size() == 1 || !first.hasTrailer || first.idFromEnd < 0) {
            return first;
        }
        int idOffset = end - first.idFromEnd;
        EventAttr attr = idOffset < offset ? null : ofIdOrFirst(in.i64(b, idOffset));
        return attr == null ? first : attr;
    }

    /// Returns the event with an id. Synthesized records have id 0 and belong to the first event.
    private EventAttr ofIdOrFirst(long id) {
        return id == 0 ? attrs.getFirst() : byId.get(id);
    }
}
