package traceglass.ingest.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.Rows;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.android.Atom;
import traceglass.protos.android.GraphicsFrameEvent;
import traceglass.protos.android.GraphicsFrameEvent.BufferEventType;
import traceglass.protos.android.StatsdAtom;
import traceglass.protos.extension.AndroidProcessStartEvent;
import traceglass.protos.extension.FrameTimelineEvent;
import traceglass.protos.extension.FrameworksBaseTracePacket;
import traceglass.protos.extension.FrameworksBaseTrackEvent;
import traceglass.protos.extension.FrameworksNativeTracePacket;
import traceglass.protos.extension.VideoFrame;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class AndroidPacketsTest {

    private static TracePacket.Builder packet(long ts) {
        return TracePacket.newBuilder().setTimestamp(ts).setTrustedPacketSequenceId(1);
    }

    private static String slices(TraceStorage s) {
        Table t = s.table("__intrinsic_slice");
        Table tracks = s.table("__intrinsic_track");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(s.strings()
                            .get(tracks.strings("name").get(t.ints("track_id").get(i))))
                    .append(": ")
                    .append(t.longs("ts").get(i))
                    .append('+')
                    .append(t.longs("dur").get(i))
                    .append(' ')
                    .append(s.strings().get(t.strings("name").get(i)))
                    .append("; ");
        }
        return text.toString();
    }

    private static String args(TraceStorage s) {
        Table t = s.table("__intrinsic_args");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(s.strings().get(t.strings("key").get(i)))
                    .append('=')
                    .append(
                            t.longs("int_value").isNull(i)
                                    ? s.strings().get(t.strings("string_value").get(i))
                                    : Long.toString(t.longs("int_value").get(i)))
                    .append("; ");
        }
        return text.toString();
    }

    /// Returns an atom whose field `number` is a message of these int32 fields, numbered from 1.
    private static Atom atom(int number, int... fields) throws IOException {
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(inner);
        for (int i = 0; i < fields.length; i++) {
            out.writeInt32(i + 1, fields[i]);
        }
        out.flush();
        ByteArrayOutputStream outer = new ByteArrayOutputStream();
        out = CodedOutputStream.newInstance(outer);
        out.writeByteArray(number, inner.toByteArray());
        out.flush();
        return Atom.parseFrom(outer.toByteArray());
    }

    @Test
    void atomsHaveNamesFieldsAndTheirOwnTime() throws IOException {
        // Atom 29 is a change of the screen state; 2 is ON in android.view.DisplayStateEnum.
        StatsdAtom atoms = StatsdAtom.newBuilder()
                .addAtom(atom(29, 2))
                .addTimestampNanos(50)
                .addAtom(atom(999_999, 7))
                .addTimestampNanos(40)
                .build();
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(packet(10).setStatsdAtom(atoms))
                .build()
                .toByteArray());
        assertEquals("Statsd Atoms: 40+0 atom_999999; Statsd Atoms: 50+0 screen_state_changed; ", slices(s));
        assertTrue(args(s).contains("field_1=7; "), () -> args(s));
        assertTrue(args(s).contains("screen_state_changed.state=DISPLAY_STATE_ON; "), () -> args(s));
        assertEquals(0, TraceBuilder.stat(s, "atom_unknown"), "atoms of device makers are not expected to be known");
    }

    @Test
    void showsTheStepsOfAFrameBuffer() {
        Trace.Builder trace = Trace.newBuilder();
        BufferEventType[] steps = {
            BufferEventType.DEQUEUE,
            BufferEventType.QUEUE,
            BufferEventType.ACQUIRE_FENCE,
            BufferEventType.LATCH,
            BufferEventType.PRESENT_FENCE
        };
        for (int i = 0; i < steps.length; i++) {
            trace.addPacket(packet(i * 10 + 10)
                    .setGraphicsFrameEvent(GraphicsFrameEvent.newBuilder()
                            .setBufferEvent(GraphicsFrameEvent.BufferEvent.newBuilder()
                                    .setType(steps[i])
                                    .setBufferId(3)
                                    .setLayerName("l")
                                    .setFrameNumber(9))));
        }
        String found = slices(TraceBuilder.read(trace.build().toByteArray()));
        for (String phase : new String[] {
            "APP_3 l: 10+10 9; ",
            "GPU_3 l: 20+10 9; ",
            "SF_3 l: 40+10 9; ",
            "Display_l: 50+-1 9; ",
            "Buffer: 3 l: 50+0 PresentFenceSignaled; "
        }) {
            assertTrue(found.contains(phase), () -> phase + " is not in " + found);
        }
    }

    @Test
    void keepsTheImagesOfADisplayWithTheirFrames() {
        VideoFrame config = VideoFrame.newBuilder()
                .setDisplayName("inner")
                .setCodecConfig(ByteString.copyFromUtf8("c"))
                .build();
        VideoFrame frame = VideoFrame.newBuilder()
                .setFrameNumber(4)
                .setAuData(ByteString.copyFromUtf8("data"))
                .setIsKeyFrame(true)
                .build();
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(packet(10).setExtension(FrameworksBaseTracePacket.videoFrame, config))
                .addPacket(packet(20).setExtension(FrameworksBaseTracePacket.videoFrame, frame))
                .build()
                .toByteArray());
        Table frames = s.table("__intrinsic_video_frames");
        assertEquals(2, frames.rowCount());
        assertEquals(
                "inner", s.strings().get(frames.strings("display_name").get(1)), "the name holds for later frames");
        assertEquals(1, frames.ints("is_config").get(0));
        assertEquals(
                "data",
                new String(
                        s.table("__intrinsic_video_frame_data").blobs("data").get(1),
                        java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Test
    void countsFramesOfUnknownTimeOrKind() throws IOException {
        FrameTimelineEvent.ActualDisplayFrameStart start = FrameTimelineEvent.ActualDisplayFrameStart.newBuilder()
                .setCookie(1)
                .setToken(2)
                .setPid(3)
                .build();
        byte[] unknownValues = {
            FrameTimelineEvent.ActualDisplayFrameStart.PRESENT_TYPE_FIELD_NUMBER << 3,
            99,
            FrameTimelineEvent.ActualDisplayFrameStart.PREDICTION_TYPE_FIELD_NUMBER << 3,
            99
        };
        FrameTimelineEvent event = FrameTimelineEvent.newBuilder()
                .setActualDisplayFrameStart(start.toBuilder().mergeFrom(unknownValues))
                .build();
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(packet(10).setExtension(FrameworksNativeTracePacket.frameTimelineEvent, event))
                .build()
                .toByteArray());
        assertEquals(2, TraceBuilder.stat(s, "frame_timeline_event_parser_errors"));
        assertTrue(args(s).contains("Present type=Unspecified Present; "), () -> args(s));
    }

    @Test
    void omitsArgumentsOfEventsWithTheirOwnTable() {
        TrackEvent start = TrackEvent.newBuilder()
                .setType(TrackEvent.Type.TYPE_INSTANT)
                .setTrackUuid(0)
                .setName("start")
                .addDebugAnnotations(
                        DebugAnnotation.newBuilder().setName("more").setIntValue(1))
                .setExtension(
                        FrameworksBaseTrackEvent.processStartEvent,
                        AndroidProcessStartEvent.newBuilder()
                                .setPid(7)
                                .setHostingName("h")
                                .build())
                .build();
        TrackEvent other = TrackEvent.newBuilder()
                .setType(TrackEvent.Type.TYPE_INSTANT)
                .setTrackUuid(0)
                .setName("other")
                .addDebugAnnotations(
                        DebugAnnotation.newBuilder().setName("kept").setIntValue(1))
                .build();
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(packet(10).setTrackEvent(start))
                .addPacket(packet(20).setTrackEvent(other))
                .build()
                .toByteArray());
        assertEquals("h", Rows.of(s, "__intrinsic_android_track_event_process", "hosting_name:s"));
        assertFalse(args(s).contains("more"), () -> args(s));
        assertFalse(args(s).contains("process_start_event"), () -> args(s));
        assertTrue(args(s).contains("debug.kept=1; "), () -> args(s));
    }
}
