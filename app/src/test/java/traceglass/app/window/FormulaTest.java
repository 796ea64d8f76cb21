package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.session.FormulaList;
import traceglass.app.session.FormulaTrack;
import traceglass.app.testing.SharedTrace;
import traceglass.model.track.CounterData;
import traceglass.model.track.TrackNode;
import traceglass.render.TimelineView;

/// Counters computed from others, from the palette to the project, on the power rails of a phone.
@ExtendWith(ApplicationExtension.class)
class FormulaTest {

    private static final String BIG = "power.rails.cpu.big";
    private static final String LITTLE = "power.rails.cpu.little";

    @TempDir
    static Path folder;

    private WindowFixture fixture;
    private MainWindow window;
    private TimelineView view;

    @Start
    void start(Stage stage) {
        fixture = new WindowFixture(stage, folder);
        window = fixture.window;
        view = window.timeline().view();
    }

    @AfterEach
    void close() throws Exception {
        FxToolkit.setupFixture(fixture::close);
    }

    private void open(FxRobot robot) throws Exception {
        Path trace = SharedTrace.need("perfetto/android-pixel7a-power-rails_3min.pftrace");
        robot.interact(() -> window.open(trace));
        WindowFixture.waitFor(() -> window.context().session() != null && window.context().session().isReady());
        fixture.settle();
    }

    private void run(FxRobot robot, String command) {
        robot.interact(() -> window.context().commands().run(command));
    }

    private String hint(FxRobot robot) {
        return robot.lookup("#formula-hint").queryAs(Label.class).getText();
    }

    private TextField field(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(TextField.class);
    }

    private List<FormulaTrack> formulas() {
        return FxSupply.get(() -> window.context().session().formulas().all());
    }

    private TrackNode named(String name) {
        return FxSupply.get(() -> view.tracks().nodes(n -> n.name().equals(name)).getFirst());
    }

    private CounterData data(TrackNode node) throws Exception {
        return assertInstanceOf(CounterData.class, window.context().session().tracks().data().load(node).get());
    }

    private static long distinct(long[] ts) {
        return java.util.Arrays.stream(ts).distinct().count();
    }

    /// What two rails together use, as a person makes it by the keyboard alone.
    private void compute(FxRobot robot) throws Exception {
        run(robot, "formula.new");
        robot.write("railscpubig").type(KeyCode.ENTER).write("railscpulittle").type(KeyCode.ENTER);
        robot.interact(() -> field(robot, "#formula-text").requestFocus());
        robot.push(KeyCode.CONTROL, KeyCode.A).write("rate(a) + rate(b)").type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> window.context().session().formulas().all().size() == 1);
        fixture.settle();
    }

    @Test
    void countersAreChosenByNameAndComputedIntoAPinnedTrack(FxRobot robot) throws Exception {
        open(robot);
        run(robot, "formula.new");
        assertEquals("Choose the counters first; each gets a letter.", hint(robot));
        robot.write("railscpubig");
        @SuppressWarnings("unchecked")
        ListView<Object> found = robot.lookup("#formula-found").queryAs(ListView.class);
        assertFalse(found.getItems().isEmpty());
        robot.type(KeyCode.ESCAPE);
        compute(robot);
        FormulaTrack made = formulas().getFirst();
        assertEquals(List.of(named(BIG).key(), named(LITTLE).key()), made.counters());
        assertEquals("µW", made.unit(), "energy a second is power");
        assertEquals("rate(a) + rate(b)", made.title());
        assertEquals(List.of("formulas/1"), FxSupply.get(() -> view.tracks().pinned()));
        CounterData big = data(named(BIG));
        CounterData little = data(named(LITTLE));
        CounterData sum = data(FxSupply.get(() -> view.tracks().node("formulas/1")));
        assertEquals(distinct(big.ts()), sum.size(), "a sample wherever one of them has one");
        int at = java.util.Arrays.binarySearch(sum.ts(), big.ts()[300]);
        assertEquals(rate(big, 300) + rate(little, 300), sum.value()[at], 1e-6);
        assertEquals(big.ts()[0], sum.ts()[0]);
    }

    private static double rate(CounterData data, int i) {
        return (data.value()[i + 1] - data.value()[i]) * 1e9 / (data.ts()[i + 1] - data.ts()[i]);
    }

    @Test
    void saysWhatIsWrongWhileItIsTyped(FxRobot robot) throws Exception {
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
    void aFormulaIsChangedAndRemovedByTheMenuOfItsTrack(FxRobot robot) throws Exception {
        open(robot);
        compute(robot);
        CounterData before = data(FxSupply.get(() -> view.tracks().node("formulas/1")));
        choose(robot, "Change the formula…");
        robot.interact(() -> {
            field(robot, "#formula-text").setText("(rate(a) + rate(b)) / 1000");
            field(robot, "#formula-title").setText("CPU power");
            field(robot, "#formula-unit").setText("mW");
        });
        robot.clickOn("#formula-show");
        WindowFixture.waitFor(() -> window.context().session().formulas().all().getFirst().title().equals("CPU power"));
        fixture.settle();
        TrackNode node = FxSupply.get(() -> view.tracks().node("formulas/1"));
        assertEquals("CPU power", node.name());
        CounterData after = data(node);
        assertEquals(before.value()[0] / 1000, after.value()[0], 1e-9);
        assertEquals("mW", after.unit());
        choose(robot, "Remove this track");
        assertEquals(List.of(), formulas());
        assertNull(FxSupply.get(() -> view.tracks().node("formulas/1")));
        assertNull(FxSupply.get(() -> view.tracks().node(FormulaList.GROUP)));
    }

    private void choose(FxRobot robot, String item) {
        TrackNode node = FxSupply.get(() -> view.tracks().node("formulas/1"));
        MenuItem found = FxSupply.get(() -> new TrackMenu(window.context(), window.pane()).menu(node).getItems()).stream().filter(i -> item.equals(i.getText()))
                .findFirst().orElseThrow(() -> new AssertionError("no " + item));
        robot.interact(found::fire);
    }

    @Test
    void aSampleThatIsSelectedTellsItsValueAndWhatItIsComputedFrom(FxRobot robot) throws Exception {
        open(robot);
        compute(robot);
        CounterData sum = data(FxSupply.get(() -> view.tracks().node("formulas/1")));
        robot.interact(() -> view.setSelection(new traceglass.render.item.Selection.Event(new traceglass.render.item.TrackItem("formulas/1", "", -1, sum.ts()[7],
                sum.ts()[8], "", false))));
        WindowFixture.waitFor(() -> robot.lookup("#details-name").tryQueryAs(Label.class).map(l -> l.getText().equals("rate(a) + rate(b)")).orElse(false));
        List<String> shown = FxSupply.get(() -> robot.lookup("#details .label").queryAllAs(Label.class).stream().map(Label::getText).toList());
        assertTrue(shown.contains(traceglass.app.grid.CellText.number(sum.value()[7]) + " µW"), shown.toString());
        assertTrue(shown.contains(traceglass.model.time.TimeText.exact(sum.ts()[8] - sum.ts()[7])), shown.toString());
        assertTrue(shown.contains("a, " + BIG), shown.toString());
        assertTrue(shown.contains("b, " + LITTLE), shown.toString());
    }

    @Test
    void theMenuOfACounterStartsAFormulaWithIt(FxRobot robot) throws Exception {
        open(robot);
        MenuItem item = FxSupply.get(() -> new TrackMenu(window.context(), window.pane()).menu(named(BIG)).getItems()).stream()
                .filter(i -> "Compute a counter from this and others…".equals(i.getText())).findFirst().orElseThrow();
        robot.interact(item::fire);
        assertEquals("a", field(robot, "#formula-text").getText());
        assertFalse(robot.lookup("#formula-show").queryButton().isDisabled());
    }

    @Test
    void formulasComeBackWithTheProjectAndWhatLacksItsCountersIsNamed(FxRobot robot) throws Exception {
        open(robot);
        compute(robot);
        Map<String, Object> kept = FxSupply.get(() -> window.context().sections().state(Map.of(), true));
        robot.interact(() -> window.context().session().formulas().remove(FormulaList.GROUP));
        assertEquals(List.of(), formulas());
        robot.interact(() -> window.context().sections().restore(kept, true));
        fixture.settle();
        assertEquals("rate(a) + rate(b)", formulas().getFirst().formula());
        assertEquals(List.of("formulas/1"), FxSupply.get(() -> view.tracks().pinned()));
        assertNotNull(FxSupply.get(() -> view.tracks().node("formulas/1")));
        assertEquals(distinct(data(named(BIG)).ts()), data(FxSupply.get(() -> view.tracks().node("formulas/1"))).size());
        robot.interact(() -> window.context().sections().restore(Map.of("formulas", Map.of("formulas", List.of(
                Map.of("number", 1L, "title", "Lost", "formula", "a", "counters", List.of("track/999999")),
                Map.of("number", 1L, "title", "Twice", "formula", "a +", "counters", List.of(named(BIG).key()))))), true));
        fixture.settle();
        assertEquals(List.of("Twice"), formulas().stream().map(FormulaTrack::title).toList());
        assertTrue(FxSupply.get(() -> robot.lookup(".label").queryAllAs(Label.class).stream()
                .anyMatch(l -> "This trace does not have the counters of “Lost”.".equals(l.getText()))), "nobody says that a formula is lost");
    }
}
