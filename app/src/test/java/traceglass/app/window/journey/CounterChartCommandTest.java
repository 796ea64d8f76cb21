package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.control.MenuItem;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.analysis.track.TrackNode;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowScenario;
import traceglass.render.item.CounterStyle;

/// Draws several counters in one chart by the commands and the menu, and keeps it in the project.
class CounterChartCommandTest extends WindowScenario {

    private List<TrackNode> open(FxRobot robot) throws Exception {
        StringBuilder json = new StringBuilder("{\"traceEvents\": [");
        for (int i = 0; i < 20; i++) {
            for (String name : List.of("alpha", "beta", "gamma")) {
                json.append("{\"ph\": \"C\", \"name\": \"%s\", \"pid\": 1, \"ts\": %d, \"args\": {\"value\": %d}},"
                        .formatted(name, 1000 * i, i * name.length()));
            }
        }
        open(robot, Files.writeString(folder.resolve("counters.json"), json.append("{}]}")));
        robot.interact(() -> view.tracks().expandAll());
        fixture.settle();
        List<TrackNode> counters = new ArrayList<>(tracks(TrackNode::isCounter));
        counters.sort(java.util.Comparator.comparing(TrackNode::name));
        assertEquals(3, counters.size());
        return counters;
    }

    private CounterStyle style(TrackNode node) {
        return FxSupply.get(() -> view.tracks().counterStyle(node.key()));
    }

    @Test
    void selectedCountersBecomeOneChartThatTheProjectKeeps(FxRobot robot) throws Exception {
        List<TrackNode> counters = open(robot);
        robot.interact(() -> view.selectionControls()
                .selectArea(view.bounds(), counters.stream().map(TrackNode::key).toList()));
        run(robot, "counter.chart");
        TrackNode first = counters.getFirst();
        assertEquals(
                List.of(counters.get(1).key(), counters.get(2).key()),
                style(first).overlays());
        assertEquals(CounterStyle.Chart.OVERLAID, style(first).chart());
        assertEquals(4, (int) FxSupply.get(() -> view.tracks().counterFactor(first.key())));
        run(robot, "counter.stacked");
        assertEquals(CounterStyle.Chart.STACKED, style(first).chart());
        MenuItem split = menuItem(first, "Split chart");
        Map<String, Object> saved = WaitForAsyncUtils.asyncFx(
                        () -> window.slot().host().sections().state(Map.of(), false))
                .get();
        robot.interact(split::fire);
        assertTrue(style(first).overlays().isEmpty());
        assertFalse(
                WaitForAsyncUtils.asyncFx(() -> window.slot().host().commands().run("counter.stacked"))
                        .get());
        robot.interact(() -> window.slot().host().sections().restore(saved, false));
        assertEquals(CounterStyle.Chart.STACKED, style(first).chart());
        assertEquals(2, style(first).overlays().size());
    }

    @Test
    void theMenuOfASelectedCounterDrawsAllOfThemTogether(FxRobot robot) throws Exception {
        List<TrackNode> counters = open(robot);
        robot.interact(() -> view.selectionControls()
                .selectArea(view.bounds(), counters.stream().map(TrackNode::key).toList()));
        MenuItem drawTogether = menuItem(counters.get(1), "Draw 3 counters in one chart");
        robot.interact(drawTogether::fire);
        assertEquals(2, style(counters.getFirst()).overlays().size());
    }
}
