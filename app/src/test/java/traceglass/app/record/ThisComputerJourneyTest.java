package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.track.TrackNode;
import traceglass.app.Controls;
import traceglass.app.session.TraceSession;
import traceglass.record.SessionState;
import traceglass.record.local.LocalTarget;
import traceglass.sql.session.SqlSession;

/// Records from this computer with nothing installed and the probes of the program itself: starts, watches the timeline
/// grow, pauses, stops, and looks at the trace.
@EnabledOnOs(OS.LINUX)
class ThisComputerJourneyTest extends RecordPageScenario {

    private static final String CONFIG = """
        buffers { size_kb: 16384 fill_policy: RING_BUFFER }
        data_sources { config { name: "linux.ftrace" ftrace_config { ftrace_events: "sched/sched_switch" } } }
        data_sources { config { name: "linux.process_stats" process_stats_config {
          scan_all_processes_on_start: true proc_stats_poll_ms: 200 } } }
        data_sources { config { name: "linux.sys_stats" sys_stats_config {
          meminfo_period_ms: 50 meminfo_counters: MEMINFO_MEM_FREE } } }
        """;

    private static final String WORKER = "tg-journey";
    private static final String MEMORY =
            "SELECT count(*) FROM counter AS c JOIN counter_track AS t ON c.track_id = t.id WHERE t.name = 'MemFree'";

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    @Override
    LocalTarget thisComputer() {
        return new LocalTarget(null, privateEnvironment());
    }

    private TraceSession trace() {
        return window.slot().trace().session();
    }

    private long count(String sql) throws Exception {
        List<Long> result = new ArrayList<>();
        try (SqlSession session = trace().openSql()) {
            session.run(sql, rows -> {
                while (rows.next()) {
                    result.add(rows.getLong(0));
                }
            });
        }
        return result.getFirst();
    }

    private static boolean hasNode(List<TrackNode> nodes, String part) {
        return nodes.stream().anyMatch(n -> n.name().contains(part) || hasNode(n.children(), part));
    }

    private void fire(FxRobot robot, String button) {
        fx(() -> robot.lookup(button).queryAs(Button.class).fire());
    }

    @Test
    void startsWatchesAndStopsARecording(FxRobot robot) throws Exception {
        Thread worker = Thread.ofPlatform().daemon().name(WORKER).start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
            }
        });
        try {
            open(robot);
            assertEquals("Record from this computer", text(robot, "#record-heading"));
            fx(() -> page.configPane().setText(CONFIG));
            Controls.press(robot, "#record-start");
            waitFor(() -> page.model().runs().size() == 1
                    && page.model().runs().getFirst().view().state() == SessionState.RECORDING);
            waitFor(() -> robot.lookup("#record-watch")
                    .tryQueryAs(Button.class)
                    .filter(b -> !b.isDisabled())
                    .isPresent());
            fire(robot, "#record-watch");
            waitFor(() -> trace() != null && trace().isReady());
            assertEquals("timeline", window.pageProperty().get().id());
            assertTrue(robot.lookup("#live-bar").queryAs(Region.class).isVisible());
            assertEquals("Live", text(robot, "#live-badge"));

            long end = trace().bounds().end();
            waitFor(() -> trace().bounds().end() > end + 2_000_000_000L);
            long earlier = count(MEMORY);
            assertTrue(earlier > 10, () -> earlier + " values");
            waitFor(() -> hasNode(trace().tracks().roots(), "MemFree"));

            fire(robot, "#live-pause");
            assertEquals("Paused", text(robot, "#live-badge"));
            Thread.sleep(500); // An update on its way may still arrive.
            long paused = trace().bounds().end();
            Thread.sleep(1000);
            assertEquals(paused, trace().bounds().end());

            fire(robot, "#live-stop");
            waitFor(() ->
                    trace() != null && trace().isReady() && trace().recording().isEmpty());
            assertFalse(robot.lookup("#live-bar").queryAs(Region.class).isVisible());
        } finally {
            worker.interrupt();
        }
        assertTrue(trace().file().startsWith(folder.resolve("traces")));
        assertTrue(trace().bounds().durNs() > 3_000_000_000L, trace().bounds()::toString);
        assertTrue(count(MEMORY) > 20);
        long pid = ProcessHandle.current().pid();
        assertEquals(1, count("SELECT count(*) FROM process WHERE pid = " + pid));
        if (Files.isWritable(Path.of("/sys/kernel/tracing/trace_marker"))) {
            assertTrue(count("SELECT count(*) FROM sched_slice JOIN thread USING (utid) JOIN process USING (upid)"
                            + " WHERE thread.name = '" + WORKER + "' AND process.pid = " + pid)
                    > 50);
            assertTrue(hasNode(trace().tracks().roots(), WORKER));
        }
        assertEquals(
                0,
                count("SELECT count(*) FROM stats WHERE name LIKE 'traced_buf%' AND severity = 'data_loss' AND value"
                        + " > 0"));
    }
}
