package traceglass.record.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.local.LocalTarget;

class FetchRecorderTest {

    @TempDir
    Path folder;

    /// Returns a recording whose process has ended: Linux never assigns such a high process id.
    private static DetachedRecording endedRecording(Path trace) {
        return new DetachedRecording("key", "local", "This computer", Integer.MAX_VALUE, trace.toString(), 0, 0);
    }

    @Test
    void keepsTheOriginalWhenFetchingIsCanceled() throws Exception {
        Path trace = Files.writeString(folder.resolve("detached"), "a trace");
        Recorder recorder = new LocalTarget(null, Map.of()).fetch(endedRecording(trace));
        recorder.close();
        try (TraceFile copy = TraceFile.create(folder.resolve("copy"))) {
            recorder.read(copy);
        }
        assertTrue(Files.exists(trace));
    }

    @Test
    void deletesTheOriginalAfterFetching() throws Exception {
        Path trace = Files.writeString(folder.resolve("detached"), "a trace");
        Session session = Session.start(
                "This computer",
                () -> new LocalTarget(null, Map.of()).fetch(endedRecording(trace)),
                folder.resolve("copy"));
        assertEquals(SessionState.DONE, session.await().state());
        assertEquals("a trace", Files.readString(folder.resolve("copy")));
        assertFalse(Files.exists(trace));
    }

    @Test
    void canBeCanceledWhileTheRecordingDoesNotEnd() throws Exception {
        CountDownLatch requested = new CountDownLatch(1);
        FetchRecorder endless = new FetchRecorder(endedRecording(folder.resolve("detached"))) {

            @Override
            protected boolean isRunning() {
                return true;
            }

            @Override
            protected void interrupt() {
                requested.countDown();
            }

            @Override
            protected void copy(TraceFile to) {
                throw new AssertionError("copied while the recording is running");
            }
        };
        Session session = Session.start("This computer", () -> endless, folder.resolve("copy"));
        requested.await();
        session.cancel();
        assertTrue(session.await(Duration.ofSeconds(10)), "the session still waits for the recording");
        assertEquals(SessionState.CANCELED, session.view().state());
        assertFalse(Files.exists(folder.resolve("copy")));
    }
}
