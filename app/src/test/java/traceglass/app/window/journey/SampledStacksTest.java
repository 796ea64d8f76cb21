package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.analysis.track.TrackNode;
import traceglass.app.testing.SampledTraces;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests sampled callstacks over time, and time off the CPU as a flame graph.
class SampledStacksTest extends WindowScenario {

    @Test
    void sampledStacksAreAFlameChartBelowTheirThread(FxRobot robot) throws Exception {
        Path file = Files.write(folder.resolve("stacks.pftrace"), SampledTraces.withoutNames("stacks over time"));
        open(robot, file);
        robot.interact(() -> view.tracks().expandAll());
        fixture.settle();
        List<String> charts = tracks(n -> n.key().contains("/chart/")).stream()
                .map(TrackNode::key)
                .toList();
        assertTrue(charts.size() == 1 && rows().contains(charts.getFirst()), rows().toString());
        String picture = WaitForAsyncUtils.asyncFx(() -> view.toSvg(1, "stacks"))
                .get(30, TimeUnit.SECONDS)
                .get(30, TimeUnit.SECONDS);
        assertTrue(picture.contains("unknown in libsample.so"), "no function of the stacks is drawn");
    }

    @Test
    void timeOffTheCpuIsAFlameGraphOfThreadStates(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        run(robot, "flame.off-cpu");
        WindowFixture.waitFor(() -> robot.lookup("#flame-view").tryQuery().isPresent() && window.isComplete());
        run(robot, "flame.view-functions");
        WindowFixture.waitFor(() -> texts(robot, "#flame-functions").contains("Sleeping"));
        Set<String> shown = texts(robot, "#flame-functions");
        assertTrue(shown.stream().noneMatch(t -> t.startsWith("Running")), shown.toString());
    }
}
