package traceglass.ingest.winscope;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.Rows;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.winscope.AndroidInputEvent;
import traceglass.protos.winscope.AndroidKeyEvent;
import traceglass.protos.winscope.FrameworksNativeWinscopeExtensions;
import traceglass.protos.winscope.FrameworksNativeWinscopeTracePacket;
import traceglass.protos.winscope.WinscopeExtensions;

class InputEventsTest {

    private static UnknownFieldSet unknown(int number, UnknownFieldSet.Field.Builder field) {
        return UnknownFieldSet.newBuilder().addField(number, field.build()).build();
    }

    @Test
    void readsAnEventAfterAFieldOfALaterVersion() {
        ByteString key = AndroidInputEvent.newBuilder()
                .setDispatcherKeyEvent(AndroidKeyEvent.newBuilder().setEventId(7))
                .build()
                .toByteString();
        ByteString event = unknown(90, UnknownFieldSet.Field.newBuilder().addVarint(1))
                .toByteString()
                .concat(key);
        // As an unknown field, the event keeps the order of its fields.
        WinscopeExtensions extensions = WinscopeExtensions.newBuilder()
                .setUnknownFields(unknown(
                        FrameworksNativeWinscopeExtensions.ANDROID_INPUT_EVENT_FIELD_NUMBER,
                        UnknownFieldSet.Field.newBuilder().addLengthDelimited(event)))
                .build();
        var packet = TracePacket.newBuilder()
                .setTimestamp(1)
                .setTrustedPacketSequenceId(1)
                .setExtension(FrameworksNativeWinscopeTracePacket.winscopeExtensions, extensions);
        var s = TraceBuilder.read(Trace.newBuilder().addPacket(packet).build().toByteArray());
        assertEquals("7", Rows.of(s, "__intrinsic_android_key_events", "event_id:l"));
    }
}
