package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import traceglass.app.Controls;
import traceglass.app.testing.TruncatedText;
import traceglass.protos.config.TraceConfig;
import traceglass.record.local.LocalTarget;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TraceFile;

/// Tests messages about data and data sources when a target disconnects, in modes that save during the recording and
/// in modes that save at its end.
class LostTargetTest extends RecordPageScenario {

    private volatile boolean isLost;

    @Start
    void start(Stage primary) throws Exception {
        createWindow(primary);
    }

    @Override
    List<RecordingTarget> otherTargets(LocalTarget local) {
        return List.of(new DisconnectingTarget("buffer", false), new DisconnectingTarget("stream", true));
    }

    /// A target that disconnects on demand.
    private final class DisconnectingTarget extends TestTarget {

        private final boolean writes;

        DisconnectingTarget(String id, boolean writes) {
            super(id, "Target " + id);
            this.writes = writes;
        }

        @Override
        public Recorder connect(TraceConfig config) {
            return new TestRecorder(writes) {

                @Override
                boolean isLost() {
                    return isLost;
                }

                @Override
                public void start(TraceFile file, Listener listener) throws RecordProblem {
                    super.start(file, listener);
                    if (writes) {
                        try {
                            file.writeSlice(new byte[] {10, 0}, 0, 2, true);
                        } catch (IOException e) {
                            throw RecordProblem.disk(e);
                        }
                    }
                }
            };
        }
    }

    private static boolean shows(FxRobot robot, String text) {
        return robot.lookup((Node n) -> n instanceof Label l && text.equals(l.getText()))
                .tryQuery()
                .isPresent();
    }

    /// Returns whether a banner of the window is green.
    private boolean isReportedAsSuccess(FxRobot robot) {
        return robot.lookup("#notices .tg-ok").tryQuery().isPresent();
    }

    private void recordFrom(FxRobot robot, String id) throws Exception {
        open(robot);
        Controls.press(robot, "#target-" + id);
        waitFor(() -> page.isComplete());
        Controls.press(robot, "#record-start");
        waitFor(() -> shows(robot, "Recording"));
    }

    @Test
    void reportsThatNothingIsKeptIfDataIsOnlyOnTheTarget(FxRobot robot) throws Exception {
        recordFrom(robot, "buffer");
        assertFalse(text(robot, "#running-note").contains("is kept."), text(robot, "#running-note"));
        assertTrue(text(robot, "#running-note").contains("nothing is kept here"), text(robot, "#running-note"));
        assertTrue(
                shows(robot, "This recording method has no buffer statistics"), "the page waits for buffer statistics");
        isLost = true;
        waitFor(() -> shows(robot, "Interrupted · nothing was kept"));
        assertFalse(robot.lookup("#record-open").tryQuery().isPresent());
        assertFalse(isReportedAsSuccess(robot), "a lost recording is reported as a success");
    }

    @Test
    void keepsDataReceivedBeforeTheTargetWasLost(FxRobot robot) throws Exception {
        recordFrom(robot, "stream");
        assertTrue(
                text(robot, "#running-note").endsWith("the data received so far is kept."),
                text(robot, "#running-note"));
        isLost = true;
        waitFor(() -> shows(robot, "Interrupted · data received so far is kept"));
        Parent buttons = robot.lookup("#record-open").query().getParent();
        robot.interact(() -> assertEquals(List.of(), TruncatedText.in(buttons)));
        assertFalse(isReportedAsSuccess(robot), "a lost recording is reported as a success");
        Path file = page.model().runs().getFirst().view().file();
        assertEquals(page.model().runs().getFirst().view().fileBytes(), java.nio.file.Files.size(file));
    }
}
