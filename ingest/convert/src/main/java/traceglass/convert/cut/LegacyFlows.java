package traceglass.convert.cut;

import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;

/// Flows as in Chrome's JSON (LegacyEvent.bind_id with flow_direction, or phases `s` and `t`). Readers ignore a step
/// without an earlier start, and all later steps of this flow. So if the start was omitted, the first step in the cut
/// becomes the start.
final class LegacyFlows {

    /// Flows of omitted events: bind ids, and the bitwise complements of ids of flows with phases.
    private final Set<Long> omittedFlows = new HashSet<>();

    /// Flows of written events, in the same form.
    private final Set<Long> writtenFlows = new HashSet<>();

    /// Fields of the most recently read event.
    private long bindId;

    private long id;
    private int direction;
    private int phase;

    private boolean read(Packet packet) {
        LegacyEventDecoder event = packet.event().legacy();
        bindId = event.bindId();
        id = event.hasUnscopedId() ? event.unscopedId() : event.hasLocalId() ? event.localId() : event.globalId();
        direction = event.flowDirection();
        phase = event.phase();
        return direction != 0 || phase == 's' || phase == 't';
    }

    private boolean isBound() {
        return direction == LegacyEvent.FlowDirection.FLOW_OUT_VALUE || isBoundStep();
    }

    private boolean isBoundStep() {
        return direction == LegacyEvent.FlowDirection.FLOW_INOUT_VALUE;
    }

    /// Registers the flows of an omitted event.
    void omit(Packet packet) {
        if (read(packet)) {
            if (isBound()) {
                omittedFlows.add(bindId);
            }
            if (phase == 's' || phase == 't') {
                omittedFlows.add(~id);
            }
        }
    }

    /// Registers the flows of a written event. Returns whether its flow step becomes a start.
    boolean becomesStart(Packet packet) {
        if (!read(packet)) {
            return false;
        }
        boolean isStart = false;
        if (isBound()) {
            isStart = writtenFlows.add(bindId) && isBoundStep() && omittedFlows.contains(bindId);
        }
        if (phase == 's' || phase == 't') {
            isStart |= writtenFlows.add(~id) && phase == 't' && omittedFlows.contains(~id);
        }
        return isStart;
    }

    /// Returns the value of a field after its flow step has become a start.
    ///
    /// @param field field of the legacy event
    static long startValue(int field, long value) {
        boolean isStep =
                field == LegacyEvent.FLOW_DIRECTION_FIELD_NUMBER && value == LegacyEvent.FlowDirection.FLOW_INOUT_VALUE;
        return isStep
                ? LegacyEvent.FlowDirection.FLOW_OUT_VALUE
                : field == LegacyEvent.PHASE_FIELD_NUMBER && value == 't' ? 's' : value;
    }
}
