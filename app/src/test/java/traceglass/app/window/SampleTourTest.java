package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.Note;
import traceglass.store.time.TimeSpan;

/// Tests that the sample trace opens on its slow frame.
class SampleTourTest extends WindowScenario {

    @Test
    void theSampleShowsItsSlowFrameWithTwoNotes(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> new SampleTour(window).show());
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        WindowFixture.waitFor(() -> window.slot().trace().session().queries().isIdle());
        fixture.settle();

        Selection.Event call =
                (Selection.Event) FxSupply.get(() -> window.slot().selection().get());
        assertEquals(1, number("SELECT count(*) FROM slice WHERE id = " + call.id() + " AND name = 'FunctionCall'"));
        assertEquals(47_319_634, call.dur());

        List<Note> notes = FxSupply.get(() -> window.slot().traceNotes().notes());
        assertEquals(
                List.of(
                        "Slow frame: 75 ms instead of 17 ms",
                        "The script lays out the page 61 times and waits 27 ms for a CPU"),
                notes.stream().map(Note::text).toList());
        assertEquals(call.ts(), notes.get(1).start());

        TimeSpan visible = FxSupply.get(() -> view.visibleSpanProperty().get());
        assertTrue(
                visible.start() < notes.getFirst().start()
                        && visible.end() > notes.getFirst().end(),
                visible::toString);
        assertTrue(visible.durNs() < 2 * 75_330_000L, visible::toString);

        TrackNode renderer = tracks(n -> n.name().contains("CrRendererMain")).getFirst();
        assertTrue(rows().contains(renderer.key()), "the renderer is collapsed");
        assertTrue(FxSupply.get(
                () -> window.slot().host().detailsPane().openProperty().get()));
    }
}
