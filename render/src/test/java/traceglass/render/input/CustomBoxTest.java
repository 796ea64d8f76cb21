package traceglass.render.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.render.FxTest;
import traceglass.render.box.AccessibleName;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.box.TooltipText;
import traceglass.render.control.RowProxies;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;
import traceglass.render.paint.OverlayPainter;
import traceglass.render.scene.BoxFactory;
import traceglass.render.scene.Placement;
import traceglass.render.surface.Pen;
import traceglass.render.surface.SvgSurface;

/// Tests that a new kind of box needs only its class and its registration: a badge on an event, over its track.
class CustomBoxTest {

    private static final BoxFactory REGISTRATION = Badge::place;

    private record Badge(double left, double top) implements Box {

        private static final double SIZE = 10;

        static List<Badge> place(Placement placement) {
            double left = placement.model().x(2_200);
            return placement.rows().stream()
                    .filter(row -> row.row().node().key().equals("a"))
                    .map(row -> new Badge(left, row.top() + row.row().height() / 2 - SIZE / 2))
                    .toList();
        }

        @Override
        public Layer layer() {
            return Layer.LINES;
        }

        @Override
        public void paint(PaintContext context, Drawing drawing) {
            drawing.rect(0xFF123456, left, top, SIZE, SIZE);
        }

        @Override
        public boolean contains(double x, double y) {
            return x >= left && x < left + SIZE && y >= top && y < top + SIZE;
        }

        @Override
        public TooltipText tooltip(TimelineModel model, double x, double y) {
            return new TooltipText("badge", "", "");
        }

        @Override
        public boolean handleClick(TimelineRequests requests) {
            requests.addNote(42);
            return true;
        }

        @Override
        public AccessibleName accessibleName() {
            return new AccessibleName("badge", left, top, SIZE, SIZE);
        }
    }

    private final WindowlessTimeline timeline = new WindowlessTimeline(List.of(REGISTRATION));
    private final double x = timeline.x(2_200) + 2;
    private final double y = timeline.y("a");

    @Test
    void theBoxIsFoundOverTheEventBelowIt() {
        timeline.controllers.hoverTracker().onMoved(x, y);
        assertNotNull(timeline.tooltip);
        assertEquals("badge", timeline.tooltip.name());
        assertNull(timeline.model.pointer().hover().item());
        timeline.controllers.hoverTracker().onMoved(x + Badge.SIZE, y);
        assertEquals("x", timeline.tooltip.name());
        assertNotNull(timeline.model.pointer().hover().item());
    }

    @Test
    void theBoxIsClickedInsteadOfTheEventBelowIt() {
        timeline.click(x, y);
        assertEquals(List.of("new note at 42"), timeline.requests);
        assertEquals(TimelineSelection.NOTHING, timeline.model.selection());
        timeline.click(x + Badge.SIZE, y);
        assertTrue(timeline.model.selection() instanceof TimelineSelection.Event);
    }

    @Test
    void theBoxIsPaintedAndHasAName() throws Exception {
        FxTest.run(() -> {
            SvgSurface surface = new SvgSurface(1_200, 500);
            new OverlayPainter(timeline.scenes, new Pen(surface, 1)).paint();
            assertTrue(surface.file("").contains("#123456"));
            RowProxies proxies = new RowProxies();
            proxies.follow(timeline.scenes.scene(), Long.MAX_VALUE);
            assertTrue(proxies.getChildren().stream().anyMatch(node -> "badge".equals(node.getAccessibleText())));
        });
    }
}
