package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests the links in result rows for every kind of id.
class RowLinksTest extends WindowScenario {

    /// A trace with slices on a thread and a process track, and a counter, without scheduling data.
    private static final String WITHOUT_SCHEDULING = """
        {"traceEvents": [
          {"ph": "M", "name": "thread_name", "pid": 10, "tid": 11, "args": {"name": "main loop"}},
          {"ph": "X", "name": "outer", "pid": 10, "tid": 11, "ts": 1000, "dur": 8000},
          {"ph": "C", "name": "load", "pid": 10, "tid": 10, "ts": 1000, "args": {"value": 5}}
        ]}
        """;

    private void waitUntilSettled() throws Exception {
        WindowFixture.waitFor(() -> window.slot().trace().session().queries().isIdle());
        fixture.settle();
    }

    @Test
    void everyKindOfEventIsSelectedOnItsTrack(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        for (String table : List.of("slice", "sched", "thread_state", "counter", "ftrace_event")) {
            long id = number("SELECT max(id) FROM " + table);
            robot.interact(() -> {
                window.slot().selection().set(Selection.NONE);
                window.slot().navigation().navigator().showPage("sql");
                window.slot().navigation().navigator().goTo(table, id);
            });
            WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event e
                    && e.table().equals(table)
                    && e.id() == id);
            waitUntilSettled();
            assertEquals(List.of(), notices(), table);
            assertEquals(
                    window.timeline(), FxSupply.get(() -> window.pageProperty().get()), table);
        }
    }

    @Test
    void ownersWithEventsAreShownWithoutSchedulingData(FxRobot robot) throws Exception {
        open(robot, Files.writeString(folder.resolve("plain.json"), WITHOUT_SCHEDULING));
        String[][] links = {
            {"thread", "SELECT utid FROM thread WHERE tid = 11"},
            {"process", "SELECT upid FROM process WHERE pid = 10"},
            {"track", "SELECT track_id FROM slice"},
            {"track", "SELECT track_id FROM counter"}
        };
        for (String[] link : links) {
            long id = number(link[1]);
            for (boolean staysOnPage : new boolean[] {false, true}) {
                robot.interact(() -> {
                    window.slot().navigation().navigator().showPage("sql");
                    if (staysOnPage) {
                        window.slot().navigation().navigator().select(link[0], id);
                    } else {
                        window.slot().navigation().navigator().goTo(link[0], id);
                    }
                });
                WindowFixture.waitFor(() -> window.pageProperty().get() == window.timeline());
                waitUntilSettled();
                assertEquals(List.of(), notices(), link[1]);
            }
        }
        robot.interact(() -> window.slot().navigation().navigator().goTo("thread", 999));
        WindowFixture.waitFor(
                () -> !window.context().messages().notices().texts().isEmpty());
    }
}
