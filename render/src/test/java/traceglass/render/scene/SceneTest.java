package traceglass.render.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.Geometry;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.Viewport;
import traceglass.render.tree.TrackTree;
import traceglass.store.time.TimeSpan;

/// Tests that hit-testing finds the painted boxes of random scenes. Needs no JavaFX toolkit.
class SceneTest {

    private static final int ROUNDS = 400;

    /// Rows in the order in which they are painted; later ones cover earlier ones.
    private static List<PlacedRow> painted(Scene scene) {
        List<PlacedRow> painted = new ArrayList<>(scene.rows());
        painted.addAll(scene.sticky());
        painted.addAll(scene.pinned());
        return painted;
    }

    /// Whether a row is visible at a position: pinned rows are clipped to their area, others to the rest.
    private static boolean shows(Scene scene, PlacedRow row, double y) {
        double tracksTop = scene.geometry().tracksTop();
        return row.contains(y)
                && (row.isPinned()
                        ? y >= scene.geometry().headerHeight() && y < tracksTop
                        : y >= tracksTop && y < scene.geometry().height());
    }

    @Test
    void thePaintedRowIsFoundAtEveryPosition() {
        int sticky = 0;
        int pushed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Scene scene = Scene.of(new RandomScenes(new Random(round)).state(), 1);
            List<PlacedRow> painted = painted(scene);
            for (double y = scene.geometry().headerHeight();
                    y < scene.geometry().height();
                    y++) {
                PlacedRow expected = null;
                for (PlacedRow row : painted) {
                    expected = shows(scene, row, y) ? row : expected;
                }
                assertEquals(expected, scene.rowAt(y), "at " + y + " in round " + round);
            }
            sticky += scene.sticky().size();
            for (int i = 1; i < scene.sticky().size(); i++) {
                pushed +=
                        scene.sticky().get(i - 1).top() < scene.sticky().get(i).bottom() ? 1 : 0;
            }
        }
        assertTrue(sticky > 100 && pushed > 5, "the scenes do not fit this test: " + sticky + ", " + pushed);
    }

    @Test
    void theMiddleOfEveryUncoveredRowFindsIt() {
        for (int round = 0; round < ROUNDS; round++) {
            TimelineModel model = new RandomScenes(new Random(-round)).state();
            Scenes scenes = new Scenes(model);
            Geometry geometry = model.geometry();
            List<PlacedRow> painted = painted(scenes.scene());
            for (int i = 0; i < painted.size(); i++) {
                PlacedRow row = painted.get(i);
                double y = (row.top() + row.bottom()) / 2;
                boolean isCovered = painted.subList(i + 1, painted.size()).stream()
                        .anyMatch(later -> shows(scenes.scene(), later, y));
                boolean isOnEdge = geometry.pinned() > 0 && Math.abs(y - geometry.tracksTop()) <= 3;
                if (!shows(scenes.scene(), row, y) || isCovered || isOnEdge) {
                    continue;
                }
                HitTest hits = new HitTest(scenes);
                HitTest.Hit label = hits.at(geometry.labelWidth() / 2, y);
                assertEquals(Scene.Part.LABEL, label.part());
                assertEquals(row, label.placed());
                HitTest.Hit track = hits.at(geometry.labelWidth() + geometry.timeWidth() / 2, y);
                assertEquals(Scene.Part.TRACK, track.part());
                assertEquals(row, track.placed());
            }
        }
    }

    @Test
    void theMiddleOfEveryControlOfALabelFindsIt() {
        for (double scale : new double[] {1, 1.25, 1.5}) {
            for (boolean checks : new boolean[] {false, true}) {
                LabelBoxes boxes = new LabelBoxes(280, scale, checks);
                double half = boxes.size() / 2;
                assertEquals(
                        checks ? LabelBoxes.Button.CHECK : LabelBoxes.Button.MENU,
                        boxes.buttonAt(boxes.checkLeft() + boxes.checkSize() / 2, true));
                assertEquals(LabelBoxes.Button.MENU, boxes.buttonAt(boxes.menuLeft() + half, true));
                assertEquals(LabelBoxes.Button.PIN, boxes.buttonAt(boxes.pinLeft() + half, true));
                assertEquals(LabelBoxes.Button.HELP, boxes.buttonAt(boxes.helpLeft() + half, true));
                assertNull(boxes.buttonAt(boxes.helpLeft() + half, false));
                assertNull(boxes.buttonAt(boxes.helpLeft() - half, true));
                assertTrue(boxes.pinLeft() + boxes.size() < boxes.menuLeft(), "two buttons overlap");
                assertTrue(boxes.helpLeft() + boxes.size() < boxes.pinLeft(), "two buttons overlap");
            }
        }
    }

    @Test
    void theMiddleOfEveryUncoveredNoteFindsIt() {
        int count = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Scene scene = Scene.of(new RandomScenes(new Random(round)).state(), 1);
            List<NoteBox> notes = scene.notes();
            for (int i = 0; i < notes.size(); i++) {
                double middle = (notes.get(i).left() + notes.get(i).right()) / 2;
                if (notes.subList(i + 1, notes.size()).stream().noneMatch(later -> later.contains(middle))) {
                    assertSame(notes.get(i).note(), scene.noteAt(middle));
                    count++;
                }
            }
        }
        assertTrue(count > 100, "the scenes do not fit this test: " + count);
    }

    @Test
    void everyPartOfTheMinimapWindowIsFound() {
        int movable = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Scene scene = Scene.of(new RandomScenes(new Random(round)).state(), 1);
            MinimapWindow window = scene.window();
            double width = window.right() - window.left();
            if (width < 6 || width > 8) {
                // In between, the handles of the edges meet in the middle.
                assertEquals(
                        window.isMovable() ? MinimapWindow.Part.WINDOW : MinimapWindow.Part.NEW,
                        window.partAt((window.shownLeft() + window.shownRight()) / 2));
            }
            assertEquals(MinimapWindow.Part.NEW, window.partAt(window.shownLeft() - 5));
            assertEquals(MinimapWindow.Part.NEW, window.partAt(window.shownRight() + 5));
            if (width > 8) {
                assertEquals(MinimapWindow.Part.START, window.partAt(window.left()));
                assertEquals(MinimapWindow.Part.END, window.partAt(window.right()));
            }
            movable += window.isMovable() ? 1 : 0;
        }
        assertTrue(movable > ROUNDS / 2 && movable < ROUNDS, "the scenes do not fit this test: " + movable);
    }

    @Test
    void theEdgesOfTheAreaAreFoundWhereTheyArePainted() {
        int count = 0;
        for (int round = 0; round < ROUNDS; round++) {
            TimelineModel model = new RandomScenes(new Random(round)).state();
            Scene scene = Scene.of(model, 1);
            double y = scene.geometry().height() - 1;
            AreaBox area = scene.area();
            assertEquals(model.selection() instanceof TimelineSelection.Area, area != null);
            if (area == null) {
                assertNull(scene.areaEdgeAt(scene.geometry().timeX() + 10, y));
                continue;
            }
            assertEquals(AreaBox.Edge.END, scene.areaEdgeAt(area.right(), y));
            if (area.right() - area.left() > 10) {
                assertEquals(AreaBox.Edge.START, scene.areaEdgeAt(area.left(), y));
                assertNull(scene.areaEdgeAt(area.left() - 6, y));
                count++;
            }
            assertNull(
                    scene.geometry().isHeaderHidden() ? null : scene.areaEdgeAt(area.right(), 0),
                    "an edge is on the minimap");
        }
        assertTrue(count > 50, "the scenes do not fit this test: " + count);
    }

    @Test
    void sectionsOfTheAreaCoverItsRowsAndNoOthers() {
        int covered = 0;
        for (int round = 0; round < ROUNDS; round++) {
            TimelineModel model = new RandomScenes(new Random(round)).state();
            Set<String> keys = model.layout().rows().stream()
                    .map(row -> row.node().key())
                    .filter(key -> key.hashCode() % 3 > 0)
                    .collect(Collectors.toSet());
            model.setSelection(new TimelineSelection.Area(model.bounds(), keys));
            Scene scene = Scene.of(model, 1);
            AreaBox area = scene.area();
            for (boolean isPinned : List.of(true, false)) {
                for (PlacedRow row : isPinned ? scene.pinned() : scene.rows()) {
                    boolean in = AreaCheck.of(row.row().node(), keys) != AreaCheck.OFF;
                    long sections = (isPinned ? area.pinned() : area.rows())
                            .stream()
                                    .filter(s -> s.top() <= row.top() && s.bottom() >= row.bottom())
                                    .count();
                    assertEquals(in ? 1 : 0, sections, row + " in " + area);
                    covered += (int) sections;
                }
            }
        }
        assertTrue(covered > 50, "the scenes do not fit this test: " + covered);
    }

    /// Two tracks with one slice each, of which the first one is loaded.
    private static TimelineModel twoTracks() {
        TimelineModel model = new TimelineModel();
        model.setGeometry(new Geometry(1_200, 600, 200, 0, 1, false));
        model.setBounds(new TimeSpan(0, 1_000));
        model.setViewport(Viewport.at(0, 0, 1_000));
        TrackNode a = TrackNode.of("a", new SliceTrack(List.of(1L), 1), "a");
        TrackNode b = TrackNode.of("b", new SliceTrack(List.of(2L), 1), "b");
        TrackTree tree = new TrackTree();
        tree.setRoots(List.of(a, b));
        model.setLayout(tree.layout(model.theme(), _ -> 1));
        model.setFrames(new FrameLoader(model.palette(), Runnable::run, () -> {}, Long.MAX_VALUE));
        String[] names = {"x"};
        SliceData data = new SliceData(
                new int[] {0, 1},
                new long[] {7},
                new long[] {100},
                new long[] {300},
                new int[1],
                new int[1],
                new byte[1],
                names,
                names);
        model.frames().setSource(_ -> CompletableFuture.completedFuture(data), true);
        load(model, a);
        model.setSelection(new TimelineSelection.Event(new TrackItem("a", "slice", 7, 100, 300, "x", false)));
        return model;
    }

    private static void load(TimelineModel model, TrackNode node) {
        for (int i = 0; i < 2; i++) {
            model.frames().request(List.of(node), List.of(), model.viewport(), 1_000, model.bounds());
            model.frames().drain();
        }
    }

    @Test
    void arrowsOfFlowsEndAtTheBoxesThatHitTestingFinds() {
        TimelineModel model = twoTracks();
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 100, true)), 0);
        Scenes scenes = new Scenes(model);
        FlowArrow loading = scenes.scene().flows().getFirst();
        assertFalse(loading.to().isExact());
        assertEquals(model.layout().row("b").height(), loading.to().height());
        load(model, model.layout().row("b").node());
        FlowArrow arrow = scenes.scene().flows().getFirst();
        HitTest hits = new HitTest(scenes);
        for (EventBox end : List.of(arrow.from(), arrow.to())) {
            assertTrue(end.isExact());
            Hover hover = hits.hover(hits.at(end.left() + 1, end.middle()), end.left() + 1, end.middle());
            assertEquals(hover.left(), end.left());
            assertEquals(hover.top(), end.top());
            assertEquals(hover.width(), end.width());
            assertEquals(hover.height(), end.height());
        }
        assertEquals(arrow.from().left(), arrow.startX());
        assertEquals(arrow.to().left(), arrow.endX());
        DurationPill pill = Objects.requireNonNull(arrow.pill());
        assertTrue(pill.left() >= 200 && pill.left() + pill.width() <= 1_200, "the duration is outside");
    }

    @Test
    void anArrowThatLeavesAtTheEndOfASliceStartsAtItsBox() {
        TimelineModel model = twoTracks();
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, true)), 0);
        EventBox slice = Scene.of(model, 1).flows().getFirst().from();
        model.marks().setFlows(List.of(new Flow("a", 7, 300, "b", 7, 400, true)), 0);
        FlowArrow arrow = Scene.of(model, 1).flows().getFirst();
        assertEquals(slice, arrow.from());
        assertEquals(slice.middle(), arrow.startY());
        assertEquals(model.x(300), arrow.startX());
        model.marks().setFlows(List.of(new Flow("a", 7, 301, "b", 7, 400, true)), 0);
        assertFalse(Scene.of(model, 1).flows().getFirst().from().isExact());
    }

    @Test
    void onlyAFewArrowsShowTheirDurations() {
        TimelineModel model = twoTracks();
        Flow flow = new Flow("a", 7, 100, "b", 7, 200, false);
        model.marks().setFlows(Collections.nCopies(3, flow), 0);
        assertEquals(
                3,
                Scene.of(model, 1).flows().stream()
                        .filter(a -> a.pill() != null)
                        .count());
        model.marks().setFlows(Collections.nCopies(4, flow), 0);
        assertEquals(
                0,
                Scene.of(model, 1).flows().stream()
                        .filter(a -> a.pill() != null)
                        .count());
    }

    @Test
    void anArrowOutsideOfTheTimelineShowsNoDuration() {
        TimelineModel model = twoTracks();
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        assertNotNull(pill(model));
        model.setViewport(Viewport.at(600, 0, 300));
        assertNull(pill(model), "it is to the left");
        model.setViewport(Viewport.at(0, 0, 50));
        assertNull(pill(model), "it is to the right");
        model.setViewport(Viewport.at(200, 0, 50));
        assertNotNull(pill(model), "both ends are outside");
        model.setScrollY(500);
        assertNull(pill(model), "it is above");
    }

    @Test
    void anArrowBehindPinnedRowsShowsNoDuration() {
        TimelineModel model = twoTracks();
        model.setGeometry(new Geometry(1_200, 600, 200, 100, 1, false));
        model.marks().setFlows(List.of(new Flow("a", 7, 100, "b", 7, 400, false)), 0);
        assertTrue(Objects.requireNonNull(pill(model)).top() > model.geometry().tracksTop());
        model.setScrollY(60);
        FlowArrow arrow = Scene.of(model, 1).flows().getFirst();
        assertTrue(arrow.endY() > model.geometry().headerHeight(), "it is above the pinned rows");
        assertTrue(arrow.endY() < model.geometry().tracksTop(), "it is below the pinned rows");
        assertNull(arrow.pill());
    }

    private static @Nullable DurationPill pill(TimelineModel model) {
        return Scene.of(model, 1).flows().getFirst().pill();
    }

    @Test
    void theArrowOfAWakeupStartsAtTheRowOfTheWaker() {
        TimelineModel model = twoTracks();
        model.marks().setWakeup(new Wakeup(50, 100, "b", "", "waker"));
        Scenes scenes = new Scenes(model);
        WakeupArrow arrow = Objects.requireNonNull(scenes.scene().wakeup());
        HitTest hits = new HitTest(scenes);
        assertEquals(
                "a",
                Objects.requireNonNull(hits.at(arrow.runX(), arrow.y()).row())
                        .node()
                        .key());
        assertEquals(
                "b",
                Objects.requireNonNull(hits.at(arrow.wakeX(), arrow.wakerY()).row())
                        .node()
                        .key());
        assertTrue(arrow.hasWaker());
        assertEquals(50, model.timeAt(arrow.wakeX()));
        assertEquals(100, model.timeAt(arrow.runX()));
        model.setSelection(TimelineSelection.NOTHING);
        assertNull(scenes.scene().wakeup());
    }

    @Test
    void belowTheLastRowIsNothing() {
        TimelineModel model = new TimelineModel();
        model.setGeometry(new Geometry(800, 600, 200, 0, 1, false));
        HitTest.Hit hit = new HitTest(new Scenes(model)).at(500, 300);
        assertEquals(Scene.Part.TRACK, hit.part());
        assertNull(hit.row());
    }

    @Test
    void aSceneIsKeptUntilTheStateChanges() {
        TimelineModel model = new RandomScenes(new Random(5)).state();
        Scenes scenes = new Scenes(model);
        Scene scene = scenes.scene();
        assertSame(scene, scenes.scene());
        model.setScrollY(model.scrollY() + 3);
        Scene scrolled = scenes.scene();
        assertNotSame(scene, scrolled);
        assertSame(scrolled, scenes.scene());
        model.setGeometry(new Geometry(800, 600, 200, 0, 1, false));
        assertNotSame(scrolled, scenes.scene());
    }
}
