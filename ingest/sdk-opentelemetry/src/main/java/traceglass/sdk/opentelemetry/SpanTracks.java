package traceglass.sdk.opentelemetry;

import io.opentelemetry.api.trace.SpanContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.Track;

/// Assigns spans to tracks so that the spans of each track are nested. Tracks are reused when they are empty.
final class SpanTracks {

    /// A track and the ids of its open spans, outermost first.
    record Lane(Track track, List<String> spans) {}

    private final List<Lane> lanes = new ArrayList<>();

    /// Returns the lane for a new span: the parent's lane if the parent is its innermost span, else an empty lane.
    Lane laneFor(String spanId, @Nullable Lane parentLane, SpanContext parent) {
        if (parentLane != null && parentLane.spans().getLast().equals(parent.getSpanId())) {
            parentLane.spans().add(spanId);
            return parentLane;
        }
        return takeFreeLane(spanId);
    }

    /// Returns an empty lane for a span.
    Lane takeFreeLane(String spanId) {
        for (Lane lane : lanes) {
            if (lane.spans().isEmpty()) {
                lane.spans().add(spanId);
                return lane;
            }
        }
        Lane added = new Lane(Track.named("Spans").withId(lanes.size() + 1L), new ArrayList<>(List.of(spanId)));
        lanes.add(added);
        return added;
    }

    /// Returns the spans nested in a span, innermost first.
    List<String> childrenAbove(String spanId, Lane lane) {
        int index = lane.spans().indexOf(spanId);
        return List.copyOf(lane.spans().subList(index + 1, lane.spans().size()).reversed());
    }

    void end(String spanId, Lane lane) {
        lane.spans().remove(spanId);
    }
}
