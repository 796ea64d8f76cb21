package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.command.Command;
import traceglass.app.testing.SharedTestTrace;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.render.item.TimelineSelection;

/// Tests the marks of data losses in recorded traces on the timeline.
class DataLossMarksTest extends WindowScenario {

    private void open(FxRobot robot, String name) throws Exception {
        open(robot, Files.copy(SharedTestTrace.require("perfetto/" + name), folder.resolve(name)));
    }

    private Command command() {
        return window.slot().host().commands().all().stream()
                .filter(c -> c.id().equals("timeline.nextloss"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theFirstLossLastsUntilEachCpuHasEvents(FxRobot robot) throws Exception {
        open(robot, "linux-ftrace-data-loss-small-ring_5s.pftrace");
        WindowFixture.waitFor(() -> command().enabled().getAsBoolean());
        run(robot, "timeline.nextloss");
        fixture.settle();
        TimelineSelection.Area area = (TimelineSelection.Area)
                FxSupply.get(() -> window.timeline().view().selection());
        // From the start of the trace to the first event of CPU 0, the data of at least one CPU is missing at all
        // times.
        assertEquals(2_502_600_556_143L, area.span().start());
        assertEquals(3_323_492_151L, area.span().durNs());
        assertTrue(area.trackKeys().isEmpty());
    }

    @Test
    void theCommandIsDisabledWithoutDataLoss(FxRobot robot) throws Exception {
        open(robot, "linux-ftrace-stop-trigger.pftrace");
        fixture.settle();
        assertFalse(FxSupply.get(() -> command().enabled().getAsBoolean()));
    }
}
