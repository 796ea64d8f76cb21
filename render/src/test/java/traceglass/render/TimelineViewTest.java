package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.SliceData;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.time.Viewport;
import traceglass.render.windowless.Screenshotter;
import traceglass.store.time.TimeSpan;

/// Tests mouse and key input on the headless platform.
class TimelineViewTest extends TimelineFixture {

    @Test
    void aClickSelectsTheEventUnderThePointer() throws Exception {
        List<TrackItem> clicked = new ArrayList<>();
        Spot spot = spot("slices/0/0");
        FxTest.run(() -> view.handlers().setOnItemClicked(clicked::add));
        click(spot.x(), spot.y(), 1);
        TimelineSelection.Event event = assertInstanceOf(TimelineSelection.Event.class, view.selection());
        assertEquals(spot.data().id()[spot.event()], event.item().id());
        assertEquals("slice", event.item().table());
        assertEquals(spot.data().ts()[spot.event()], event.item().ts());
        assertEquals(1, clicked.size());
        click(spot.x(), view.model.geometry().height() - 1, 1);
    }

    @Test
    void aDoubleClickZoomsToTheEvent() throws Exception {
        Spot spot = spot("slices/0/0");
        click(spot.x(), spot.y(), 2);
        FxTest.awaitIdle(view);
        double dur = spot.data().end()[spot.event()] - spot.data().ts()[spot.event()];
        assertEquals(dur / .8, view.viewport().spanNs(), dur * .001);
    }

    @Test
    void theSelectionCanBeCleared() throws Exception {
        Spot spot = spot("slices/0/0");
        click(spot.x(), spot.y(), 1);
        FxTest.run(() -> view.clearSelection());
        assertSame(TimelineSelection.NOTHING, view.selection());
    }

    @Test
    void aDragSelectsTimeAndTracks() throws Exception {
        Row first = view.model.layout().row("cpu_sched/0");
        Row last = view.model.layout().row("cpu_sched/2");
        double top = view.model.geometry().tracksTop();
        drag(500, top + first.y() + 5, 700, top + last.y() + 5, false);
        TimelineSelection.Area area = assertInstanceOf(TimelineSelection.Area.class, view.selection());
        assertEquals(Set.of("cpu_sched/0", "cpu_sched/1", "cpu_sched/2"), area.trackKeys());
        assertEquals(view.model.x(area.span().start()), 500, 16);
        assertEquals(view.model.x(area.span().end()), 700, 16);
    }

    @Test
    void anEdgeOfTheAreaCanBeDragged() throws Exception {
        double top = view.model.geometry().tracksTop();
        drag(500, top + 30, 700, top + 32, false);
        TimelineSelection.Area before = (TimelineSelection.Area) view.selection();
        double edge = view.model.x(before.span().end());
        drag(edge, top + 30, 900, 70, false);
        TimelineSelection.Area after = (TimelineSelection.Area) view.selection();
        assertEquals(before.span().start(), after.span().start());
        assertEquals(900, view.model.x(after.span().end()), 16);
        assertEquals(before.trackKeys(), after.trackKeys());
    }

    @Test
    void aDragOnTheAxisSelectsOnlyTime() throws Exception {
        drag(400, 50, 600, 50, false);
        TimelineSelection.Area area = assertInstanceOf(TimelineSelection.Area.class, view.selection());
        assertTrue(area.trackKeys().isEmpty());
        assertEquals(
                200, view.model.x(area.span().end()) - view.model.x(area.span().start()), 1);
    }

    @Test
    void shiftAndDragPans() throws Exception {
        long before = view.viewport().start();
        double perPx = view.viewport().nsPerPx(1000);
        drag(600, 300, 500, 300, true);
        assertEquals(before + 100 * perPx, view.viewport().start(), perPx);
        assertSame(TimelineSelection.NOTHING, view.selection());
    }

    @Test
    void controlAndWheelZoomAtThePointer() throws Exception {
        long ts = view.model.timeAt(640);
        double span = view.viewport().spanNs();
        scroll(640, 300, 0, 40, false, true);
        // Like Perfetto: 2% for each doubling of the scroll distance, which browsers report as 100 px per notch.
        double notch = .02 * Math.log(101) / Math.log(2);
        assertEquals(span * (1 - notch), view.viewport().spanNs(), span * 1e-6);
        assertEquals(ts, view.model.timeAt(640), 2.0);
        scroll(640, 300, 0, -40, false, true);
        assertEquals(span * (1 - notch) * (1 + notch), view.viewport().spanNs(), span * 1e-6);
    }

    @Test
    void theWheelScrollsAndWithShiftPans() throws Exception {
        FxTest.run(() -> view.tracks().expandAll());
        FxTest.awaitIdle(view);
        scroll(640, 300, 0, -80, false, false);
        assertEquals(80, view.scrollY());
        long before = view.viewport().start();
        scroll(640, 300, -40, 0, true, false);
        assertTrue(view.viewport().start() > before);
        assertEquals(80, view.scrollY());
    }

    @Test
    void heldKeysMoveTheWindow() throws Exception {
        Viewport before = view.viewport();
        FxTest.run(() -> fireKeyEvent(KeyEvent.KEY_PRESSED, KeyCode.D));
        FxTest.await(() -> view.viewport().start() > before.start());
        FxTest.run(() -> fireKeyEvent(KeyEvent.KEY_RELEASED, KeyCode.D));
        FxTest.awaitIdle(view);
        assertTrue(view.viewport().start() > before.start());
        assertEquals(before.spanNs(), view.viewport().spanNs(), 1);
        FxTest.run(() -> fireKeyEvent(KeyEvent.KEY_PRESSED, KeyCode.W));
        FxTest.run(() -> fireKeyEvent(KeyEvent.KEY_RELEASED, KeyCode.W));
        FxTest.awaitIdle(view);
        assertTrue(view.viewport().spanNs() < before.spanNs() * .95);
    }

    @Test
    void theMinimapMovesTheWindow() throws Exception {
        double x = view.model.geometry().timeX() + view.model.geometry().timeWidth() * .275;
        double span = view.viewport().spanNs();
        drag(x, 20, x + 200, 20, false);
        assertEquals(1_500_000_000L + 2_000_000_000L * .2, view.viewport().start(), 5_000_000);
        assertEquals(span, view.viewport().spanNs(), 1);
        drag(400, 20, 500, 20, false);
        assertEquals(200_000_000, view.viewport().spanNs(), 5_000_000);
    }

    @Test
    void hoverShowsTheEventUnderThePointer() throws Exception {
        Spot spot = spot("slices/0/0");
        FxTest.run(() -> fireMouseEvent(MouseEvent.MOUSE_MOVED, spot.x(), spot.y(), 0, false));
        assertEquals(
                spot.data().id()[spot.event()],
                view.model.pointer().hover().item().id());
        assertEquals(view.model.timeAt(spot.x()), view.hoverTimeProperty().get());
        FxTest.await(() -> view.tooltip.isVisible());
        assertTrue(
                view.tooltip.text().startsWith(spot.data().names()[spot.data().name()[spot.event()]]),
                view.tooltip.text());
        assertEquals(
                view.model.pointer().hover().item().name(),
                view.model.highlights().name());
        FxTest.awaitIdle(view);
        assertTrue(
                view.tooltip.text().contains("\nview," + spot.data().id()[spot.event()] + " · "), view.tooltip.text());
    }

    @Test
    void revealOpensScrollsPansAndSelects() throws Exception {
        SliceData data = (SliceData) trace.data.get("slices/3/2");
        int event = data.rowStart()[1] - 1;
        double span = view.viewport().spanNs();
        FxTest.run(() -> view.reveal(
                "slice", data.id()[event], data.ts()[event], data.end()[event] - data.ts()[event], "slices/3/2"));
        FxTest.awaitIdle(view);
        TimelineSelection.Event selected = assertInstanceOf(TimelineSelection.Event.class, view.selection());
        assertEquals(data.names()[data.name()[event]], selected.item().name());
        assertEquals(span, view.viewport().spanNs(), 1);
        TimeSpan visible = view.visibleSpanProperty().get();
        assertTrue(visible.contains(data.ts()[event]), visible + " " + data.ts()[event]);
        Row row = view.model.layout().row("slices/3/2");
        assertTrue(row.y() >= view.scrollY()
                && row.y() < view.scrollY() + view.model.geometry().tracksHeight());
    }

    @Test
    void nextAndPreviousEventMoveAlongTheTrack() throws Exception {
        Spot spot = spot("slices/0/0");
        click(spot.x(), spot.y(), 1);
        // Ordered by start, over all depths; of events with the same start, the upper one is first.
        List<Integer> inOrder = new ArrayList<>();
        for (int i = 0; i < spot.data().rowStart()[spot.data().rows()]; i++) {
            inOrder.add(i);
        }
        inOrder.sort(Comparator.comparingLong(i -> spot.data().ts()[i]));
        int index = inOrder.indexOf(spot.event());
        assertTrue(spot.data().rows() > 1, "the track has only one depth");
        for (int step = 1; step <= 8; step++) {
            FxTest.run(() -> view.selectionControls().selectAdjacent(1));
            assertEquals(
                    spot.data().id()[inOrder.get(index + step)],
                    ((TimelineSelection.Event) view.selection()).item().id(),
                    "step " + step);
        }
        for (int step = 7; step >= 0; step--) {
            FxTest.run(() -> view.selectionControls().selectAdjacent(-1));
            assertEquals(
                    spot.data().id()[inOrder.get(index + step)],
                    ((TimelineSelection.Event) view.selection()).item().id(),
                    "step " + step);
        }
        FxTest.run(() -> view.selectionControls().selectAreaOfSelection());
        assertEquals(Set.of("slices/0/0"), ((TimelineSelection.Area) view.selection()).trackKeys());
    }

    @Test
    void selectAllSelectsEveryTrackOverTheWholeTrace() throws Exception {
        FxTest.run(() -> view.selectionControls().selectAll());
        TimelineSelection.Area area = (TimelineSelection.Area) view.selection();
        assertEquals(trace.bounds, area.span());
        assertEquals(4 + 4 * 7, area.trackKeys().size());
        FxTest.run(() -> view.selectionControls().toggleInArea("process/0"));
        assertEquals(
                4 + 3 * 7,
                ((TimelineSelection.Area) view.selection()).trackKeys().size());
    }

    @Test
    void aWindowThatShowedEverythingGrowsWithTheTrace() throws Exception {
        FxTest.run(() -> {
            view.showSpan(trace.bounds);
            view.updateTrace(
                    trace.roots, new TimeSpan(trace.bounds.start(), trace.bounds.end() + 1_000_000_000L), trace);
        });
        assertEquals(3_000_000_000L, view.viewport().spanNs(), 1);
    }

    @Test
    void aWindowOutsideTheUpdatedTraceReturnsToIt() throws Exception {
        TimeSpan later = new TimeSpan(trace.bounds.start() + 90_000_000_000L, trace.bounds.end() + 90_000_000_000L);
        FxTest.run(() -> {
            view.updateTrace(trace.roots, new TimeSpan(trace.bounds.start(), later.end()), trace);
            view.showSpan(later);
            view.updateTrace(trace.roots, trace.bounds, trace);
        });
        FxTest.awaitIdle(view);
        TimeSpan shown = view.viewport().visible();
        assertTrue(shown.start() < trace.bounds.end() && shown.end() > trace.bounds.start(), shown::toString);
    }

    @Test
    void backAndForwardReturnToEarlierWindows() throws Exception {
        Viewport first = view.viewport();
        FxTest.run(() -> view.showSpan(new TimeSpan(2_000_000_000L, 2_100_000_000L)));
        FxTest.awaitIdle(view);
        Viewport second = view.viewport();
        FxTest.run(() -> view.viewportControls().goBack());
        FxTest.awaitIdle(view);
        assertEquals(first, view.viewport());
        FxTest.run(() -> view.viewportControls().forward());
        FxTest.awaitIdle(view);
        assertEquals(second, view.viewport());
    }

    @Test
    void drawsNoFramesIfNothingChanges() throws Exception {
        FxTest.run(() -> view.stats().clear());
        Thread.sleep(200);
        assertEquals(0, FxTest.call(() -> view.stats().millis().length));
    }

    @Test
    void keysOfNonLatinKeyboardsWorkByPosition() throws Exception {
        Viewport before = FxTest.call(view::viewport);
        FxTest.run(() -> Event.fireEvent(
                view, new KeyEvent(KeyEvent.KEY_PRESSED, "", "ц", KeyCode.UNDEFINED, false, false, false, false)));
        FxTest.await(() -> view.viewport().spanNs() < before.spanNs());
        FxTest.run(() -> Event.fireEvent(
                view, new KeyEvent(KeyEvent.KEY_RELEASED, "", "", KeyCode.UNDEFINED, false, false, false, false)));
        FxTest.awaitIdle(view);
        assertTrue(view.viewport().spanNs() < before.spanNs(), "the key in the place of W does not zoom in");
    }

    @Test
    void secondFocusReturnsToThePreviousWindow() throws Exception {
        Viewport before = FxTest.call(view::viewport);
        FxTest.run(() -> view.selectionControls()
                .selectArea(new TimeSpan(1_540_000_000L, 1_541_000_000L), List.of("counter/0")));
        FxTest.run(() -> view.viewportControls().focusSelection());
        FxTest.awaitIdle(view);
        assertEquals(1_000_000 / .8, view.viewport().spanNs(), 1);
        FxTest.run(() -> view.viewportControls().focusSelection());
        FxTest.awaitIdle(view);
        assertEquals(before, view.viewport());
    }

    @Test
    void callsAfterDisposeAreHarmless() throws Exception {
        FxTest.run(() -> {
            view.dispose();
            view.viewportControls().zoomToFit();
            view.tracks().expandAll();
            view.setTheme(traceglass.render.color.Theme.DARK);
        });
        Thread.sleep(100);
        FxTest.run(() -> view.stats().clear());
        Thread.sleep(100);
        assertEquals(0, FxTest.call(() -> view.stats().millis().length));
    }

    @Test
    void picturesShowTheCompleteTimelineInBothThemesAndAtAnyScale() throws Exception {
        Scene scene = view.getScene();
        var image = FxTest.call(() -> Screenshotter.capture(
                        scene, 1, () -> java.util.concurrent.CompletableFuture.completedFuture(null)))
                .get(30, java.util.concurrent.TimeUnit.SECONDS);
        assertEquals(1280, (int) image.getWidth());
        assertEquals(0xFFFFFFFF, image.getPixelReader().getArgb(1200, 790) | 0, "surface");
        FxTest.run(() -> view.setTheme(traceglass.render.color.Theme.DARK));
        var scaled = FxTest.call(() -> Screenshotter.capture(
                        scene, 2, () -> java.util.concurrent.CompletableFuture.completedFuture(null)))
                .get(30, java.util.concurrent.TimeUnit.SECONDS);
        assertEquals(2560, (int) scaled.getWidth());
        assertNotEquals(
                image.getPixelReader().getArgb(100, 10), scaled.getPixelReader().getArgb(200, 20));
        Set<Integer> colors = new java.util.HashSet<>();
        for (int x = 600; x < 2500; x++) {
            colors.add(scaled.getPixelReader().getArgb(x, 2 * (80 + 26 + 8)));
        }
        assertTrue(colors.size() > 4, "CPU 0 has slices of several colors");
    }
}
