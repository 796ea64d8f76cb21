package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.app.command.Command;
import traceglass.app.testing.SharedTrace;
import traceglass.render.item.Selection;

/// Gaps in recorded traces, on the timeline.
@ExtendWith(ApplicationExtension.class)
class DataLossMarksTest {

    @TempDir
    static Path folder;

    private WindowFixture fixture;

    @Start
    void start(Stage stage) {
        fixture = new WindowFixture(stage, folder);
    }

    @AfterEach
    void close() throws Exception {
        FxToolkit.setupFixture(fixture::close);
    }

    private void open(FxRobot robot, String name) throws Exception {
        Path file = Files.copy(SharedTrace.need("perfetto/" + name), folder.resolve(name), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        robot.interact(() -> fixture.window.open(file));
        WindowFixture.waitFor(() -> fixture.window.context().session() != null && fixture.window.context().session().isReady());
        fixture.settle();
    }

    private Command command() {
        return fixture.window.context().commands().all().stream().filter(c -> c.id().equals("timeline.nextloss")).findFirst().orElseThrow();
    }

    @Test
    void aSmallRingBufferLostTheBeginningOfEachCpuAndMoreOfOne(FxRobot robot) throws Exception {
        open(robot, "linux-ftrace-data-loss-small-ring_5s.pftrace");
        WindowFixture.waitFor(() -> command().enabled().getAsBoolean());
        robot.interact(() -> fixture.window.context().commands().run("timeline.nextloss"));
        fixture.settle();
        Selection.Area area = (Selection.Area) FxSupply.get(() -> fixture.window.timeline().view().selection());
        // From the trace's beginning to the first event of CPU 0: in between all is missing on one CPU or the other.
        assertEquals(2_502_600_556_143L, area.span().start());
        assertEquals(3_323_492_151L, area.span().durNs());
        assertTrue(area.trackKeys().isEmpty());
    }

    @Test
    void whereNothingWasLostThereIsNothingToGoTo(FxRobot robot) throws Exception {
        open(robot, "linux-ftrace-stop-trigger.pftrace");
        fixture.settle();
        assertFalse(FxSupply.get(() -> command().enabled().getAsBoolean()));
    }
}
