package traceglass.protos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.protos.chrome.ChromeTrackEvent;
import traceglass.protos.chrome.ParkableStringUnpark;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ftrace.EventBundleSchema;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.TrackEvent;

class DescriptorsTest {
    @Test
    void findsMessagesAndEnumerationsByTheirFullNames() {
        assertSame(TracePacket.getDescriptor(), Descriptors.byName("perfetto.protos.TracePacket"));
        assertNotNull(Descriptors.byName("perfetto.protos.ClockSnapshot.Clock"));
        assertNotNull(Descriptors.byName("com.android.internal.WindowManagerServiceDumpProto"));
        assertNotNull(Descriptors.byName("perfetto.third_party.perftools.profiles.Profile"));
        assertSame(TrackEvent.Type.getDescriptor(), Descriptors.enumByName("perfetto.protos.TrackEvent.Type"));
    }

    @Test
    void returnsNullForUnknownNamesAndOtherKinds() {
        assertNull(Descriptors.byName("perfetto.protos.NoSuchMessage"));
        assertNull(Descriptors.byName("perfetto.protos.TrackEvent.Type"));
        assertNull(Descriptors.enumByName("perfetto.protos.TrackEvent"));
    }

    @Test
    void findsTheExtensionsOfTracePacketAndTrackEvent() {
        assertTrue(Descriptors.extensionsOf(TracePacket.getDescriptor()).stream()
                .anyMatch(field -> field.getNumber() == 112
                        && field.getMessageType().getFullName().equals("com.android.internal.WinscopeExtensions")));
        assertTrue(Descriptors.extensionsOf(TrackEvent.getDescriptor()).size() > 100);
        List<Integer> numbers = new ArrayList<>();
        Descriptors.extensionsOf(TrackEvent.getDescriptor()).forEach(field -> numbers.add(field.getNumber()));
        assertEquals(numbers.stream().sorted().toList(), numbers);
        assertTrue(Descriptors.extensionsOf(FtraceEvent.getDescriptor()).isEmpty());
    }

    @Test
    void parsesExtensionsOfATrackEventWithTheFullRegistry() throws Exception {
        ParkableStringUnpark unpark =
                ParkableStringUnpark.newBuilder().setSizeBytes(7).build();
        TrackEvent event = TrackEvent.newBuilder()
                .setType(TrackEvent.Type.TYPE_INSTANT)
                .setExtension(ChromeTrackEvent.parkableStringUnpark, unpark)
                .build();
        TrackEvent parsed = TrackEvent.parseFrom(event.toByteArray(), Descriptors.all());
        assertEquals(unpark, parsed.getExtension(ChromeTrackEvent.parkableStringUnpark));
    }

    @Test
    void readsTheTextFormOfATraceConfig() throws Exception {
        TraceConfig config = TextFormat.parse("""
            buffers { size_kb: 1024 fill_policy: RING_BUFFER }
            data_sources { config { name: "linux.ftrace" ftrace_config { ftrace_events: "sched/sched_switch" } } }
            duration_ms: 5000
            """, TraceConfig.class);
        assertEquals(5000, config.getDurationMs());
        assertEquals(
                "sched/sched_switch",
                config.getDataSources(0).getConfig().getFtraceConfig().getFtraceEvents(0));
    }

    @Test
    void keepsTheFtraceSchemaApartFromTheTracePacket() {
        assertTrue(new Descriptors.Index(List.of(EventBundleSchema.getDescriptor()))
                .types.keySet().stream().noneMatch("perfetto.protos.TracePacket"::equals));
    }
}
