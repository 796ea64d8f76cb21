package traceglass.app.window.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Rectangle2D;
import org.junit.jupiter.api.Test;

class WindowPlacementTest {

    private static final Rectangle2D LAPTOP = new Rectangle2D(0, 28, 1366, 740);
    private static final Rectangle2D SECOND = new Rectangle2D(1366, 0, 1600, 1000);

    private static Rectangle2D window(double x, double y, double width, double height) {
        return new Rectangle2D(x, y, width, height);
    }

    @Test
    void aWindowLargerThanTheScreenFillsTheAvailableArea() {
        assertEquals(LAPTOP, WindowPlacement.centered(1600, 1000, LAPTOP));
        assertEquals(LAPTOP, WindowPlacement.inside(window(-5, -9, 1600, 1000), LAPTOP));
    }

    @Test
    void aTitleBarAboveTheScreenIsMovedOntoTheScreen() {
        assertEquals(window(0, 28, 1000, 700), WindowPlacement.inside(window(-40, 6, 1000, 700), LAPTOP));
        assertEquals(window(1966, 300, 1000, 700), WindowPlacement.inside(window(2900, 990, 1000, 700), SECOND));
    }

    @Test
    void aWindowThatWouldFillTheScreenIsMaximizedAndGetsSmallerWhenRestored() {
        assertTrue(WindowPlacement.fillsScreen(1600, 1000, LAPTOP));
        assertTrue(WindowPlacement.fillsScreen(1600, 1000, SECOND));
        assertFalse(WindowPlacement.fillsScreen(1600, 600, SECOND));
        assertFalse(WindowPlacement.fillsScreen(1600, 1000, new Rectangle2D(0, 0, 1920, 1053)));
        Rectangle2D restored = WindowPlacement.restored(1600, 1000, SECOND);
        assertTrue(SECOND.contains(restored)
                && !WindowPlacement.fillsScreen(restored.getWidth(), restored.getHeight(), SECOND));
    }

    @Test
    void windowsAreCenteredHorizontallyAndSlightlyAboveTheMiddle() {
        assertEquals(window(1366 + 300, 100, 1000, 700), WindowPlacement.centered(1000, 700, SECOND));
    }

    @Test
    void furtherWindowsCascadeEvenIfTheFirstFillsTheScreen() {
        List<Rectangle2D> all = new ArrayList<>(List.of(LAPTOP));
        for (int i = 0; i < 20; i++) {
            Rectangle2D next = WindowPlacement.cascaded(all.getLast(), all, LAPTOP);
            assertTrue(LAPTOP.contains(next), next.toString());
            assertTrue(next.getWidth() >= LAPTOP.getWidth() * .75 && next.getHeight() >= LAPTOP.getHeight() * .75);
            Rectangle2D last = all.getLast();
            assertTrue(next.getMinX() != last.getMinX() && next.getMinY() != last.getMinY(), "both at " + next);
            all.add(next);
        }
        assertEquals(window(32, 60, 1334, 708), all.get(1));
    }

    @Test
    void twoWindowsOpenedFromOneDoNotCoverEachOther() {
        Rectangle2D opener = window(100, 100, 800, 600);
        Rectangle2D first = WindowPlacement.cascaded(opener, List.of(opener), LAPTOP);
        assertEquals(window(132, 132, 800, 600), first);
        assertEquals(window(164, 164, 800, 600), WindowPlacement.cascaded(opener, List.of(opener, first), LAPTOP));
    }
}
