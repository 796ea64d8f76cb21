package traceglass.render.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.store.time.TimeSpan;

/// Tests drags on the minimap without a JavaFX window. The trace of 10,000 ns is 1,000 px wide, and the visible range
/// is from 200 to 300 px.
class MinimapDragTest {

    private final WindowlessTimeline timeline = new WindowlessTimeline();

    private TimeSpan spanAfterDrag(double from, double to) {
        timeline.operations.mover().jumpTo(new TimeSpan(2_000, 3_000));
        timeline.drag(WindowlessTimeline.LABELS + from, 5, WindowlessTimeline.LABELS + to, 5, "");
        return timeline.model.viewport().visible();
    }

    @Test
    void theWindowMovesWithThePointer() {
        assertEquals(new TimeSpan(2_500, 3_500), spanAfterDrag(250, 300));
    }

    @Test
    void draggingAnEdgeLeavesTheOtherInPlace() {
        assertEquals(new TimeSpan(1_500, 3_000), spanAfterDrag(201, 150));
        assertEquals(new TimeSpan(2_000, 4_000), spanAfterDrag(299, 400));
        assertEquals(new TimeSpan(1_000, 2_000), spanAfterDrag(299, 100), "an edge beyond the other one");
    }

    @Test
    void aDragOutsideTheWindowShowsTheDraggedRange() {
        assertEquals(new TimeSpan(6_000, 7_000), spanAfterDrag(700, 600));
        assertEquals(new TimeSpan(7_000, 10_000), spanAfterDrag(700, 5_000), "a drag beyond the end of the trace");
    }

    @Test
    void aClickOutsideCentersTheWindowThere() {
        assertEquals(new TimeSpan(6_500, 7_500), spanAfterDrag(700, 700));
    }

    @Test
    void aShakyClickCentersTheWindowWithoutChangingItsLength() {
        double x = WindowlessTimeline.LABELS + 800;
        timeline.drag(x, 10, x + 2, 10, "");
        assertEquals(1_000, timeline.model.viewport().spanNs(), 1e-6);
    }
}
