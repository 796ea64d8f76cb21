package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackNode;
import traceglass.app.session.FormulaList;
import traceglass.app.session.FormulaTrack;
import traceglass.app.testing.SharedTestTrace;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests counters computed from others, from the palette to the project, with the power rails of a phone.
class FormulaTest extends WindowScenario {

    private static final String BIG = "power.rails.cpu.big";
    private static final String LITTLE = "power.rails.cpu.little";

    private void open(FxRobot robot) throws Exception {
        open(robot, SharedTestTrace.require("perfetto/android-pixel7a-power-rails_3min.pftrace"));
    }

    private String hint(FxRobot robot) {
        return robot.lookup("#formula-hint").queryAs(Label.class).getText();
    }

    private TextField field(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(TextField.class);
    }

    private List<FormulaTrack> formulas() {
        return FxSupply.get(() -> window.slot().trace().session().formulas().all());
    }

    private TrackNode trackNamed(String name) {
        return tracks(n -> n.name().equals(name)).getFirst();
    }

    private CounterData data(TrackNode node) throws Exception {
        return assertInstanceOf(
                CounterData.class,
                window.slot().trace().session().tracks().data().load(node).get());
    }

    private static long distinct(long[] ts) {
        return java.util.Arrays.stream(ts).distinct().count();
    }

    /// Computes the sum of two rails, using only the keyboard.
    private void compute(FxRobot robot) throws Exception {
        run(robot, "formula.new");
        robot.write("railscpubig").type(KeyCode.ENTER).write("railscpulittle").type(KeyCode.ENTER);
        robot.interact(() -> field(robot, "#formula-text").requestFocus());
        robot.push(KeyCode.CONTROL, KeyCode.A).write("rate(a) + rate(b)").type(KeyCode.ENTER);
        WindowFixture.waitFor(
                () -> window.slot().trace().session().formulas().all().size() == 1);
        fixture.settle();
    }

    @Test
    void countersAreChosenByNameAndComputedIntoAPinnedTrack(FxRobot robot) throws Exception {
        open(robot);
        run(robot, "formula.new");
        assertEquals("Choose counters first. Each gets a letter.", hint(robot));
        robot.write("railscpubig");
        @SuppressWarnings("unchecked")
        ListView<Object> found = robot.lookup("#formula-found").queryAs(ListView.class);
        assertFalse(found.getItems().isEmpty());
        robot.type(KeyCode.ESCAPE);
        compute(robot);
        FormulaTrack track = formulas().getFirst();
        assertEquals(List.of(trackNamed(BIG).key(), trackNamed(LITTLE).key()), track.counters());
        assertEquals("µW", track.unit(), "energy per second is power");
        assertEquals("rate(a) + rate(b)", track.title());
        assertEquals(List.of("formulas/1"), pinned());
        CounterData big = data(trackNamed(BIG));
        CounterData little = data(trackNamed(LITTLE));
        CounterData sum = data(track("formulas/1"));
        assertEquals(distinct(big.ts()), sum.size(), "a sample wherever one of the counters has one");
        int index = java.util.Arrays.binarySearch(sum.ts(), big.ts()[300]);
        assertEquals(rate(big, 300) + rate(little, 300), sum.value()[index], 1e-6);
        assertEquals(big.ts()[0], sum.ts()[0]);
    }

    private static double rate(CounterData data, int i) {
        return (data.value()[i + 1] - data.value()[i]) * 1e9 / (data.ts()[i + 1] - data.ts()[i]);
    }

    @Test
    void errorsAreShownWhileTyping(FxRobot robot) throws Exception {
        open(robot);
        run(robot, "formula.new");
        robot.write("railscpubig").type(KeyCode.ENTER).write("railscpulittle").type(KeyCode.ENTER);
        assertEquals("a − b", field(robot, "#formula-text").getText());
        assertEquals("µWs", field(robot, "#formula-unit").getPromptText());
        robot.interact(() -> field(robot, "#formula-text").setText("a + c"));
        assertEquals("There is no counter “c”; there are a to b.", hint(robot));
        assertTrue(robot.lookup("#formula-show").queryButton().isDisabled());
        robot.interact(() -> field(robot, "#formula-text").setText("a / b"));
        assertFalse(robot.lookup("#formula-show").queryButton().isDisabled());
        assertEquals("", field(robot, "#formula-unit").getPromptText());
        robot.type(KeyCode.ESCAPE);
        assertEquals(List.of(), formulas());
    }

    @Test
    void aFormulaIsChangedAndRemovedInTheTrackMenu(FxRobot robot) throws Exception {
        open(robot);
        compute(robot);
        CounterData before = data(track("formulas/1"));
        choose(robot, "Edit formula…");
        robot.interact(() -> {
            field(robot, "#formula-text").setText("(rate(a) + rate(b)) / 1000");
            field(robot, "#formula-title").setText("CPU power");
            field(robot, "#formula-unit").setText("mW");
        });
        fire(robot, "#formula-show");
        WindowFixture.waitFor(() -> window.slot()
                .trace()
                .session()
                .formulas()
                .all()
                .getFirst()
                .title()
                .equals("CPU power"));
        fixture.settle();
        TrackNode node = track("formulas/1");
        assertEquals("CPU power", node.name());
        CounterData after = data(node);
        assertEquals(before.value()[0] / 1000, after.value()[0], 1e-9);
        assertEquals("mW", after.unit());
        choose(robot, "Remove track");
        assertEquals(List.of(), formulas());
        assertNull(track("formulas/1"));
        assertNull(track(FormulaList.GROUP));
    }

    private void choose(FxRobot robot, String item) {
        robot.interact(menuItem(track("formulas/1"), item)::fire);
    }

    @Test
    void aSelectedSampleShowsItsValueAndItsInputs(FxRobot robot) throws Exception {
        open(robot);
        compute(robot);
        CounterData sum = data(track("formulas/1"));
        robot.interact(() -> view.setSelection(new traceglass.render.item.TimelineSelection.Event(
                new traceglass.render.item.TrackItem("formulas/1", "", -1, sum.ts()[7], sum.ts()[8], "", false))));
        WindowFixture.waitFor(() -> robot.lookup("#details-name")
                .tryQueryAs(Label.class)
                .map(l -> l.getText().equals("rate(a) + rate(b)"))
                .orElse(false));
        Set<String> shown = texts(robot, "#details");
        assertTrue(shown.contains(traceglass.analysis.rows.CellText.number(sum.value()[7]) + " µW"), shown.toString());
        assertTrue(shown.contains(traceglass.store.time.TimeText.exact(sum.ts()[8] - sum.ts()[7])), shown.toString());
        assertTrue(shown.contains("a, " + BIG), shown.toString());
        assertTrue(shown.contains("b, " + LITTLE), shown.toString());
    }

    @Test
    void theMenuOfACounterStartsAFormula(FxRobot robot) throws Exception {
        open(robot);
        robot.interact(menuItem(trackNamed(BIG), "Compute counter from this and others…")::fire);
        assertEquals("a", field(robot, "#formula-text").getText());
        assertFalse(robot.lookup("#formula-show").queryButton().isDisabled());
    }

    @Test
    void projectsRestoreFormulasAndNameThoseWithMissingCounters(FxRobot robot) throws Exception {
        open(robot);
        compute(robot);
        Map<String, Object> saved =
                FxSupply.get(() -> window.slot().host().sections().state(Map.of(), true));
        robot.interact(() -> window.slot().trace().session().formulas().remove(FormulaList.GROUP));
        assertEquals(List.of(), formulas());
        robot.interact(() -> window.slot().host().sections().restore(saved, true));
        fixture.settle();
        assertEquals("rate(a) + rate(b)", formulas().getFirst().formula());
        assertEquals(List.of("formulas/1"), pinned());
        assertNotNull(track("formulas/1"));
        assertEquals(
                distinct(data(trackNamed(BIG)).ts()), data(track("formulas/1")).size());
        robot.interact(() -> window.slot()
                .host()
                .sections()
                .restore(
                        Map.of(
                                "formulas",
                                Map.of(
                                        "formulas",
                                        List.of(
                                                Map.of(
                                                        "number",
                                                        1L,
                                                        "title",
                                                        "Lost",
                                                        "formula",
                                                        "a",
                                                        "counters",
                                                        List.of("track/999999")),
                                                Map.of(
                                                        "number",
                                                        1L,
                                                        "title",
                                                        "Twice",
                                                        "formula",
                                                        "a +",
                                                        "counters",
                                                        List.of(trackNamed(BIG).key()))))),
                        true));
        fixture.settle();
        assertEquals(
                List.of("Twice"), formulas().stream().map(FormulaTrack::title).toList());
        assertTrue(
                FxSupply.get(() -> robot.lookup(".label").queryAllAs(Label.class).stream()
                        .anyMatch(l ->
                                "Can't restore “Lost”: the trace does not have the counters.".equals(l.getText()))),
                "no notice of the lost formula");
    }
}
