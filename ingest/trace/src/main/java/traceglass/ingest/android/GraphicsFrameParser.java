package traceglass.ingest.android;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.android.GraphicsFrameEvent;
import traceglass.protos.android.GraphicsFrameEvent.BufferEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `graphics_frame_event`: the steps of a frame's buffer. Each step is an instant on the buffer's track. The
/// phases between steps are slices on separate tracks: the app draws (dequeue to queue), the GPU works (queue to
/// acquire fence), SurfaceFlinger composes (latch to present fence), the display shows (present fence to the layer's
/// next one).
public final class GraphicsFrameParser implements PacketParser {

    private static final TrackType FRAMES = TrackType.slices("graphics_frame_event", Dimension.ofString("name"));
    private static final String[] NAMES = {
        "unspecified_event",
        "Dequeue",
        "Queue",
        "Post",
        "AcquireFenceSignaled",
        "Latch",
        "HWCCompositionQueued",
        "FallbackComposition",
        "PresentFenceSignaled",
        "ReleaseFenceSignaled",
        "Modify",
        "Detach",
        "Attach",
        "Cancel"
    };
    private static final String NO_LAYER = "no_layer_name";

    private final ImportContext context;
    private final StringPool strings;
    private final Map<BufferOfLayer, Steps> buffers = new HashMap<>();
    private final Map<String, Integer> tracksByLayer = new HashMap<>();

    /// Buffer and layer, because a buffer may serve several layers in turn.
    private record BufferOfLayer(int buffer, String layer) {}

    private enum Phase {
        NONE,
        APP,
        GPU,
        COMPOSITION
    }

    /// Latest steps of a buffer and its current phase.
    private static final class Steps {
        long acquireTs;
        long queueTs;
        long latchTs;
        boolean isDequeuedLast;
        Phase phase = Phase.NONE;
        int slice;
        int track;
        long dequeueTs;
        boolean isAcquired;
        long lastAcquireTs;
    }

    public GraphicsFrameParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.GRAPHICS_FRAME_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        GraphicsFrameEvent frame;
        try {
            frame = packet.decode(GraphicsFrameEvent.parser());
        } catch (InvalidProtocolBufferException e) {
            reportInvalid();
            return;
        }
        if (!frame.hasBufferEvent()) {
            return;
        }
        BufferEvent event = frame.getBufferEvent();
        if (!event.hasBufferId()) {
            reportInvalid();
            return;
        }
        Steps steps =
                buffers.computeIfAbsent(new BufferOfLayer(event.getBufferId(), event.getLayerName()), k -> new Steps());
        step(ts, event, steps);
        handlePhase(ts, event, steps);
    }

    private void reportInvalid() {
        context.stats().increment(StatNames.GRAPHICS_FRAME_EVENT_PARSER_ERRORS);
    }

    private void step(long ts, BufferEvent event, Steps steps) {
        switch (event.getType()) {
            case DEQUEUE -> {}
            case ACQUIRE_FENCE -> steps.acquireTs = ts;
            case QUEUE -> steps.queueTs = ts;
            case LATCH -> steps.latchTs = ts;
            default -> reportInvalid();
        }
        boolean wasDequeued = steps.isDequeuedLast;
        steps.isDequeuedLast = event.getType() == GraphicsFrameEvent.BufferEventType.DEQUEUE;
        int track = track("Buffer: " + Integer.toUnsignedString(event.getBufferId()) + " " + event.getLayerName());
        if (event.getType() == GraphicsFrameEvent.BufferEventType.QUEUE && wasDequeued) {
            setFrame(track, number(event));
        }
        String name = event.hasType() ? NAMES[event.getType().getNumber()] : "unknown_event";
        context.slices()
                .scoped(
                        ts,
                        event.getDurationNs(),
                        track,
                        StringPool.NULL,
                        strings.intern(name),
                        b -> b.addInt(strings.intern("frame_number"), number(event))
                                .addString(strings.intern("layer_name"), layer(event))
                                .addInt(
                                        strings.intern("queue_to_acquire_time"),
                                        Math.max(steps.acquireTs - steps.queueTs, 0))
                                .addInt(strings.intern("acquire_to_latch_time"), steps.latchTs - steps.acquireTs)
                                .addInt(strings.intern("latch_to_present_time"), ts - steps.latchTs));
    }

    private void handlePhase(long ts, BufferEvent event, Steps steps) {
        switch (event.getType()) {
            case DEQUEUE -> {
                if (steps.phase == Phase.APP) {
                    addWithoutFrame(steps);
                    steps.phase = Phase.NONE;
                }
                int slice = begin(ts, event, track("APP", event));
                if (slice >= 0) {
                    steps.phase = Phase.APP;
                    steps.slice = slice;
                    steps.dequeueTs = ts;
                }
            }
            case QUEUE -> {
                if (steps.phase == Phase.APP && !queueSteps(ts, event, steps)) {
                    return;
                }
                steps.track = track("GPU", event);
                begin(ts, event, steps.track);
                steps.phase = Phase.GPU;
            }
            case ACQUIRE_FENCE -> {
                end(ts, steps, Phase.GPU);
                steps.isAcquired = true;
                steps.lastAcquireTs = ts;
            }
            case LATCH -> {
                if (steps.phase == Phase.APP) {
                    // The event that queued the buffer was lost.
                    addWithoutFrame(steps);
                }
                steps.track = track("SF", event);
                begin(ts, event, steps.track);
                steps.phase = Phase.COMPOSITION;
            }
            case PRESENT_FENCE -> {
                end(ts, steps, Phase.COMPOSITION);
                Integer previous = tracksByLayer.get(event.getLayerName());
                if (previous != null) {
                    context.slices().end(ts, previous, StringPool.NULL, StringPool.NULL, null);
                }
                int track = track("Display_" + event.getLayerName());
                begin(ts, event, track);
                tracksByLayer.put(event.getLayerName(), track);
            }
            default -> {}
        }
    }

    /// Ends the app's phase, whose frame number is only known now.
    ///
    /// @return false if the GPU was already done and therefore has no phase
    private boolean queueSteps(long ts, BufferEvent event, Steps steps) {
        context.slices()
                .end(
                        ts,
                        context.slices().track(steps.slice),
                        StringPool.NULL,
                        StringPool.NULL,
                        b -> b.addInt(strings.intern("frame_number"), number(event)));
        context.slices().setName(steps.slice, strings.intern(Long.toString(number(event))));
        if (steps.isAcquired && steps.lastAcquireTs > steps.dequeueTs) {
            steps.phase = Phase.NONE;
            return false;
        }
        return true;
    }

    private void end(long ts, Steps steps, Phase phase) {
        if (steps.phase == phase) {
            context.slices().end(ts, steps.track, StringPool.NULL, StringPool.NULL, null);
            steps.phase = Phase.NONE;
        }
    }

    private void addWithoutFrame(Steps steps) {
        context.slices().setName(steps.slice, strings.intern("0"));
        setFrame(context.slices().track(steps.slice), 0);
    }

    private void setFrame(int track, long number) {
        context.slices()
                .addArgs(
                        track, StringPool.NULL, StringPool.NULL, b -> b.addInt(strings.intern("frame_number"), number));
    }

    private int track(String phase, BufferEvent event) {
        return track(phase + "_" + Integer.toUnsignedString(event.getBufferId()) + " " + event.getLayerName());
    }

    private int track(String name) {
        int id = strings.intern(name);
        return context.tracks().intern(FRAMES, id, id);
    }

    /// Begins a slice. It is named after its time, which is unique, until the frame number is known.
    private int begin(long ts, BufferEvent event, int track) {
        long number = number(event);
        return context.slices()
                .begin(
                        ts,
                        track,
                        StringPool.NULL,
                        strings.intern(Long.toString(number != 0 ? number : ts)),
                        b -> b.addInt(strings.intern("frame_number"), number)
                                .addString(strings.intern("layer_name"), layer(event)));
    }

    private static long number(BufferEvent event) {
        return event.getFrameNumber() & 0xFFFF_FFFFL;
    }

    private int layer(BufferEvent event) {
        return strings.intern(event.hasLayerName() ? event.getLayerName() : NO_LAYER);
    }
}
