package traceglass.render;

import traceglass.store.text.OneLine;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// What a person does with mouse and keys, on the headless platform.
class TimelineViewTest {

    private final SyntheticTrace trace = new SyntheticTrace(7, 1_000_000_000L, 2_000_000_000L, 4, 4, 3, 200);
    private TimelineView view;

    @BeforeEach
    void open() throws Exception {
        view = FxTest.timeline(trace, 1280, 800);
        FxTest.run(() -> view.showSpan(new TimeSpan(1_500_000_000L, 1_600_000_000L)));
        FxTest.idle(view);
    }

    @AfterEach
    void close() throws Exception {
        FxTest.run(view::dispose);
    }

    private void mouse(javafx.event.EventType<MouseEvent> type, double x, double y, int clicks, boolean shift) {
        boolean down = type != MouseEvent.MOUSE_MOVED;
        Event.fireEvent(
                view,
                new MouseEvent(
                        type,
                        x,
                        y,
                        x,
                        y,
                        down ? MouseButton.PRIMARY : MouseButton.NONE,
                        clicks,
                        shift,
                        false,
                        false,
                        false,
                        down,
                        false,
                        false,
                        true,
                        false,
                        true,
                        null));
    }

    private void click(double x, double y, int clicks) throws Exception {
        FxTest.run(() -> {
            mouse(MouseEvent.MOUSE_MOVED, x, y, 0, false);
            mouse(MouseEvent.MOUSE_PRESSED, x, y, clicks, false);
            mouse(MouseEvent.MOUSE_RELEASED, x, y, clicks, false);
        });
    }

    private void drag(double x0, double y0, double x1, double y1, boolean shift) throws Exception {
        FxTest.run(() -> {
            mouse(MouseEvent.MOUSE_MOVED, x0, y0, 0, false);
            mouse(MouseEvent.MOUSE_PRESSED, x0, y0, 1, shift);
            mouse(MouseEvent.MOUSE_DRAGGED, (x0 + x1) / 2, (y0 + y1) / 2, 1, shift);
            mouse(MouseEvent.MOUSE_DRAGGED, x1, y1, 1, shift);
            mouse(MouseEvent.MOUSE_RELEASED, x1, y1, 1, shift);
        });
    }

    private void wheel(double x, double y, double dx, double dy, boolean shift, boolean control) throws Exception {
        FxTest.run(() -> Event.fireEvent(
                view,
                new ScrollEvent(
                        ScrollEvent.SCROLL,
                        x,
                        y,
                        x,
                        y,
                        shift,
                        control,
                        false,
                        false,
                        false,
                        false,
                        dx,
                        dy,
                        dx,
                        dy,
                        ScrollEvent.HorizontalTextScrollUnits.NONE,
                        0,
                        ScrollEvent.VerticalTextScrollUnits.NONE,
                        0,
                        0,
                        null)));
    }

    /// A wide event of the first row of a track's data within the window, and where it is.
    private record Spot(SliceData data, int event, double x, double y) {}

    private Spot spot(String key) {
        SliceData data = (SliceData) trace.data.get(key);
        for (int i = data.rowStart()[0]; i < data.rowStart()[1]; i++) {
            double a = view.picture.x(data.ts()[i]);
            double b = view.picture.x(data.end()[i]);
            if (b - a > 12 && a > 290 && b < 1260) {
                Row row = view.picture.layout.row(key);
                return new Spot(data, i, (a + b) / 2, view.picture.geometry.tracksTop() + row.y() - view.scrollY() + 9);
            }
        }
        throw new AssertionError("no wide event on " + key);
    }

    @Test
    void aClickSelectsTheEventUnderThePointer() throws Exception {
        List<TrackItem> clicked = new ArrayList<>();
        Spot spot = spot("slices/0/0");
        FxTest.run(() -> view.setOnItemClicked(clicked::add));
        click(spot.x, spot.y, 1);
        TimelineSelection.Event event = assertInstanceOf(TimelineSelection.Event.class, view.selection());
        assertEquals(spot.data.id()[spot.event], event.item().id());
        assertEquals("slice", event.item().table());
        assertEquals(spot.data.ts()[spot.event], event.item().ts());
        assertEquals(1, clicked.size());
        click(spot.x, view.picture.geometry.height() - 1, 1);
    }

    @Test
    void aDoubleClickZoomsToTheEvent() throws Exception {
        Spot spot = spot("slices/0/0");
        click(spot.x, spot.y, 2);
        FxTest.idle(view);
        double dur = spot.data.end()[spot.event] - spot.data.ts()[spot.event];
        assertEquals(dur / .8, view.viewport().spanNs(), dur * .001);
    }

    @Test
    void aClickOnAnEmptyPlaceDeselects() throws Exception {
        Spot spot = spot("slices/0/0");
        click(spot.x, spot.y, 1);
        Row header = view.picture.layout.row("cpus");
        assertNotNull(header);
        FxTest.run(() -> view.clearSelection());
        assertSame(TimelineSelection.NOTHING, view.selection());
    }

    @Test
    void aClickOnAGroupOpensAndClosesIt() throws Exception {
        Row row = view.picture.layout.row("process/1");
        assertTrue(row.summary());
        FxTest.run(() -> view.tracks().reveal("process/1"));
        FxTest.idle(view);
        double y = view.picture.geometry.tracksTop()
                + view.picture.layout.row("process/1").y()
                - view.scrollY()
                + 8;
        click(60, y, 1);
        assertTrue(view.tracks().isExpanded("process/1"));
        FxTest.idle(view);
        assertTrue(view.tracks().rowKeys().contains("slices/1/0"));
        click(
                60,
                view.picture.geometry.tracksTop()
                        + view.picture.layout.row("process/1").y()
                        - view.scrollY()
                        + 8,
                1);
        assertFalse(view.tracks().isExpanded("process/1"));
    }

    @Test
    void aDragSelectsTimeAndTracks() throws Exception {
        Row first = view.picture.layout.row("cpu_sched/0");
        Row last = view.picture.layout.row("cpu_sched/2");
        double top = view.picture.geometry.tracksTop();
        drag(500, top + first.y() + 5, 700, top + last.y() + 5, false);
        TimelineSelection.Area area = assertInstanceOf(TimelineSelection.Area.class, view.selection());
        assertEquals(Set.of("cpu_sched/0", "cpu_sched/1", "cpu_sched/2"), area.trackKeys());
        assertEquals(view.picture.x(area.span().start()), 500, 16);
        assertEquals(view.picture.x(area.span().end()), 700, 16);
    }

    @Test
    void anEdgeOfTheAreaCanBeDragged() throws Exception {
        double top = view.picture.geometry.tracksTop();
        drag(500, top + 30, 700, top + 32, false);
        TimelineSelection.Area before = (TimelineSelection.Area) view.selection();
        double edge = view.picture.x(before.span().end());
        drag(edge, top + 30, 900, 70, false);
        TimelineSelection.Area after = (TimelineSelection.Area) view.selection();
        assertEquals(before.span().start(), after.span().start());
        assertEquals(900, view.picture.x(after.span().end()), 16);
        assertEquals(before.trackKeys(), after.trackKeys());
    }

    @Test
    void aDragOnTheAxisSelectsTimeAlone() throws Exception {
        drag(400, 50, 600, 50, false);
        TimelineSelection.Area area = assertInstanceOf(TimelineSelection.Area.class, view.selection());
        assertTrue(area.trackKeys().isEmpty());
        assertEquals(
                200,
                view.picture.x(area.span().end()) - view.picture.x(area.span().start()),
                1);
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
        long at = view.timeAt(640);
        double span = view.viewport().spanNs();
        wheel(640, 300, 0, 40, false, true);
        // A notch is 2 % for each doubling of the 100 px that browsers make of it.
        double notch = .02 * Math.log(101) / Math.log(2);
        assertEquals(span * (1 - notch), view.viewport().spanNs(), span * 1e-6);
        assertEquals(at, view.timeAt(640), 2);
        wheel(640, 300, 0, -40, false, true);
        assertEquals(span * (1 - notch) * (1 + notch), view.viewport().spanNs(), span * 1e-6);
    }

    @Test
    void theWheelScrollsAndWithShiftPans() throws Exception {
        FxTest.run(() -> view.tracks().expandAll());
        FxTest.idle(view);
        wheel(640, 300, 0, -80, false, false);
        assertEquals(80, view.scrollY());
        long before = view.viewport().start();
        wheel(640, 300, -40, 0, true, false);
        assertTrue(view.viewport().start() > before);
        assertEquals(80, view.scrollY());
    }

    @Test
    void heldKeysMoveTheWindow() throws Exception {
        Viewport before = view.viewport();
        FxTest.run(() -> key(KeyEvent.KEY_PRESSED, KeyCode.D));
        FxTest.await(() -> view.viewport().start() > before.start());
        FxTest.run(() -> key(KeyEvent.KEY_RELEASED, KeyCode.D));
        FxTest.idle(view);
        assertTrue(view.viewport().start() > before.start());
        assertEquals(before.spanNs(), view.viewport().spanNs(), 1);
        FxTest.run(() -> key(KeyEvent.KEY_PRESSED, KeyCode.W));
        FxTest.run(() -> key(KeyEvent.KEY_RELEASED, KeyCode.W));
        FxTest.idle(view);
        assertTrue(view.viewport().spanNs() < before.spanNs() * .95);
    }

    private void key(javafx.event.EventType<KeyEvent> type, KeyCode code) {
        Event.fireEvent(view, new KeyEvent(type, "", "", code, false, false, false, false));
    }

    @Test
    void theMinimapMovesTheWindow() throws Exception {
        double x = view.picture.geometry.timeX() + view.picture.geometry.timeWidth() * .275;
        double span = view.viewport().spanNs();
        drag(x, 20, x + 200, 20, false);
        assertEquals(1_500_000_000L + 2_000_000_000L * .2, view.viewport().start(), 5_000_000);
        assertEquals(span, view.viewport().spanNs(), 1);
        drag(400, 20, 500, 20, false);
        assertEquals(200_000_000, view.viewport().spanNs(), 5_000_000);
    }

    @Test
    void hoverSaysWhatIsUnderThePointer() throws Exception {
        Spot spot = spot("slices/0/0");
        FxTest.run(() -> mouse(MouseEvent.MOUSE_MOVED, spot.x, spot.y, 0, false));
        assertEquals(spot.data.id()[spot.event], view.picture.hover.item().id());
        assertEquals(view.timeAt(spot.x), view.hoverTimeProperty().get());
        FxTest.await(() -> view.tip.isVisible());
        assertTrue(view.tip.text().startsWith(spot.data.names()[spot.data.name()[spot.event]]), view.tip.text());
        assertEquals(view.picture.hover.item().name(), view.picture.highlightName);
        FxTest.idle(view);
        assertTrue(view.tip.text().contains("\nview," + spot.data.id()[spot.event] + " · "), view.tip.text());
    }

    @Test
    void revealOpensScrollsPansAndSelects() throws Exception {
        SliceData data = (SliceData) trace.data.get("slices/3/2");
        int event = data.rowStart()[1] - 1;
        double span = view.viewport().spanNs();
        FxTest.run(() -> view.reveal(
                "slice", data.id()[event], data.ts()[event], data.end()[event] - data.ts()[event], "slices/3/2"));
        FxTest.idle(view);
        TimelineSelection.Event selected = assertInstanceOf(TimelineSelection.Event.class, view.selection());
        assertEquals(data.names()[data.name()[event]], selected.item().name());
        assertEquals(span, view.viewport().spanNs(), 1);
        TimeSpan visible = view.visibleSpanProperty().get();
        assertTrue(visible.contains(data.ts()[event]), visible + " " + data.ts()[event]);
        Row row = view.picture.layout.row("slices/3/2");
        assertTrue(row.y() >= view.scrollY() && row.y() < view.scrollY() + view.picture.geometry.tracksHeight());
    }

    @Test
    void nextAndPreviousEventWalkAlongTheTrack() throws Exception {
        Spot spot = spot("slices/0/0");
        click(spot.x, spot.y, 1);
        // By start, as of events that start together the upper comes first, over all depths.
        List<Integer> inOrder = new ArrayList<>();
        for (int i = 0; i < spot.data.rowStart()[spot.data.rows()]; i++) {
            inOrder.add(i);
        }
        inOrder.sort(Comparator.comparingLong(i -> spot.data.ts()[i]));
        int at = inOrder.indexOf(spot.event);
        assertTrue(spot.data.rows() > 1, "the track has one depth alone");
        for (int step = 1; step <= 8; step++) {
            FxTest.run(() -> view.selectNeighbour(1));
            assertEquals(
                    spot.data.id()[inOrder.get(at + step)],
                    ((TimelineSelection.Event) view.selection()).item().id(),
                    "step " + step);
        }
        for (int step = 7; step >= 0; step--) {
            FxTest.run(() -> view.selectNeighbour(-1));
            assertEquals(
                    spot.data.id()[inOrder.get(at + step)],
                    ((TimelineSelection.Event) view.selection()).item().id(),
                    "step " + step);
        }
        FxTest.run(() -> view.selectionToArea());
        assertEquals(Set.of("slices/0/0"), ((TimelineSelection.Area) view.selection()).trackKeys());
    }

    @Test
    void selectAllTakesEveryTrackAndTheWholeTrace() throws Exception {
        FxTest.run(() -> view.selectAll());
        TimelineSelection.Area area = (TimelineSelection.Area) view.selection();
        assertEquals(trace.bounds, area.span());
        assertEquals(4 + 4 * 7, area.trackKeys().size());
        FxTest.run(() -> view.toggleInArea("process/0"));
        assertEquals(
                4 + 3 * 7,
                ((TimelineSelection.Area) view.selection()).trackKeys().size());
    }

    @Test
    void aNewerTreeKeepsWhatAPersonDid() throws Exception {
        FxTest.run(() -> {
            view.tracks().expand("process/2");
            view.tracks().setPinned("counter/0", true);
            view.scrollTo(120);
        });
        FxTest.idle(view);
        Viewport before = view.viewport();
        double scroll = view.scrollY();
        List<TrackNode> fewer = trace.roots.subList(0, 4);
        FxTest.run(() -> view.updateTrace(
                fewer, new TimeSpan(trace.bounds.start(), trace.bounds.end() + 1_000_000_000L), trace));
        FxTest.idle(view);
        assertTrue(view.tracks().isExpanded("process/2"));
        assertTrue(view.tracks().isPinned("counter/0"));
        assertEquals(scroll, view.scrollY());
        assertEquals(before, view.viewport());
        assertFalse(view.tracks().rowKeys().contains("process/3"));
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
    void aWindowThatIsBesideTheNewerTraceComesBackToIt() throws Exception {
        TimeSpan later = new TimeSpan(trace.bounds.start() + 90_000_000_000L, trace.bounds.end() + 90_000_000_000L);
        FxTest.run(() -> {
            view.updateTrace(trace.roots, new TimeSpan(trace.bounds.start(), later.end()), trace);
            view.showSpan(later);
            view.updateTrace(trace.roots, trace.bounds, trace);
        });
        FxTest.idle(view);
        TimeSpan shown = view.viewport().visible();
        assertTrue(shown.start() < trace.bounds.end() && shown.end() > trace.bounds.start(), shown::toString);
    }

    @Test
    void theFilterKeepsHitsOnly() throws Exception {
        FxTest.run(() -> view.tracks().setFilter("heap"));
        assertEquals(
                List.of(
                        "process/0",
                        "counter/0",
                        "process/1",
                        "counter/1",
                        "process/2",
                        "counter/2",
                        "process/3",
                        "counter/3"),
                FxTest.call(view.tracks()::rowKeys));
        FxTest.run(() -> view.tracks().setFilter(""));
        assertTrue(FxTest.call(view.tracks()::rowKeys).contains("cpu_sched/0"));
    }

    @Test
    void aFailedTrackIsRetriedWhenItIsClicked() throws Exception {
        trace.failing.put("counter/1", "counter has no rows");
        FxTest.run(() -> {
            view.tracks().collapse("cpus");
            view.tracks().collapse("process/0");
            view.tracks().expand("process/1");
        });
        FxTest.idle(view);
        assertEquals(
                "counter has no rows", view.picture.frames.entry("counter/1").error());
        trace.failing.clear();
        double y = view.picture.geometry.tracksTop()
                + view.picture.layout.row("counter/1").y()
                - view.scrollY()
                + 10;
        click(500, y, 1);
        FxTest.idle(view);
        assertNull(view.picture.frames.entry("counter/1").error());
        assertNotNull(view.picture.frames.entry("counter/1").frame());
    }

    @Test
    void backAndForwardReturnToEarlierWindows() throws Exception {
        Viewport first = view.viewport();
        FxTest.run(() -> view.showSpan(new TimeSpan(2_000_000_000L, 2_100_000_000L)));
        FxTest.idle(view);
        Viewport second = view.viewport();
        FxTest.run(() -> view.back());
        FxTest.idle(view);
        assertEquals(first, view.viewport());
        FxTest.run(() -> view.forward());
        FxTest.idle(view);
        assertEquals(second, view.viewport());
    }

    @Test
    void restsWhenNothingChanges() throws Exception {
        FxTest.run(() -> view.stats().clear());
        Thread.sleep(200);
        assertEquals(0, FxTest.call(() -> view.stats().millis().length));
    }

    @Test
    void aCounterCanBeMadeHigherAndATrackPinned() throws Exception {
        FxTest.run(() -> {
            view.tracks().expand("process/0");
            view.tracks().setPinned("counter/0", true);
        });
        FxTest.idle(view);
        assertEquals(List.of("counter/0"), view.tracks().pinned());
        double before = view.picture.layout.row("counter/0").height();
        FxTest.run(() -> view.tracks().setCounterFactor("counter/0", 4));
        FxTest.idle(view);
        assertEquals(4 * before, view.picture.layout.row("counter/0").height());
    }

    @Test
    void aHiddenTrackIsGoneUntilItIsShownAgain() throws Exception {
        FxTest.run(() -> view.tracks().expand("process/0"));
        List<String> before = view.tracks().rowKeys();
        FxTest.run(() -> view.tracks().setHidden("counter/0", true));
        assertFalse(view.tracks().rowKeys().contains("counter/0"));
        assertEquals(1, view.tracks().hiddenCount());
        FxTest.run(() -> view.tracks().showHidden());
        assertEquals(before, view.tracks().rowKeys());
    }

    @Test
    void aTrackMovesAmongItsSiblingsAndTakesAnotherName() throws Exception {
        List<String> before = FxTest.call(() -> {
            view.tracks().collapseAll();
            return view.tracks().rowKeys();
        });
        String last = before.getLast();
        FxTest.run(() -> {
            view.tracks().move(last, before.getFirst());
            view.tracks().rename(last, "  mine ");
        });
        assertEquals(last, view.tracks().rowKeys().getFirst());
        assertEquals("mine", view.tracks().node(last).name());
        var kept = FxTest.call(() -> view.tracks().state());
        FxTest.run(() -> view.tracks().resetArrangement());
        assertEquals(before, view.tracks().rowKeys());
        FxTest.run(() -> view.tracks().restore(kept));
        assertEquals(last, view.tracks().rowKeys().getFirst(), "what was kept is not done again");
        assertEquals("mine", view.tracks().node(last).name());
    }

    @Test
    void aRowThatIsDraggedByItsLabelGoesWhereItIsDropped() throws Exception {
        List<String> before = FxTest.call(() -> {
            view.tracks().collapseAll();
            return view.tracks().rowKeys();
        });
        Row last = FxTest.call(() -> view.picture.layout.row(before.getLast()));
        double top = view.picture.geometry.tracksTop();
        double from = top + last.y() + 8;
        FxTest.run(() -> {
            mouse(MouseEvent.MOUSE_MOVED, 120, from, 0, false);
            mouse(MouseEvent.MOUSE_PRESSED, 120, from, 1, false);
            mouse(MouseEvent.MOUSE_DRAGGED, 120, from - 4, 1, false);
            mouse(MouseEvent.MOUSE_DRAGGED, 120, top + 3, 1, false);
            mouse(MouseEvent.MOUSE_RELEASED, 120, top + 3, 1, false);
        });
        FxTest.idle(view);
        List<String> after = FxTest.call(() -> view.tracks().rowKeys());
        assertEquals(before.getLast(), after.getFirst());
        assertEquals(before.size(), after.size());
    }

    @Test
    void keyboardsOfOtherScriptsMoveItByTheirPlaces() throws Exception {
        Viewport before = FxTest.call(view::viewport);
        FxTest.run(() -> Event.fireEvent(
                view, new KeyEvent(KeyEvent.KEY_PRESSED, "", "ц", KeyCode.UNDEFINED, false, false, false, false)));
        FxTest.await(() -> view.viewport().spanNs() < before.spanNs());
        FxTest.run(() -> Event.fireEvent(
                view, new KeyEvent(KeyEvent.KEY_RELEASED, "", "", KeyCode.UNDEFINED, false, false, false, false)));
        FxTest.idle(view);
        assertTrue(view.viewport().spanNs() < before.spanNs(), "the key in the place of W does not zoom in");
    }

    @Test
    void groupsOpenToADepth() throws Exception {
        FxTest.run(() -> view.tracks().expandTo(0));
        int closed = view.tracks().rowKeys().size();
        FxTest.run(() -> view.tracks().expandTo(1));
        assertTrue(view.tracks().rowKeys().size() > closed);
        assertTrue(view.tracks().isExpanded("process/0"));
    }

    @Test
    void focusDoneTwiceGoesBackToWhereItCameFrom() throws Exception {
        Viewport before = FxTest.call(view::viewport);
        FxTest.run(() -> view.selectArea(new TimeSpan(1_540_000_000L, 1_541_000_000L), List.of("counter/0")));
        FxTest.run(() -> view.focusSelection());
        FxTest.idle(view);
        assertEquals(1_000_000 / .8, view.viewport().spanNs(), 1);
        FxTest.run(() -> view.focusSelection());
        FxTest.idle(view);
        assertEquals(before, view.viewport());
    }

    /// A trace of these slices on one track, drawn once.
    private static TimelineView strange(TimeSpan bounds, long[] ts, long[] end, String[] names, byte[] flags)
            throws Exception {
        int[] index = new int[ts.length];
        java.util.Arrays.setAll(index, i -> i);
        SliceData data = new SliceData(new int[] {0, ts.length}, ts, ts, end, index, index, flags, names, names);
        TrackNode node = new TrackNode(
                "track/0",
                traceglass.analysis.track.TrackKind.SLICES,
                names[0],
                "",
                List.of(),
                "",
                "",
                false,
                new traceglass.analysis.track.TrackSource.Slices(List.of(0L), 1),
                List.of());
        TimelineView made = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTrace(List.of(node), bounds, n -> java.util.concurrent.CompletableFuture.completedFuture(data));
            Scene scene = new Scene(created, 800, 300);
            scene.getRoot().applyCss();
            created.resize(800, 300);
            created.layout();
            return created;
        });
        FxTest.idle(made);
        return made;
    }

    @Test
    void strangeNamesAreDrawnInOneLine() throws Exception {
        String endless = "x".repeat(100_000);
        String[] names = {"a\nb\tc\u0000d", endless, "\u202Eevil\u2066", "שלום עולם مرحبا", "👩‍🚀 launch 🚀", ""};
        long[] ts = {0, 100, 200, 300, 400, 500};
        long[] end = {90, 190, 290, 390, 490, 590};
        TimelineView odd = strange(new TimeSpan(0, 600), ts, end, names, new byte[6]);
        FxTest.run(() -> {
            for (double x : new double[] {300, 400, 500, 560, 650, 760}) {
                Event.fireEvent(
                        odd,
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
        FxTest.await(() -> odd.tip.isVisible());
        FxTest.idle(odd);
        assertEquals("a·b·c·d", OneLine.of(names[0]));
        assertEquals("·evil·", OneLine.of(names[2]));
        assertSame(names[4], OneLine.of(names[4]));
        assertTrue(FxTest.call(() -> odd.tip.text()).length() < 1000, "a tip says all of an endless name");
        FxTest.run(odd::dispose);
    }

    @Test
    void aTraceOfOneEventAndOneOfNineDaysCanBeLookedAt() throws Exception {
        TimelineView one = strange(
                new TimeSpan(5, 5), new long[] {5}, new long[] {5}, new String[] {"only"}, new byte[] {SliceData.INSTANT
                });
        FxTest.run(() -> {
            one.zoomBy(.5);
            one.panBy(1);
            one.zoomToFit();
            one.selectAll();
            one.focusSelection();
        });
        FxTest.idle(one);
        assertTrue(one.viewport().spanNs() >= Viewport.MIN_SPAN_NS);
        FxTest.run(one::dispose);
        long day = 86_400_000_000_000L;
        TimelineView long9 = strange(
                new TimeSpan(0, 9 * day),
                new long[] {0, 4 * day, 9 * day - 20},
                new long[] {1, 5 * day, 9 * day},
                new String[] {"first", "middle", "last"},
                new byte[3]);
        FxTest.run(() -> long9.showSpan(new TimeSpan(9 * day - 25, 9 * day - 15)));
        FxTest.idle(long9);
        assertEquals(10, long9.viewport().spanNs(), 1e-9);
        assertEquals(
                9 * day - 20,
                long9.timeAt(long9.timeX(9 * day - 20) + .01),
                "a nanosecond is lost at the end of nine days");
        FxTest.run(long9::dispose);
    }

    @Test
    void callsAfterItWasDisposedOfDoNoHarm() throws Exception {
        FxTest.run(() -> {
            view.dispose();
            view.zoomToFit();
            view.tracks().expandAll();
            view.setTheme(traceglass.render.color.Theme.DARK);
        });
        Thread.sleep(100);
        FxTest.run(() -> view.stats().clear());
        Thread.sleep(100);
        assertEquals(0, FxTest.call(() -> view.stats().millis().length));
    }

    @Test
    void rowsHaveNamesForAssistiveTechnology() throws Exception {
        List<String> names = FxTest.call(() -> {
            List<String> found = new ArrayList<>();
            view.lookupAll(".tg-track-name").forEach(node -> {
                if (node.isVisible()) {
                    found.add(node.getAccessibleText());
                }
            });
            return found;
        });
        assertTrue(names.contains("CPU 0"), names.toString());
        assertTrue(names.stream().anyMatch(name -> name.endsWith("open group")), names.toString());
    }

    @Test
    void aPictureShowsTheFinishedTimelineInBothThemesAndAtAnyScale() throws Exception {
        Scene scene = view.getScene();
        var one = FxTest.call(() -> Screenshotter.shoot(
                        scene, 1, () -> java.util.concurrent.CompletableFuture.completedFuture(null)))
                .get(30, java.util.concurrent.TimeUnit.SECONDS);
        assertEquals(1280, (int) one.getWidth());
        assertEquals(0xFFFFFFFF, one.getPixelReader().getArgb(1200, 790) | 0, "surface");
        FxTest.run(() -> view.setTheme(traceglass.render.color.Theme.DARK));
        var two = FxTest.call(() -> Screenshotter.shoot(
                        scene, 2, () -> java.util.concurrent.CompletableFuture.completedFuture(null)))
                .get(30, java.util.concurrent.TimeUnit.SECONDS);
        assertEquals(2560, (int) two.getWidth());
        assertNotEquals(
                one.getPixelReader().getArgb(100, 10), two.getPixelReader().getArgb(200, 20));
        Set<Integer> colours = new java.util.HashSet<>();
        for (int x = 600; x < 2500; x++) {
            colours.add(two.getPixelReader().getArgb(x, 2 * (80 + 26 + 8)));
        }
        assertTrue(colours.size() > 4, "CPU 0 has slices of several colours");
    }
}
