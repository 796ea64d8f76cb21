package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.app.record.running.RecordingRun;
import traceglass.record.RecordingFiles;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;

class RecordingRunTest {

    @TempDir
    Path folder;

    @BeforeAll
    static void startJavaFx() throws Exception {
        FxToolkit.registerPrimaryStage();
    }

    /// The session of an unreachable target ends before the page reads its first view.
    @Test
    void reportsAnEndBeforeTheFirstView() throws Exception {
        RecordingTarget phone = new RecordPageScenario.Phone("1", RecordingTarget.State.READY, 33);
        Path file = RecordingFiles.claim(folder, phone.name(), LocalDateTime.now());
        CountDownLatch reported = new CountDownLatch(1);
        List<SessionState> finalStates = new ArrayList<>();
        RecordingRun run = WaitForAsyncUtils.waitForAsyncFx(
                60_000,
                () -> new RecordingRun(
                        phone,
                        "nothing",
                        show -> {
                            Session session = Session.start(phone.name(), () -> phone.connect(null), file, 0, show);
                            try {
                                session.await();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                            return session;
                        },
                        r -> {
                            finalStates.add(r.view().state());
                            reported.countDown();
                        }));
        assertTrue(reported.await(60, TimeUnit.SECONDS), "the end is not reported");
        WaitForAsyncUtils.waitForFxEvents();
        assertEquals(List.of(SessionState.FAILED), finalStates);
        assertEquals(RecordProblem.Kind.LOST, run.view().problem().kind());
        assertFalse(Files.exists(file), "an empty file is left");
    }
}
