package traceglass.render.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// Tests the wheel and the touchpad without a window.
class WheelTest {

    private final WindowlessTimeline timeline = new WindowlessTimeline("a", "b", "c");
    private final Wheel wheel = timeline.controllers.wheel();

    @Test
    void turningTheWheelScrollsUpToTheLastRow() {
        timeline.operations.arrangement().setSize(1_200, 170);
        timeline.operations.arrangement().setPinnedHeight(24);
        timeline.operations.arrangement().update();
        double limit = timeline.operations.scrolling().limit();
        assertTrue(limit > 20, "there is nothing to scroll");
        double y = timeline.model.geometry().height() - 3;
        wheel.onTurned(500, y, 3, -12, false, false);
        assertEquals(12, timeline.model.scrollY());
        wheel.onTurned(500, y, 0, -5_000, false, false);
        assertEquals(Math.round(limit), timeline.model.scrollY());
    }

    @Test
    void turningTheWheelOverPinnedRowsScrollsThem() {
        timeline.operations.arrangement().setPinnedHeight(24);
        timeline.operations.arrangement().update();
        wheel.onTurned(500, timeline.model.geometry().headerHeight() + 5, 0, -10, false, false);
        assertEquals(10, timeline.model.pinnedScroll());
        assertEquals(0, timeline.model.scrollY());
    }

    @Test
    void horizontalScrollingAndShiftPanByTheScrolledDistance() {
        long under = timeline.model.timeAt(700);
        wheel.onTurned(700, timeline.y("b"), 37.5, 4, false, false);
        assertEquals(737.5, timeline.model.x(under), 1e-6);
        wheel.onTurned(700, timeline.y("b"), 0, -12, false, true);
        assertEquals(725.5, timeline.model.x(under), 1e-6);
        assertEquals(0, timeline.model.scrollY());
    }

    @Test
    void zoomingKeepsTheTimeUnderThePointer() {
        for (double dy : new double[] {40, -40, 3, -200}) {
            long under = timeline.model.timeAt(600);
            double at = timeline.model.x(under);
            double before = timeline.model.viewport().spanNs();
            wheel.onTurned(600, timeline.y("b"), 0, dy, true, false);
            assertEquals(at, timeline.model.x(under), 1);
            assertEquals(dy > 0, timeline.model.viewport().spanNs() < before);
        }
        double before = timeline.model.viewport().spanNs();
        wheel.zoom(600, .8);
        assertEquals(.8 * before, timeline.model.viewport().spanNs(), 1e-6);
    }

    @Test
    void zoomingOverTheLabelsKeepsTheLeftEdge() {
        wheel.zoom(10, .5);
        assertEquals(2_000, timeline.model.viewport().start());
        assertEquals(500, timeline.model.viewport().spanNs(), 1e-6);
    }
}
