package traceglass.render.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import traceglass.render.box.Layer;
import traceglass.render.item.TimelineSelection;
import traceglass.render.mark.NoteBox;
import traceglass.render.mark.TimelineBoxes;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

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
    private static boolean isVisible(Scene scene, PlacedRow row, double y) {
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
            Scene scene = TimelineBoxes.scenes(new RandomScenes(new Random(round)).state())
                    .scene();
            List<PlacedRow> painted = painted(scene);
            for (double y = scene.geometry().headerHeight();
                    y < scene.geometry().height();
                    y++) {
                PlacedRow expected = null;
                for (PlacedRow row : painted) {
                    expected = isVisible(scene, row, y) ? row : expected;
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
            Scenes scenes = TimelineBoxes.scenes(model);
            Geometry geometry = model.geometry();
            List<PlacedRow> painted = painted(scenes.scene());
            for (int i = 0; i < painted.size(); i++) {
                PlacedRow row = painted.get(i);
                double y = (row.top() + row.bottom()) / 2;
                boolean isCovered = painted.subList(i + 1, painted.size()).stream()
                        .anyMatch(later -> isVisible(scenes.scene(), later, y));
                boolean isOnEdge = geometry.pinned() > 0 && Math.abs(y - geometry.tracksTop()) <= 3;
                if (!isVisible(scenes.scene(), row, y) || isCovered || isOnEdge) {
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
            for (boolean hasChecks : new boolean[] {false, true}) {
                LabelBoxes boxes = new LabelBoxes(280, scale, hasChecks);
                double half = boxes.size() / 2;
                assertEquals(
                        hasChecks ? LabelBoxes.Button.CHECK : LabelBoxes.Button.MENU,
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
            Scene scene = TimelineBoxes.scenes(new RandomScenes(new Random(round)).state())
                    .scene();
            List<NoteBox> notes = scene.boxes(Layer.NOTES, NoteBox.class);
            double y = scene.geometry().notesTop() + 1;
            for (int i = 0; i < notes.size(); i++) {
                double middle = (notes.get(i).left() + notes.get(i).right()) / 2;
                if (scene.partAt(middle, y) == Scene.Part.NOTES
                        && notes.subList(i + 1, notes.size()).stream().noneMatch(later -> later.contains(middle, y))) {
                    assertSame(notes.get(i), scene.boxAt(middle, y));
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
            Scene scene = TimelineBoxes.scenes(new RandomScenes(new Random(round)).state())
                    .scene();
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
            Scene scene = TimelineBoxes.scenes(model).scene();
            double y = scene.geometry().height() - 1;
            List<AreaBox> areas = scene.boxes(Layer.AREA, AreaBox.class);
            assertEquals(model.selection() instanceof TimelineSelection.Area ? 1 : 0, areas.size());
            if (areas.isEmpty()) {
                assertNull(scene.areaEdgeAt(scene.geometry().timeX() + 10, y));
                continue;
            }
            AreaBox area = areas.getFirst();
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
            Scene scene = TimelineBoxes.scenes(model).scene();
            AreaBox area = scene.boxes(Layer.AREA, AreaBox.class).getFirst();
            for (boolean isPinned : List.of(true, false)) {
                for (PlacedRow row : isPinned ? scene.pinned() : scene.rows()) {
                    boolean isInArea = AreaCheck.of(row.row().node(), keys) != AreaCheck.OFF;
                    long sections = (isPinned ? area.pinned() : area.rows())
                            .stream()
                                    .filter(s -> s.top() <= row.top() && s.bottom() >= row.bottom())
                                    .count();
                    assertEquals(isInArea ? 1 : 0, sections, row + " in " + area);
                    covered += (int) sections;
                }
            }
        }
        assertTrue(covered > 50, "the scenes do not fit this test: " + covered);
    }

    @Test
    void nothingIsFoundBelowTheLastRow() {
        TimelineModel model = new TimelineModel();
        model.setGeometry(new Geometry(800, 600, 200, 0, 1, false));
        HitTest.Hit hit = new HitTest(TimelineBoxes.scenes(model)).at(500, 300);
        assertEquals(Scene.Part.TRACK, hit.part());
        assertNull(hit.row());
    }

    @Test
    void aSceneIsKeptUntilTheStateChanges() {
        TimelineModel model = new RandomScenes(new Random(5)).state();
        Scenes scenes = TimelineBoxes.scenes(model);
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
