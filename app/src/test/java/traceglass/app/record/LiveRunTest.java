package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import javafx.scene.control.Button;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.record.running.RecordingRun;
import traceglass.app.session.TraceSession;
import traceglass.app.testing.GrowingTrace;
import traceglass.app.testing.InstalledDaemons;
import traceglass.protos.config.TraceConfig;
import traceglass.record.SessionState;
import traceglass.record.local.LocalTarget;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TraceFile;

/// Tests the timeline of a running recording, from a test target and from the built-in service.
class LiveRunTest extends RecordPageScenario {

    private volatile long readPeriodMs = -1;
    private volatile boolean isLost;

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    @Override
    List<RecordingTarget> otherTargets(LocalTarget local) {
        return List.of(local, new GrowingTarget("growing", true), new GrowingTarget("ring", false));
    }

    /// A target whose trace grows.
    private final class GrowingTarget extends TestTarget {

        private final boolean writes;

        GrowingTarget(String id, boolean writes) {
            super(id, "Target " + id);
            this.writes = writes;
        }

        @Override
        public Recorder connect(TraceConfig config) {
            return new GrowingRecorder(writes);
        }
    }

    /// Writes half a second of trace on each check whether the recording has ended.
    private final class GrowingRecorder extends TestRecorder {

        private GrowingTrace trace;
        private volatile boolean stopped;

        GrowingRecorder(boolean writes) {
            super(writes);
        }

        @Override
        boolean isLost() {
            return isLost;
        }

        @Override
        public void start(TraceFile file, Listener listener) throws RecordProblem {
            super.start(file, listener);
            try {
                trace = new GrowingTrace(file, 10_000_000);
            } catch (IOException e) {
                throw RecordProblem.disk(e);
            }
        }

        @Override
        public boolean awaitEnd(Duration timeout) throws RecordProblem, InterruptedException {
            super.awaitEnd(timeout);
            try {
                trace.advance(500_000_000);
            } catch (IOException e) {
                throw RecordProblem.disk(e);
            }
            return stopped;
        }

        @Override
        public void setReadPeriod(long periodMs) {
            readPeriodMs = periodMs;
        }

        @Override
        public void stop() {
            stopped = true;
        }
    }

    private RecordingRun recordFrom(FxRobot robot, String id) throws Exception {
        open(robot);
        Controls.press(robot, "#target-" + id);
        waitFor(() -> page.isComplete());
        Controls.press(robot, "#record-start");
        waitFor(() -> page.model().runs().size() == 1
                && page.model().runs().getFirst().view().state() == SessionState.RECORDING);
        return page.model().runs().getFirst();
    }

    private TraceSession session() {
        return window.slot().trace().session();
    }

    private void watch(FxRobot robot) throws Exception {
        waitFor(() -> robot.lookup("#record-watch")
                .tryQueryAs(Button.class)
                .filter(b -> !b.isDisabled())
                .isPresent());
        fx(() -> robot.lookup("#record-watch").queryAs(Button.class).fire());
        waitFor(() -> session() != null && session().isReady());
        assertEquals("timeline", window.pageProperty().get().id());
        assertTrue(session().recording().isPresent());
    }

    @Test
    void showsTheTimelineWhileRecordingAndOpensTheFileAtTheEnd(FxRobot robot) throws Exception {
        RecordingRun run = recordFrom(robot, "growing");
        watch(robot);
        assertEquals(125, readPeriodMs);
        long end = session().bounds().end();
        waitFor(() -> session().bounds().end() > end + 2_000_000_000L);
        fx(() -> robot.lookup("#live-stop").queryAs(Button.class).fire());
        waitFor(() -> run.view().state() == SessionState.DONE);
        waitFor(() -> session() != null
                && session().isReady()
                && session().recording().isEmpty());
        assertEquals(run.file(), session().file());
        waitFor(() -> readPeriodMs == 0);
        assertEquals(0, page.model().runs().size());
    }

    @Test
    void opensTheReceivedPartWhenTheTargetIsLost(FxRobot robot) throws Exception {
        RecordingRun run = recordFrom(robot, "growing");
        watch(robot);
        isLost = true;
        waitFor(() -> run.view().state() == SessionState.FAILED);
        waitFor(() -> session() != null
                && session().isReady()
                && session().recording().isEmpty());
        assertEquals(run.file(), session().file());
    }

    @Test
    void closesTheTimelineOfADiscardedRecording(FxRobot robot) throws Exception {
        RecordingRun run = recordFrom(robot, "growing");
        watch(robot);
        fx(run::cancel);
        waitFor(() -> run.view().state() == SessionState.CANCELED);
        waitFor(() -> session() == null);
        assertNull(session());
    }

    @Test
    void aRecordingThatSavesAtItsEndHasNoTimelineYet(FxRobot robot) throws Exception {
        RecordingRun run = recordFrom(robot, "ring");
        assertFalse(run.canViewLive());
        assertFalse(robot.lookup("#record-watch").tryQuery().isPresent());
    }

    @Test
    void showsARecordingOfThisComputerLive(FxRobot robot) throws Exception {
        InstalledDaemons.bin();
        open(robot);
        useShortConfig("write_into_file: true");
        Controls.press(robot, "#record-start");
        waitFor(() -> page.model().runs().size() == 1
                && page.model().runs().getFirst().view().state() == SessionState.RECORDING);
        watch(robot);
        long end = session().bounds().end();
        waitFor(() -> session().bounds().end() > end + 1_000_000_000L);
        assertTrue(session().tracks().roots().stream().anyMatch(n -> n.isGroup()));
        fx(() -> robot.lookup("#live-stop").queryAs(Button.class).fire());
        waitFor(() -> session() != null
                && session().isReady()
                && session().recording().isEmpty());
    }
}
