package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.input.ZoomEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.track.SliceData;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.model.Bands;
import traceglass.render.seek.Snapping;
import traceglass.store.time.TimeSpan;

/// Tests snapping, touchpads, and the overlay of the hovered or selected element.
class PointerTest {

    private static final String TRACK = "slices/0/0";

    private final SyntheticTrace trace = new SyntheticTrace(7, 1_000_000_000L, 2_000_000_000L, 4, 4, 3, 200);
    private TimelineView view;

    @BeforeEach
    void open() throws Exception {
        view = FxTest.timeline(trace, 1280, 800);
        FxTest.run(() -> view.showSpan(new TimeSpan(1_500_000_000L, 1_600_000_000L)));
        FxTest.awaitIdle(view);
    }

    @AfterEach
    void close() throws Exception {
        FxTest.run(view::dispose);
    }

    private void fireMouseEvent(EventType<MouseEvent> type, double x, double y, boolean isAltDown) {
        boolean isPressed = type != MouseEvent.MOUSE_MOVED;
        Event.fireEvent(
                view,
                new MouseEvent(
                        type,
                        x,
                        y,
                        x,
                        y,
                        isPressed ? MouseButton.PRIMARY : MouseButton.NONE,
                        1,
                        false,
                        false,
                        isAltDown,
                        false,
                        isPressed,
                        false,
                        false,
                        true,
                        false,
                        true,
                        null));
    }

    private double top(String key) {
        return view.model.geometry().tracksTop() + view.model.layout().row(key).y() - view.scrollY();
    }

    /// Returns the start and end times of all events on a track.
    private List<Long> edges(String key) {
        SliceData data = (SliceData) trace.data.get(key);
        List<Long> edges = new ArrayList<>();
        for (int i = 0; i < data.ts().length; i++) {
            edges.add(data.ts()[i]);
            edges.add(data.end()[i]);
        }
        return edges;
    }

    @Test
    void anEdgeSnapsToTheNearestEventOnTheTrackUnderThePointer() throws Exception {
        Random random = new Random(3);
        List<Long> edges = edges(TRACK);
        int snapped = 0;
        for (int i = 0; i < 400; i++) {
            double x = 300 + random.nextDouble() * 950;
            double nearest = edges.stream()
                    .mapToDouble(ts -> Math.abs(view.timeX(ts) - x))
                    .min()
                    .orElseThrow();
            Snapping.Point point = FxTest.call(() -> new Snapping(view.model).nearest(x, top(TRACK) + 5, view.hitTest));
            assertEquals(nearest < 15, point != null, "the nearest edge is " + nearest + " px away");
            if (point != null) {
                assertEquals(nearest, Math.abs(view.timeX(point.ts()) - x), 1e-6);
                snapped++;
            }
        }
        assertTrue(snapped > 20 && snapped < 400, "the trace does not fit this test: " + snapped);
    }

    @Test
    void aDraggedAreaSnapsToAnEdgeUnlessAltIsHeld() throws Exception {
        // An edge with no other edge nearby.
        List<Long> edges = edges(TRACK).stream().sorted().distinct().toList();
        long edge = 0;
        for (int i = 1; i + 1 < edges.size(); i++) {
            double x = view.timeX(edges.get(i));
            if (x > 500 && x < 1200 && x - view.timeX(edges.get(i - 1)) > 12 && view.timeX(edges.get(i + 1)) - x > 12) {
                edge = edges.get(i);
            }
        }
        double x = view.timeX(edge) + 5;
        double y = top(TRACK) + 5;
        for (boolean isAltDown : new boolean[] {false, true}) {
            FxTest.run(() -> {
                fireMouseEvent(MouseEvent.MOUSE_PRESSED, 320, y, isAltDown);
                fireMouseEvent(MouseEvent.MOUSE_DRAGGED, 400, y, isAltDown);
                fireMouseEvent(MouseEvent.MOUSE_DRAGGED, x, y, isAltDown);
            });
            assertEquals(isAltDown ? Long.MIN_VALUE : edge, view.model.pointer().snappedTo());
            assertEquals(
                    !isAltDown, view.tooltip.isVisible() && view.tooltip.text().contains("Hold Alt to drag freely"));
            FxTest.run(() -> fireMouseEvent(MouseEvent.MOUSE_RELEASED, x, y, isAltDown));
            long end = assertInstanceOf(TimelineSelection.Area.class, view.selection())
                    .span()
                    .end();
            assertEquals(isAltDown ? view.model.timeAt(x) : edge, end);
            assertEquals(Long.MIN_VALUE, view.model.pointer().snappedTo(), "the guide is still shown");
            FxTest.run(view::clearSelection);
        }
    }

    @Test
    void nothingSnapsOnTheAxis() throws Exception {
        long edge = edges(TRACK).stream()
                .filter(ts -> view.timeX(ts) > 500 && view.timeX(ts) < 1200)
                .findFirst()
                .orElseThrow();
        double x = view.timeX(edge) + 4;
        double y = view.model.geometry().axisTop() + 5;
        FxTest.run(() -> {
            fireMouseEvent(MouseEvent.MOUSE_PRESSED, 320, y, false);
            fireMouseEvent(MouseEvent.MOUSE_DRAGGED, 400, y, false);
            fireMouseEvent(MouseEvent.MOUSE_DRAGGED, x, y, false);
            fireMouseEvent(MouseEvent.MOUSE_RELEASED, x, y, false);
        });
        assertEquals(
                view.model.timeAt(x),
                ((TimelineSelection.Area) view.selection()).span().end());
    }

    @Test
    void twoFingersPanByTheDistanceTheyMove() throws Exception {
        long middle = view.model.timeAt(700);
        FxTest.run(() -> Event.fireEvent(
                view,
                new ScrollEvent(
                        ScrollEvent.SCROLL,
                        700,
                        300,
                        700,
                        300,
                        false,
                        false,
                        false,
                        false,
                        true,
                        false,
                        37.5,
                        4,
                        37.5,
                        4,
                        ScrollEvent.HorizontalTextScrollUnits.NONE,
                        0,
                        ScrollEvent.VerticalTextScrollUnits.NONE,
                        0,
                        2,
                        null)));
        assertEquals(737.5, view.timeX(middle), .01);
        assertEquals(0, view.scrollY(), "a horizontal movement scrolls vertically");
    }

    @Test
    void aPinchZoomsAroundTheMiddleOfTheFingers() throws Exception {
        long under = view.model.timeAt(600);
        double span = view.viewport().spanNs();
        FxTest.run(() -> Event.fireEvent(
                view,
                new ZoomEvent(
                        ZoomEvent.ZOOM,
                        600,
                        300,
                        600,
                        300,
                        false,
                        false,
                        false,
                        false,
                        true,
                        false,
                        1.25,
                        1.25,
                        null)));
        assertEquals(span / 1.25, view.viewport().spanNs(), 1);
        assertEquals(600, view.timeX(under), .01);
        FxTest.run(() -> Event.fireEvent(
                view,
                new ZoomEvent(
                        ZoomEvent.ZOOM, 600, 300, 600, 300, false, false, false, false, true, false, .8, 1, null)));
        assertEquals(span, view.viewport().spanNs(), 1);
    }

    private WritableImage takeSnapshot() throws Exception {
        FxTest.awaitIdle(view);
        return FxTest.call(() -> view.getScene().snapshot(null));
    }

    /// Returns the color in the middle of a visible box, just above its lower edge, where there is no text.
    private int color(WritableImage image, SliceData data, int event) {
        Row row = view.model.layout().row(TRACK);
        Bands bands = Bands.of(view.model, row, data.rows());
        double x = (Math.max(290, view.timeX(data.ts()[event])) + Math.min(1260, view.timeX(data.end()[event]))) / 2;
        return image.getPixelReader().getArgb((int) x, (int) (top(TRACK) + bands.top(0) + bands.height() - 2));
    }

    @Test
    void slicesOfTheHoveredNameKeepTheirColor() throws Exception {
        SliceData data = (SliceData) trace.data.get(TRACK);
        // The whole trace, which has many slices of each name.
        FxTest.run(() -> view.showSpan(new TimeSpan(1_400_000_000L, 1_900_000_000L)));
        WritableImage before = takeSnapshot();
        List<Integer> wide = new ArrayList<>();
        for (int i = data.rowStart()[0]; i < data.rowStart()[1]; i++) {
            if (view.timeX(data.ts()[i]) > 290
                    && view.timeX(data.end()[i]) < 1240
                    && view.timeX(data.end()[i]) - view.timeX(data.ts()[i]) > 10) {
                wide.add(i);
            }
        }
        int hoveredEvent = wide.getFirst();
        FxTest.run(() -> {
            view.model
                    .highlights()
                    .setName(
                            data.names()[data.name()[hoveredEvent]],
                            view.model.layout().row(TRACK).node().kind().style());
            view.model.changes().markTracks();
        });
        WritableImage after = takeSnapshot();
        int others = 0;
        for (int event : wide) {
            boolean isSame = data.name()[event] == data.name()[hoveredEvent];
            others += isSame ? 0 : 1;
            if (isSame) {
                assertEquals(color(before, data, event), color(after, data, event), "event " + event);
            } else {
                assertNotEquals(color(before, data, event), color(after, data, event), "event " + event);
            }
        }
        assertTrue(others > 0, "all slices have the same name");
    }

    private int count(WritableImage image, int argb, double x0, double y0, double x1, double y1) {
        int n = 0;
        for (int y = (int) y0; y < y1; y++) {
            for (int x = (int) x0; x < x1; x++) {
                n += (image.getPixelReader().getArgb(x, y) & 0xFFFFFF) == (argb & 0xFFFFFF) ? 1 : 0;
            }
        }
        return n;
    }

    @Test
    void aWakeupIsALineFromTheWakersCpuAndAnArrowAcrossTheWait() throws Exception {
        // A CPU slice far enough to the right, on any CPU but the waker's.
        TrackItem item = null;
        for (String key : List.of("cpu_sched/1", "cpu_sched/2", "cpu_sched/3")) {
            SliceData data = (SliceData) trace.data.get(key);
            for (int i = 0; i < data.ts().length && item == null; i++) {
                if (view.timeX(data.ts()[i]) > 520 && view.timeX(data.ts()[i]) < 1240) {
                    item = new TrackItem(key, "sched", data.id()[i], data.ts()[i], data.end()[i], "", false);
                }
            }
        }
        assertNotNull(item);
        TimelineSelection.Event selected = new TimelineSelection.Event(item);
        long woken = item.ts() - 20_000_000L;
        FxTest.run(() -> view.setSelection(selected));
        WritableImage before = takeSnapshot();
        long runTs = item.ts();
        FxTest.run(() -> view.marks().setWakeup(new Wakeup(woken, runTs, "cpu_sched/0", "", "waker 7")));
        WritableImage image = takeSnapshot();
        int accent = view.palette().tokens.accent();
        double x = view.timeX(woken);
        double wakerRow =
                top("cpu_sched/0") + view.model.layout().row("cpu_sched/0").height() / 2;
        double wokenRow =
                top(item.trackKey()) + view.model.layout().row(item.trackKey()).height() / 2;
        assertEquals(0, count(before, accent, x - 6, wakerRow - 7, x + 7, wokenRow));
        assertTrue(
                count(image, accent, x - 5, wakerRow - 6, x + 7, wakerRow + 6) > 40, "no diamond on the waker's CPU");
        assertTrue(
                count(image, accent, x - 1, wakerRow + 8, x + 3, wokenRow - 10) >= wokenRow - wakerRow - 20,
                "no line between the two CPUs");
        assertTrue(
                count(image, accent, x + 6, wokenRow - 1, view.timeX(item.ts()) - 6, wokenRow + 1) > 40,
                "no arrow over the wait");
        FxTest.run(() -> view.marks().setWakeup(null));
        assertEquals(0, count(takeSnapshot(), accent, x - 6, wakerRow - 7, x + 7, wokenRow));
    }

    @Test
    void flowsThatAreNotDrawnAreCounted() throws Exception {
        SliceData data = (SliceData) trace.data.get(TRACK);
        FxTest.run(() -> {
            view.setSelection(new TimelineSelection.Event(
                    new TrackItem(TRACK, "slice", data.id()[3], data.ts()[3], data.end()[3], "", false)));
            view.marks()
                    .setFlows(
                            List.of(new Flow(
                                    TRACK, data.id()[3], data.ts()[3], TRACK, data.id()[5], data.ts()[5], false)),
                            1234);
        });
        FxTest.awaitIdle(view);
        String svg = FxTest.call(() -> view.toSvg(1, "flows")).get();
        assertTrue(
                svg.replace('\u2009', ' ').contains("1 234 more flows are not drawn"),
                "the number of missing flows is not shown");
        FxTest.run(() -> view.marks().setFlows(List.of()));
        FxTest.awaitIdle(view);
        assertFalse(FxTest.call(() -> view.toSvg(1, "flows")).get().contains("more flow"));
    }

    @Test
    void thePointerOfTheOtherTimelineIsShownAsALine() throws Exception {
        long ts = view.model.timeAt(900);
        double y = view.model.geometry().height() - 3;
        WritableImage before = takeSnapshot();
        FxTest.run(() -> view.pair().setPointer(ts));
        WritableImage after = takeSnapshot();
        int x = (int) Math.round(view.timeX(ts));
        assertNotEquals(
                before.getPixelReader().getArgb(x, (int) y),
                after.getPixelReader().getArgb(x, (int) y));
        assertEquals(
                before.getPixelReader().getArgb(x + 3, (int) y),
                after.getPixelReader().getArgb(x + 3, (int) y));
        FxTest.run(() -> view.pair().setPointer(null));
        assertEquals(
                before.getPixelReader().getArgb(x, (int) y),
                takeSnapshot().getPixelReader().getArgb(x, (int) y));
    }

    @Test
    void theVisibleRangeIsShownInHoursForATraceOfDays() throws Exception {
        long hour = 3_600_000_000_000L;
        SyntheticTrace days = new SyntheticTrace(3, 5, 9 * 24 * hour, 1, 1, 1, 20);
        TimelineView view = FxTest.timeline(days, 900, 400);
        FxTest.run(() -> view.showSpan(new TimeSpan(5 + 193 * hour, 5 + 195 * hour)));
        FxTest.awaitIdle(view);
        String svg = FxTest.call(() -> view.toSvg(1, "days")).get();
        FxTest.run(view::dispose);
        assertTrue(svg.contains("193:00:00 – 195:00:00"), "the visible range is not shown in hours");
    }

    @Test
    void pinnedAndScrolledTracksSnapTheSameWay() throws Exception {
        FxTest.run(() -> view.tracks().setPinned(TRACK, true));
        FxTest.awaitIdle(view);
        long edge = edges(TRACK).stream()
                .filter(ts -> view.timeX(ts) > 500 && view.timeX(ts) < 1200)
                .findFirst()
                .orElseThrow();
        Snapping.Point point = FxTest.call(() -> new Snapping(view.model)
                .nearest(view.timeX(edge) + .5, view.model.geometry().headerHeight() + 9, view.hitTest));
        assertNotNull(point);
        assertTrue(Set.copyOf(edges(TRACK)).contains(point.ts()));
    }
}
