package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.scene.Node;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.command.Commands;
import traceglass.app.panel.size.SizeCommand;
import traceglass.app.testing.SampledTraces;
import traceglass.app.ui.DetailsPane;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests the flame graph of the sizes in a trace file.
class TraceSizesTest extends WindowScenario {

    private Commands commands() {
        return window.slot().host().commands();
    }

    private DetailsPane details() {
        return window.slot().host().detailsPane();
    }

    private boolean isEnabled() throws Exception {
        return FxSupply.get(() -> commands().get(SizeCommand.ID).enabled().getAsBoolean());
    }

    private String graph(FxRobot robot) throws Exception {
        Node view = robot.lookup("#flame-view").query();
        return FxSupply.get(view::getAccessibleText);
    }

    @Test
    void theCommandShowsFieldsAndSequences(FxRobot robot) throws Exception {
        Path trace = Files.write(folder.resolve("sizes.pftrace"), SampledTraces.withoutNames("sizes"));
        robot.interact(() -> window.open(trace));
        fixture.waitForTrace(trace);
        robot.interact(() -> commands().run(SizeCommand.ID));
        WindowFixture.waitFor(() -> details().selectedProperty().get() != null
                && details().selectedProperty().get().id().equals("area-flame"));
        WindowFixture.waitFor(window::isComplete);
        fixture.settle();
        assertTrue(graph(robot).contains(Files.size(trace) + " B"), graph(robot));
        assertTrue(window.context().messages().status().state().startsWith("Read sizes"));
        assertEquals(0, robot.lookup("#sizes-cancel").queryAll().size());
    }

    @Test
    void otherFormatsHaveNoSizes(FxRobot robot) throws Exception {
        Path trace = Files.writeString(folder.resolve("stacks.txt"), "main;read 3\nmain;write 4\n");
        assertFalse(isEnabled());
        robot.interact(() -> window.open(trace));
        fixture.waitForTrace(trace);
        assertFalse(isEnabled());
    }
}
