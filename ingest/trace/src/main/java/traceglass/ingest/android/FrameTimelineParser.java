package traceglass.ingest.android;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.extension.FrameTimelineEvent;
import traceglass.protos.extension.FrameTimelineEvent.ActualDisplayFrameStart;
import traceglass.protos.extension.FrameTimelineEvent.ActualSurfaceFrameStart;
import traceglass.protos.extension.FrameTimelineEvent.ExpectedSurfaceFrameStart;
import traceglass.protos.extension.FrameTimelineEvent.PresentType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `frame_timeline_event`: expected and actual times of each frame of apps and SurfaceFlinger, as slices on the
/// process tracks `Expected Timeline` and `Actual Timeline`. A slice is named after its vsync token. Flows connect app
/// frames to the SurfaceFlinger frame that shows them.
public final class FrameTimelineParser implements PacketParser {

    /// Extension field of `TracePacket` defined by Android.
    private static final int FRAME_TIMELINE_EVENT = 76;
    private static final TrackType EXPECTED =
            TrackCompressor.compressed("android_expected_frame_timeline", TrackType.UPID);
    private static final TrackType ACTUAL = TrackCompressor.compressed("android_actual_frame_timeline", TrackType.UPID);
    /// Later times are errors of the producer, in ns.
    private static final long LATEST = Long.MAX_VALUE - 10_000_000_000L;

    private static final String[] PRESENT = {
        "Unspecified Present", "On-time Present", "Late Present", "Early Present", "Dropped Frame", "Unknown Present"
    };
    private static final String[] PREDICTION = {
        "Unspecified Prediction", "Valid Prediction", "Expired Prediction", "Unknown Prediction"
    };
    private static final String[] SEVERITY = {"Unknown", "None", "Partial", "Full"};
    private static final String[] FENCE = {
        "Unknown", "Latched Signaled", "Latched Unsignaled", "Delayed Latch Fence Unsignaled"
    };

    private final ImportContext context;
    private final StringPool strings;
    private final Map<Long, Frame> open = new HashMap<>();
    private final Map<Integer, Set<Long>> expectedTokens = new HashMap<>();
    private final Map<Long, List<Integer>> surfaceSlices = new HashMap<>();

    private record Frame(int upid, TrackType type) {}

    public FrameTimelineParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {FRAME_TIMELINE_EVENT};
    }

    @Override
    public void parse(long ts, Packet packet) {
        FrameTimelineEvent event;
        try {
            event = FrameTimelineEvent.parseFrom(packet.fieldBytes());
        } catch (InvalidProtocolBufferException e) {
            reportInvalid();
            return;
        }
        if (ts < 0 || ts >= LATEST) {
            reportInvalid();
        } else if (event.hasExpectedDisplayFrameStart()) {
            var e = event.getExpectedDisplayFrameStart();
            if (e.hasCookie() && e.hasToken() && e.hasPid()) {
                begin(
                        ts,
                        e.getCookie(),
                        e.getToken(),
                        e.getPid(),
                        EXPECTED,
                        b -> addNumber(b, "Display frame token", e.getToken()));
            } else {
                reportInvalid();
            }
        } else if (event.hasActualDisplayFrameStart()) {
            handleActualDisplay(ts, event.getActualDisplayFrameStart());
        } else if (event.hasExpectedSurfaceFrameStart()) {
            handleExpectedSurface(ts, event.getExpectedSurfaceFrameStart());
        } else if (event.hasActualSurfaceFrameStart()) {
            handleActualSurface(ts, event.getActualSurfaceFrameStart());
        } else if (event.hasFrameEnd()) {
            end(ts, event.getFrameEnd());
        } else {
            reportInvalid();
        }
    }

    /// Returns whether the enum field has a value that the enum does not define.
    private static boolean hasUnknownValue(Message event, int field) {
        return event.getUnknownFields().hasField(field);
    }

    private void reportInvalid() {
        context.stats().increment(StatNames.FRAME_TIMELINE_EVENT_PARSER_ERRORS);
    }

    private TrackCompressor.Lanes lanes(Frame frame) {
        int name = strings.intern(frame.type() == EXPECTED ? "Expected Timeline" : "Actual Timeline");
        return context.compressor().lanes(frame.type(), name, null, null, frame.upid());
    }

    private int begin(long ts, long cookie, long token, int pid, TrackType type, ArgsWriter args) {
        Frame frame = new Frame(context.processes().process(pid & 0xFFFF_FFFFL), type);
        open.put(cookie, frame);
        return context.slices()
                .begin(ts, lanes(frame).begin(cookie), StringPool.NULL, strings.intern(Long.toString(token)), args);
    }

    private void handleActualDisplay(long ts, ActualDisplayFrameStart e) {
        if (!e.hasCookie() || !e.hasToken() || !e.hasPid()) {
            reportInvalid();
            return;
        }
        int slice = begin(ts, e.getCookie(), e.getToken(), e.getPid(), ACTUAL, b -> {
            addNumber(b, "Display frame token", e.getToken());
            addReal(b, "Present Delay (ms)", e.getPresentDelayMillis());
            addText(
                    b,
                    "Present type",
                    present(
                            e.hasPresentType(),
                            e.getPresentType(),
                            e,
                            ActualDisplayFrameStart.PRESENT_TYPE_FIELD_NUMBER));
            addText(
                    b,
                    "Present type (experimental)",
                    present(
                            e.hasPresentTypeExperimental(),
                            e.getPresentTypeExperimental(),
                            e,
                            ActualDisplayFrameStart.PRESENT_TYPE_EXPERIMENTAL_FIELD_NUMBER));
            addNumber(b, "On time finish", e.getOnTimeFinish() ? 1 : 0);
            addNumber(b, "GPU composition", e.getGpuComposition() ? 1 : 0);
            addText(b, "Jank type", JankTypes.names(e.getJankType()));
            addText(b, "Jank type (experimental)", JankTypes.names(e.getJankTypeExperimental()));
            addText(
                    b,
                    "Jank severity type",
                    severity(e.hasJankSeverityType(), e.getJankSeverityType().getNumber(), e.getJankType()));
            addReal(b, "Jank Severity Score", e.getJankSeverityScore());
            addText(
                    b,
                    "Prediction type",
                    prediction(
                            e.hasPredictionType(),
                            e.getPredictionType().getNumber(),
                            e,
                            ActualDisplayFrameStart.PREDICTION_TYPE_FIELD_NUMBER));
            addText(b, "Jank tag", JankTypes.ofDisplayFrame(e.getJankType()));
            addText(b, "Jank tag (experimental)", JankTypes.ofDisplayFrame(e.getJankTypeExperimental()));
            addReal(b, "Jank Metadata (debugging only)", e.getJankDebugMetadata());
            if (e.hasLatchedUnsignaledCount()) {
                addNumber(b, "Latched unsignaled count", e.getLatchedUnsignaledCount());
            }
            if (e.hasAddressableUnsignaledLatchCount()) {
                addNumber(b, "Addressable unsignaled latch count", e.getAddressableUnsignaledLatchCount());
            }
        });
        // Apps work on a frame before SurfaceFlinger does, so all app slices of this frame are known here.
        List<Integer> surfaces = surfaceSlices.remove(e.getToken());
        if (slice >= 0 && surfaces != null) {
            surfaces.forEach(s -> context.flows().add(s, slice));
        }
    }

    private void handleExpectedSurface(long ts, ExpectedSurfaceFrameStart e) {
        if (!e.hasCookie() || !e.hasToken() || !e.hasDisplayFrameToken() || !e.hasPid()) {
            reportInvalid();
            return;
        }
        int upid = context.processes().process(e.getPid() & 0xFFFF_FFFFL);
        if (!expectedTokens.computeIfAbsent(upid, u -> new HashSet<>()).add(e.getToken())) {
            // The expected times are the same for all frames with this token.
            open.put(e.getCookie(), new Frame(upid, EXPECTED));
            return;
        }
        begin(ts, e.getCookie(), e.getToken(), e.getPid(), EXPECTED, b -> {
            addNumber(b, "Surface frame token", e.getToken());
            addNumber(b, "Display frame token", e.getDisplayFrameToken());
            addLayer(b, e.hasLayerName(), e.getLayerName());
        });
    }

    private void handleActualSurface(long ts, ActualSurfaceFrameStart e) {
        if (!e.hasCookie() || !e.hasToken() || !e.hasDisplayFrameToken() || !e.hasPid()) {
            reportInvalid();
            return;
        }
        int slice = begin(ts, e.getCookie(), e.getToken(), e.getPid(), ACTUAL, b -> describe(b, e));
        if (slice >= 0) {
            surfaceSlices
                    .computeIfAbsent(e.getDisplayFrameToken(), t -> new ArrayList<>())
                    .add(slice);
        }
    }

    private void describe(ArgSetBuilder b, ActualSurfaceFrameStart e) {
        addNumber(b, "Surface frame token", e.getToken());
        addNumber(b, "Display frame token", e.getDisplayFrameToken());
        if (e.hasAnimationTimeMillis()) {
            addReal(b, "Animation Time (ms)", e.getAnimationTimeMillis());
        }
        addReal(b, "Present Delay (ms)", e.getPresentDelayMillis());
        addReal(b, "Vsync Resynced Jitter (ms)", e.getVsyncResyncedJitterMillis());
        addLayer(b, e.hasLayerName(), e.getLayerName());
        addText(
                b,
                "Present type",
                present(e.hasPresentType(), e.getPresentType(), e, ActualSurfaceFrameStart.PRESENT_TYPE_FIELD_NUMBER));
        addText(
                b,
                "Present type (experimental)",
                present(
                        e.hasPresentTypeExperimental(),
                        e.getPresentTypeExperimental(),
                        e,
                        ActualSurfaceFrameStart.PRESENT_TYPE_EXPERIMENTAL_FIELD_NUMBER));
        addNumber(b, "On time finish", e.getOnTimeFinish() ? 1 : 0);
        addNumber(b, "GPU composition", e.getGpuComposition() ? 1 : 0);
        addText(b, "Jank type", JankTypes.names(e.getJankType()));
        addText(b, "Jank type (experimental)", JankTypes.names(e.getJankTypeExperimental()));
        addText(
                b,
                "Jank severity type",
                severity(e.hasJankSeverityType(), e.getJankSeverityType().getNumber(), e.getJankType()));
        addReal(b, "Jank Severity Score", e.getJankSeverityScore());
        addText(
                b,
                "Prediction type",
                prediction(
                        e.hasPredictionType(),
                        e.getPredictionType().getNumber(),
                        e,
                        ActualSurfaceFrameStart.PREDICTION_TYPE_FIELD_NUMBER));
        addText(
                b,
                "Jank tag",
                JankTypes.ofSurfaceFrame(e.getJankType(), e.getPresentType() == PresentType.PRESENT_DROPPED));
        addText(
                b,
                "Jank tag (experimental)",
                JankTypes.ofSurfaceFrame(
                        e.getJankTypeExperimental(), e.getPresentTypeExperimental() == PresentType.PRESENT_DROPPED));
        addText(b, "Is Buffer?", !e.hasIsBuffer() ? "Unspecified" : e.getIsBuffer() ? "Yes" : "No");
        addReal(b, "Jank Metadata (debugging only)", e.getJankDebugMetadata());
        if (e.hasLatchedFenceState()) {
            addText(b, "Latched fence state", FENCE[e.getLatchedFenceState().getNumber()]);
        }
    }

    private void end(long ts, FrameTimelineEvent.FrameEnd e) {
        if (!e.hasCookie()) {
            reportInvalid();
            return;
        }
        Frame frame = open.remove(e.getCookie());
        if (frame == null) {
            context.stats().increment(StatNames.FRAME_TIMELINE_UNPAIRED_END_EVENT);
            return;
        }
        context.slices().end(ts, lanes(frame).end(e.getCookie()), StringPool.NULL, StringPool.NULL, null);
    }

    private String present(boolean isSet, PresentType type, Message event, int field) {
        if (isSet ? type == PresentType.PRESENT_UNSPECIFIED : hasUnknownValue(event, field)) {
            reportInvalid();
        }
        return PRESENT[isSet ? type.getNumber() : 0];
    }

    private String prediction(boolean isSet, int type, Message event, int field) {
        if (isSet ? type == 0 : hasUnknownValue(event, field)) {
            reportInvalid();
        }
        return PREDICTION[isSet ? type : 0];
    }

    /// Returns the name of a jank severity. Older traces have no severity: it is `None` without jank and unknown
    /// otherwise.
    private static String severity(boolean isSet, int severity, int jankType) {
        return SEVERITY[isSet ? severity : jankType == FrameTimelineEvent.JankType.JANK_NONE_VALUE ? 1 : 0];
    }

    private void addNumber(ArgSetBuilder b, String key, long value) {
        b.addInt(strings.intern(key), value);
    }

    private void addReal(ArgSetBuilder b, String key, double value) {
        b.addReal(strings.intern(key), value);
    }

    private void addText(ArgSetBuilder b, String key, String value) {
        b.addString(strings.intern(key), strings.intern(value));
    }

    private void addLayer(ArgSetBuilder b, boolean isSet, String name) {
        b.addString(strings.intern("Layer name"), isSet ? strings.intern(name) : StringPool.NULL);
    }
}
