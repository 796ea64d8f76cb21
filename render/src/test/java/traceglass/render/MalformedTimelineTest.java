package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.time.Viewport;
import traceglass.store.text.SingleLineText;
import traceglass.store.time.TimeSpan;

/// Tests malformed names and extreme times.
class MalformedTimelineTest {

    /// Draws a trace with these slices on one track, and waits until it is painted.
    private static TimelineView draw(TimeSpan bounds, long[] ts, long[] end, String[] names, byte[] flags)
            throws Exception {
        int[] index = new int[ts.length];
        java.util.Arrays.setAll(index, i -> i);
        SliceData data = new SliceData(new int[] {0, ts.length}, ts, ts, end, index, index, flags, names, names);
        TrackNode node = new TrackNode(
                "track/0", new SliceTrack(List.of(0L), 1), names[0], "", List.of(), "", "", false, List.of());
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTrace(List.of(node), bounds, n -> java.util.concurrent.CompletableFuture.completedFuture(data));
            Scene scene = new Scene(created, 800, 300);
            scene.getRoot().applyCss();
            created.resize(800, 300);
            created.layout();
            return created;
        });
        FxTest.awaitIdle(view);
        return view;
    }

    @Test
    void malformedNamesAreDrawnOnOneLine() throws Exception {
        String endless = "x".repeat(100_000);
        String[] names = {"a\nb\tc\u0000d", endless, "\u202Eevil\u2066", "שלום עולם مرحبا", "👩‍🚀 launch 🚀", ""};
        long[] ts = {0, 100, 200, 300, 400, 500};
        long[] end = {90, 190, 290, 390, 490, 590};
        TimelineView view = draw(new TimeSpan(0, 600), ts, end, names, new byte[6]);
        FxTest.run(() -> {
            for (double x : new double[] {300, 400, 500, 560, 650, 760}) {
                Event.fireEvent(
                        view,
                        new MouseEvent(
                                MouseEvent.MOUSE_MOVED,
                                x,
                                95,
                                x,
                                95,
                                MouseButton.NONE,
                                0,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                false,
                                true,
                                null));
            }
        });
        FxTest.await(() -> view.tooltip.isVisible());
        FxTest.awaitIdle(view);
        assertEquals("a·b·c·d", SingleLineText.of(names[0]));
        assertEquals("·evil·", SingleLineText.of(names[2]));
        assertSame(names[4], SingleLineText.of(names[4]));
        assertTrue(FxTest.call(() -> view.tooltip.text()).length() < 1000, "the tooltip shows all of an endless name");
        FxTest.run(view::dispose);
    }

    @Test
    void tracesOfOneEventAndOfNineDaysAreDrawn() throws Exception {
        TimelineView view = draw(
                new TimeSpan(5, 5), new long[] {5}, new long[] {5}, new String[] {"only"}, new byte[] {SliceData.INSTANT
                });
        FxTest.run(() -> {
            view.viewportControls().zoomBy(.5);
            view.viewportControls().panBy(1);
            view.viewportControls().zoomToFit();
            view.selectionControls().selectAll();
            view.viewportControls().focusSelection();
        });
        FxTest.awaitIdle(view);
        assertTrue(view.viewport().spanNs() >= Viewport.MIN_SPAN_NS);
        FxTest.run(view::dispose);
        long day = 86_400_000_000_000L;
        TimelineView nineDays = draw(
                new TimeSpan(0, 9 * day),
                new long[] {0, 4 * day, 9 * day - 20},
                new long[] {1, 5 * day, 9 * day},
                new String[] {"first", "middle", "last"},
                new byte[3]);
        FxTest.run(() -> nineDays.showSpan(new TimeSpan(9 * day - 25, 9 * day - 15)));
        FxTest.awaitIdle(nineDays);
        assertEquals(10, nineDays.viewport().spanNs(), 1e-9);
        assertEquals(
                9 * day - 20,
                nineDays.model.timeAt(nineDays.timeX(9 * day - 20) + .01),
                "a nanosecond is lost at the end of nine days");
        FxTest.run(nineDays::dispose);
    }
}
