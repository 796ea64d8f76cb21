package traceglass.convert.cut;

import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;

/// Flows in the form of Chrome's JSON: readers ignore a step without a start before it, and what follows. The first
/// step in a cut whose start was left out becomes a start (LegacyEvent.bind_id with flow_direction, or phases `s`,
/// `t`).
final class LegacyFlows {

    private final ProtoCursor event = new ProtoCursor();
    private final ProtoCursor legacy = new ProtoCursor();
    /// Flows of events that were left out, and flows of events that were written; those of phases are negated.
    private final Set<Long> leftOut = new HashSet<>();

    private final Set<Long> written = new HashSet<>();

    /// Fields of the event read last.
    private long bindId;

    private long id;
    private int direction;
    private int phase;

    private boolean read(Packet packet) {
        bindId = 0;
        id = 0;
        direction = 0;
        phase = 0;
        packet.enter(event);
        if (!event.seek(TrackEvent.LEGACY_EVENT_FIELD_NUMBER)) {
            return false;
        }
        for (legacy.enter(event); legacy.next(); ) {
            switch (legacy.field()) {
                case LegacyEvent.BIND_ID_FIELD_NUMBER -> bindId = legacy.asLong();
                case LegacyEvent.FLOW_DIRECTION_FIELD_NUMBER -> direction = legacy.asInt();
                case LegacyEvent.PHASE_FIELD_NUMBER -> phase = legacy.asInt();
                case LegacyEvent.UNSCOPED_ID_FIELD_NUMBER,
                        LegacyEvent.LOCAL_ID_FIELD_NUMBER,
                        LegacyEvent.GLOBAL_ID_FIELD_NUMBER -> id = legacy.asLong();
                default -> {}
            }
        }
        return direction != 0 || phase == 's' || phase == 't';
    }

    private boolean isBound() {
        return direction == LegacyEvent.FlowDirection.FLOW_OUT_VALUE || isBoundStep();
    }

    private boolean isBoundStep() {
        return direction == LegacyEvent.FlowDirection.FLOW_INOUT_VALUE;
    }

    /// Reads an event that is left out.
    void omit(Packet packet) {
        if (read(packet)) {
            if (isBound()) {
                leftOut.add(bindId);
            }
            if (phase == 's' || phase == 't') {
                leftOut.add(~id);
            }
        }
    }

    /// Reads an event that is written; returns whether its step becomes a start.
    boolean becomesStart(Packet packet) {
        if (!read(packet)) {
            return false;
        }
        boolean isStart = false;
        if (isBound()) {
            isStart = written.add(bindId) && isBoundStep() && leftOut.contains(bindId);
        }
        if (phase == 's' || phase == 't') {
            isStart |= written.add(~id) && phase == 't' && leftOut.contains(~id);
        }
        return isStart;
    }

    /// Returns the value of a field of a step that becomes a start.
    ///
    /// @param field of the legacy event
    static long startValue(int field, long value) {
        boolean isStep =
                field == LegacyEvent.FLOW_DIRECTION_FIELD_NUMBER && value == LegacyEvent.FlowDirection.FLOW_INOUT_VALUE;
        return isStep
                ? LegacyEvent.FlowDirection.FLOW_OUT_VALUE
                : field == LegacyEvent.PHASE_FIELD_NUMBER && value == 't' ? 's' : value;
    }
}
