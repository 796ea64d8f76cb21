package traceglass.convert.merge;

import java.util.Map;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracePacketDefaults;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDefaults;

/// Writes a packet of an additional trace with ids that no other trace uses. Interning ids and process ids don't
/// change, because they are local to a sequence or machine.
final class IdRewriter {

    private final Map<Integer, Integer> sequences;
    private final Map<Integer, Integer> machines;
    private final long salt;
    private final ProtoCursor inner = new ProtoCursor();
    private final ProtoCursor innermost = new ProtoCursor();
    private final PackedCursor packed = new PackedCursor();

    /// @param sequences ids of the trace -> ids to write
    /// @param machines ids of the trace -> ids to write
    /// @param salt mixed into ids of tracks and flows
    IdRewriter(Map<Integer, Integer> sequences, Map<Integer, Integer> machines, long salt) {
        this.sequences = sequences;
        this.machines = machines;
        this.salt = salt;
    }

    /// Appends a packet.
    ///
    /// @param packet cursor at the start of the packet
    void write(ProtoCursor packet, ProtoOutput out) {
        int machine = 0;
        while (packet.next()) {
            switch (packet.field()) {
                case TracePacket.TRUSTED_PACKET_SEQUENCE_ID_FIELD_NUMBER -> {
                    Integer mapped = sequences.get(packet.asInt());
                    out.varint(packet.field(), (mapped == null ? packet.asInt() : mapped) & 0xFFFF_FFFFL);
                }
                case TracePacket.MACHINE_ID_FIELD_NUMBER -> machine = packet.asInt();
                case TracePacket.TRACK_EVENT_FIELD_NUMBER -> {
                    int start = out.begin(packet.field());
                    rewriteEvent(inner.enter(packet), out);
                    out.end(start);
                }
                case TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER -> {
                    int start = out.begin(packet.field());
                    rewriteDescriptor(inner.enter(packet), out);
                    out.end(start);
                }
                case TracePacket.TRACE_PACKET_DEFAULTS_FIELD_NUMBER -> {
                    int start = out.begin(packet.field());
                    rewriteDefaults(inner.enter(packet), out);
                    out.end(start);
                }
                default -> out.copy(packet);
            }
        }
        Integer mapped = machines.get(machine);
        out.varint(TracePacket.MACHINE_ID_FIELD_NUMBER, (mapped == null ? machine : mapped) & 0xFFFF_FFFFL);
    }

    private void rewriteDefaults(ProtoCursor fields, ProtoOutput out) {
        while (fields.next()) {
            if (fields.field() != TracePacketDefaults.TRACK_EVENT_DEFAULTS_FIELD_NUMBER) {
                out.copy(fields);
                continue;
            }
            int start = out.begin(fields.field());
            for (innermost.enter(fields); innermost.next(); ) {
                switch (innermost.field()) {
                    case TrackEventDefaults.TRACK_UUID_FIELD_NUMBER,
                            TrackEventDefaults.EXTRA_COUNTER_TRACK_UUIDS_FIELD_NUMBER,
                            TrackEventDefaults.EXTRA_DOUBLE_COUNTER_TRACK_UUIDS_FIELD_NUMBER ->
                        rewriteIds(innermost, out);
                    default -> out.copy(innermost);
                }
            }
            out.end(start);
        }
    }

    private void rewriteDescriptor(ProtoCursor fields, ProtoOutput out) {
        while (fields.next()) {
            switch (fields.field()) {
                case TrackDescriptor.UUID_FIELD_NUMBER, TrackDescriptor.PARENT_UUID_FIELD_NUMBER ->
                    rewriteIds(fields, out);
                default -> out.copy(fields);
            }
        }
    }

    private void rewriteEvent(ProtoCursor fields, ProtoOutput out) {
        while (fields.next()) {
            switch (fields.field()) {
                case TrackEvent.TRACK_UUID_FIELD_NUMBER,
                        TrackEvent.EXTRA_COUNTER_TRACK_UUIDS_FIELD_NUMBER,
                        TrackEvent.EXTRA_DOUBLE_COUNTER_TRACK_UUIDS_FIELD_NUMBER,
                        TrackEvent.FLOW_IDS_FIELD_NUMBER,
                        TrackEvent.FLOW_IDS_OLD_FIELD_NUMBER,
                        TrackEvent.TERMINATING_FLOW_IDS_FIELD_NUMBER,
                        TrackEvent.TERMINATING_FLOW_IDS_OLD_FIELD_NUMBER -> rewriteIds(fields, out);
                default -> out.copy(fields);
            }
        }
    }

    /// Appends one id, or packed ones.
    private void rewriteIds(ProtoCursor field, ProtoOutput out) {
        switch (field.wire()) {
            case ProtoCursor.VARINT -> out.varint(field.field(), mixed(field.asLong()));
            case ProtoCursor.FIXED64 -> out.fixed64(field.field(), mixed(field.asLong()));
            case ProtoCursor.BYTES -> {
                int start = out.begin(field.field());
                packed.enter(field);
                if (isFixed(field.field())) {
                    while (packed.nextFixed64()) {
                        out.rawFixed64(mixed(packed.asLong()));
                    }
                } else {
                    while (packed.nextVarint()) {
                        out.rawVarint(mixed(packed.asLong()));
                    }
                }
                out.end(start);
            }
            default -> out.copy(field);
        }
    }

    private static boolean isFixed(int field) {
        return field == TrackEvent.FLOW_IDS_FIELD_NUMBER || field == TrackEvent.TERMINATING_FLOW_IDS_FIELD_NUMBER;
    }

    /// Returns a new id for an id of the trace. 0 stays 0, because it means no id.
    private long mixed(long id) {
        return id == 0 || id == salt ? id : id ^ salt;
    }
}
