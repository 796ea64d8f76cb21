package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.sched.MinimapData;
import traceglass.app.overview.OverviewPage;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests the display of traces that have only one kind of event.
class TraceContentsTest extends WindowScenario {

    private static final String LOG = """
        --------- beginning of main
        11-28 10:00:00.000  1000  1000 I ActivityManager: one
        11-28 10:00:01.000  1000  1001 W ActivityManager: two
        11-28 10:00:09.000  1000  1001 E AndroidRuntime: three
        """;

    private Path file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private void openAny(FxRobot robot, Path file) throws Exception {
        // The timeline has no height if the trace opens on a panel that fills the window.
        robot.interact(() -> window.open(file));
        fixture.waitForTrace(file);
        WindowFixture.waitFor(window::isComplete);
    }

    private static String label(FxRobot robot, String id) {
        return FxSupply.get(() -> robot.lookup(id).queryAs(Label.class).getText());
    }

    private List<MinimapData.Lane> minimap() {
        return window.slot().trace().session().minimap().lanes();
    }

    @Test
    void stacksWithoutTimesAreCounted(FxRobot robot) throws Exception {
        openAny(robot, file("stacks.txt", "main;read 3\nmain;write;flush 4\n"));
        assertEquals("2 profiled stacks", label(robot, "#status-counts"));
        assertFalse(label(robot, "#trace-subtitle").contains("no events"), label(robot, "#trace-subtitle"));
        assertFalse(label(robot, "#trace-subtitle").contains("ns"), label(robot, "#trace-subtitle"));
        robot.interact(() -> showPage(window.page(OverviewPage.ID).orElseThrow()));
        WindowFixture.waitFor(window::isComplete);
        assertTrue(
                texts(robot, "#overview-page").contains("Profiled stacks"), texts(robot, "#overview-page")::toString);
        assertFalse(texts(robot, "#overview-page").contains("Duration"), texts(robot, "#overview-page")::toString);
    }

    @Test
    void aLogOpensWithItsLines(FxRobot robot) throws Exception {
        openAny(robot, file("device.log", LOG));
        assertEquals("3 log lines", label(robot, "#status-counts"));
        var pane = window.slot().host().detailsPane();
        assertTrue(FxSupply.get(() -> pane.openProperty().get()));
        assertEquals("logs", FxSupply.get(() -> pane.selectedProperty().get().id()));
        WindowFixture.waitFor(() -> pane.lookup(".table-view") instanceof TableView<?> table
                && table.getItems().size() == 3);
        assertEquals(1, minimap().size());
        assertEquals(1, minimap().getFirst().load()[0], 1e-6);
        assertEquals(0, minimap().getFirst().load()[600], 1e-6);
    }

    @Test
    void aTraceWithOtherEventsOpensWithoutItsLog(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        WindowFixture.waitFor(window::isComplete);
        assertFalse(FxSupply.get(
                () -> window.slot().host().detailsPane().openProperty().get()));
    }

    @Test
    void countersFillTheMinimap(FxRobot robot) throws Exception {
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            events.append(i == 0 ? "" : ",")
                    .append("{\"ph\":\"C\",\"pid\":1,\"ts\":%d,\"name\":\"load\",\"args\":{\"v\":%d}}"
                            .formatted(i * 100, i));
        }
        openAny(robot, file("counters.json", "{\"traceEvents\":[" + events + "]}"));
        assertEquals("50 counter samples", label(robot, "#status-counts"));
        assertEquals(1, minimap().size());
        assertEquals(.5, minimap().getFirst().load()[600], .02);
    }
}
