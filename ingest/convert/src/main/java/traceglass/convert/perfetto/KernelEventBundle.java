package traceglass.convert.perfetto;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnknownFieldSet;
import traceglass.convert.packet.ProtoOutput;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.trace.TracePacket;

/// Encoded kernel events of one CPU (ftrace/ftrace_event_bundle.proto). Events are encoded here because
/// the generated class, which checks several hundred alternatives for each event, is slower.
final class KernelEventBundle {

    private final ProtoOutput content = new ProtoOutput();
    private int size;

    KernelEventBundle(int cpu) {
        content.varint(FtraceEventBundle.CPU_FIELD_NUMBER, cpu);
    }

    /// Returns the number of events.
    int size() {
        return size;
    }

    /// Adds an event.
    ///
    /// @param ts time in ns
    /// @param pid thread id
    /// @param flags flags of ftrace; 0 if unknown
    /// @param field number of the field of `FtraceEvent` with the content
    void add(long ts, long pid, int flags, int field, MessageLite event) {
        int start = content.begin(FtraceEventBundle.EVENT_FIELD_NUMBER);
        content.varint(FtraceEvent.TIMESTAMP_FIELD_NUMBER, ts).varint(FtraceEvent.PID_FIELD_NUMBER, pid & 0xFFFF_FFFFL);
        if (flags != 0) {
            content.varint(FtraceEvent.COMMON_FLAGS_FIELD_NUMBER, flags & 0xFFFF_FFFFL);
        }
        content.bytes(field, event.toByteArray());
        content.end(start);
        size++;
    }

    /// Returns a packet with the events.
    TracePacket.Builder packet() {
        ByteString bundle = ByteString.copyFrom(content.buffer(), 0, content.size());
        UnknownFieldSet.Field field =
                UnknownFieldSet.Field.newBuilder().addLengthDelimited(bundle).build();
        return TracePacket.newBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(TracePacket.FTRACE_EVENTS_FIELD_NUMBER, field)
                        .build());
    }
}
