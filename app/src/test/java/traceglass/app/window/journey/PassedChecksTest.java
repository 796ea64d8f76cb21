package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.testing.SharedTestTrace;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests that checks are shown as passed only if the trace has data for them.
class PassedChecksTest extends WindowScenario {

    private static final String NO_DATA_LOST = "No data was lost while recording";
    private static final String LOSSES_UNKNOWN = "The trace does not record whether data was lost";
    private static final String SETUP_IS_FINE = "No problems with the recording setup";

    /// Opens a trace and returns all texts on its overview page and in the top bar.
    private Set<String> overview(FxRobot robot, Path trace) throws Exception {
        open(robot, trace);
        run(robot, "page.overview");
        WindowFixture.waitFor(window::isComplete);
        return FxSupply.get(() -> robot.lookup(".label").queryAllAs(Label.class).stream()
                .filter(Label::isVisible)
                .map(Label::getText)
                .collect(Collectors.toSet()));
    }

    private Path file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path ftrace(String name, String entries) throws Exception {
        return file(name, """
            # tracer: nop
            #
            # entries-in-buffer/entries-written: %s   #P:2
            #
            #           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
                      a-7     [001] d..2 10.000001: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=b next_pid=8 next_prio=120
                      b-8     [001] d..2 10.000005: sched_switch: prev_comm=b prev_pid=8 prev_prio=120 prev_state=S ==> next_comm=a next_pid=7 next_prio=120
            """.formatted(entries));
    }

    @Test
    void aTraceWithoutEventsDoesNotPassTheSetupCheck(FxRobot robot) throws Exception {
        Set<String> texts = overview(robot, file("empty.json", "{\"traceEvents\": []}"));
        assertFalse(texts.contains(SETUP_IS_FINE), texts.toString());
        assertFalse(texts.contains(NO_DATA_LOST), texts.toString());
        assertTrue(texts.contains("There are no events to check"), texts.toString());
    }

    @Test
    void aFormatThatCountsNoLossesDoesNotPassTheLossCheck(FxRobot robot) throws Exception {
        Set<String> texts = overview(
                robot, file("one.json", "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":5}]"));
        assertFalse(texts.contains(NO_DATA_LOST), texts.toString());
        assertTrue(texts.contains(LOSSES_UNKNOWN), texts.toString());
        assertFalse(texts.contains(SETUP_IS_FINE), texts.toString());
    }

    @Test
    void theFileHeaderDeterminesWhetherDataWasLost(FxRobot robot) throws Exception {
        Set<String> complete = overview(robot, ftrace("complete.ftrace", "2/2"));
        assertTrue(complete.contains(NO_DATA_LOST), complete.toString());
        Set<String> lost = overview(robot, ftrace("lost.ftrace", "2/24595"));
        assertFalse(lost.contains(NO_DATA_LOST), lost.toString());
        assertFalse(lost.contains(LOSSES_UNKNOWN), lost.toString());
        assertTrue(lost.contains("24\u2009593 ftrace events were overwritten"), lost.toString());
        run(robot, "page.timeline");
        assertEquals("1 data loss", badge(robot));
    }

    @Test
    void theBadgeCountsProblemsNotBytes(FxRobot robot) throws Exception {
        open(robot, SharedTestTrace.require("perfetto/android-pixel6a-startup-warm.pftrace"));
        long kinds = FxSupply.get(() -> window.slot().trace().session().summary().problems().stream()
                .filter(p -> p.severity().equals("notice")
                        || p.severity().equals("error")
                        || p.severity().equals("data_loss"))
                .count());
        String badge = badge(robot);
        assertTrue(Long.parseLong(badge.split(" ")[0]) <= kinds, badge);
    }

    private static String badge(FxRobot robot) {
        return FxSupply.get(() -> robot.lookup("#problem-badge")
                .queryAs(javafx.scene.control.Labeled.class)
                .getText());
    }
}
