package traceglass.render.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.render.item.Note;
import traceglass.render.item.PxPoint;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.scene.LabelBoxes;
import traceglass.store.time.TimeSpan;

/// Tests clicks without a window.
class ClicksTest {

    private final WindowlessTimeline timeline = new WindowlessTimeline();

    private TrackItem selected() {
        return assertInstanceOf(TimelineSelection.Event.class, timeline.model.selection())
                .item();
    }

    @Test
    void aClickOnAnEventSelectsItAndASecondOneZoomsToIt() {
        double x = timeline.x(2_450);
        timeline.click(x, timeline.y("a"));
        assertEquals(2_400, selected().ts());
        assertEquals(List.of("clicked 2400"), timeline.requests);
        assertEquals(2_000, timeline.model.viewport().start());
        timeline.click(x, timeline.y("a"), "", 2);
        assertEquals(125, timeline.model.viewport().spanNs(), 1e-6);
    }

    @Test
    void aClickNextToEventsClearsTheSelectionUnlessTheShortcutKeyIsHeld() {
        double emptyX = timeline.x(2_350);
        double below = timeline.model.geometry().height() - 5;
        double axis = timeline.model.geometry().axisTop() + 5;
        for (double y : new double[] {timeline.y("a"), below, axis}) {
            timeline.click(timeline.x(2_450), timeline.y("a"));
            assertEquals(2_400, selected().ts());
            timeline.click(emptyX, timeline.y("a"), "shortcut", 1);
            assertEquals(2_400, selected().ts());
            timeline.click(emptyX, y);
            assertEquals(TimelineSelection.NOTHING, timeline.model.selection());
        }
    }

    @Test
    void theShortcutKeyAddsAnEventToTheSelection() {
        timeline.click(timeline.x(2_450), timeline.y("a"));
        timeline.click(timeline.x(2_650), timeline.y("a"), "shortcut", 1);
        List<TrackItem> items = assertInstanceOf(TimelineSelection.Events.class, timeline.model.selection())
                .items();
        assertEquals(List.of(2_400L, 2_600L), items.stream().map(TrackItem::ts).toList());
    }

    @Test
    void aClickOnAGroupClosesOrOpensIt() {
        timeline.click(20, timeline.y("group"));
        assertFalse(timeline.operations.tracks().isExpanded("group"));
        timeline.click(700, timeline.y("group"));
        assertTrue(timeline.operations.tracks().isExpanded("group"));
        timeline.click(20, timeline.y("a"));
        assertEquals(List.of(), timeline.requests, "the label of a track does nothing");
    }

    @Test
    void everyButtonOfALabelActsOnItsRow() {
        List<String> helped = new ArrayList<>();
        timeline.operations
                .tracks()
                .setHelp(node -> node.key().equals("b"), (node, point) -> helped.add(node.key() + " " + point));
        timeline.model.setSelection(new TimelineSelection.Area(new TimeSpan(2_100, 2_200), Set.of("a")));
        LabelBoxes boxes = timeline.scenes.scene().labels();
        double half = boxes.size() / 2;
        double y = timeline.y("b");
        timeline.click(boxes.checkLeft() + boxes.checkSize() / 2, y);
        assertEquals(
                Set.of("a", "b"),
                assertInstanceOf(TimelineSelection.Area.class, timeline.model.selection())
                        .trackKeys());
        timeline.click(boxes.menuLeft() + half, y);
        assertEquals(List.of("menu of b at " + WindowlessTimeline.SCREEN), timeline.requests);
        double bottom =
                timeline.model.top(timeline.row("b"), false) + timeline.row("b").height();
        timeline.click(boxes.helpLeft() + half, y);
        assertEquals(List.of("b " + new PxPoint(24, bottom + 2)), helped);
        timeline.click(boxes.pinLeft() + half, y);
        assertEquals(List.of("b"), timeline.operations.tracks().pinned());
        timeline.click(boxes.pinLeft() + half, timeline.y("b"));
        assertEquals(List.of(), timeline.operations.tracks().pinned());
    }

    @Test
    void aClickOnAFailedTrackLoadsItAgain() {
        int loads = timeline.loadsOfB;
        timeline.load();
        assertEquals(loads, timeline.loadsOfB);
        timeline.click(700, timeline.y("b"));
        timeline.load();
        assertEquals(loads + 1, timeline.loadsOfB);
    }

    @Test
    void aClickOnTheNotesStripOpensANoteOrAddsOne() {
        double y = timeline.model.geometry().notesTop() + 5;
        timeline.operations.marks().setNotes(List.of(new Note(5, 2_300, 2_400, "", 0)));
        timeline.click(timeline.x(2_350), y);
        timeline.click(timeline.x(2_800), y);
        assertEquals(List.of("note 5", "new note at 2800"), timeline.requests);
    }

    @Test
    void theMenuIsForTheEventOrElseForTheTrack() {
        for (long ts : new long[] {2_450, 2_350}) {
            timeline.controllers
                    .pointer()
                    .onPressed(WindowlessTimeline.event(
                            timeline.x(ts), timeline.y("a"), PointerEvent.Button.SECONDARY, "", 1));
        }
        String at = " at " + WindowlessTimeline.SCREEN;
        assertEquals(List.of("menu of 2400 on a" + at, "menu of a" + at), timeline.requests);
        assertEquals(TimelineSelection.NOTHING, timeline.model.selection());
        assertFalse(timeline.model.pointer().isDragging());
    }
}
