package traceglass.convert.cut.select;

import com.google.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.extension.FrameTimelineEvent;

/// The start or end of a frame on Android's frame timeline.
///
/// @param cookie identifies the frame; 0 if missing
/// @param isEnd whether the frame ends; the end of a frame has no pid
/// @param pid process of the frame; -1 if missing
public record FrameEvent(long cookie, boolean isEnd, long pid) {

    private static final int NO_PID = -1;

    /// Reads the frame event of a packet; returns null if it is damaged or of an unknown kind.
    public static @Nullable FrameEvent of(Packet packet) {
        FrameTimelineEvent event;
        try {
            event = FrameTimelineEvent.parseFrom(packet.fieldBytes());
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
        return switch (event.getEventCase()) {
            case EXPECTED_DISPLAY_FRAME_START -> {
                var start = event.getExpectedDisplayFrameStart();
                yield new FrameEvent(start.getCookie(), false, start.hasPid() ? start.getPid() : NO_PID);
            }
            case ACTUAL_DISPLAY_FRAME_START -> {
                var start = event.getActualDisplayFrameStart();
                yield new FrameEvent(start.getCookie(), false, start.hasPid() ? start.getPid() : NO_PID);
            }
            case EXPECTED_SURFACE_FRAME_START -> {
                var start = event.getExpectedSurfaceFrameStart();
                yield new FrameEvent(start.getCookie(), false, start.hasPid() ? start.getPid() : NO_PID);
            }
            case ACTUAL_SURFACE_FRAME_START -> {
                var start = event.getActualSurfaceFrameStart();
                yield new FrameEvent(start.getCookie(), false, start.hasPid() ? start.getPid() : NO_PID);
            }
            case FRAME_END -> new FrameEvent(event.getFrameEnd().getCookie(), true, NO_PID);
            case EVENT_NOT_SET -> null;
        };
    }
}
