package traceglass.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.TraceFile;
import traceglass.record.testing.TestRecording;

/// Tests the end of a recording whose connection to the target is lost immediately.
class SessionTest {

    @TempDir
    Path folder;

    /// A recorder that returns some bytes and then disconnects.
    private record DisconnectingRecorder(String bytes) implements Recorder {

        @Override
        public void start(TraceFile file, Listener listener) throws RecordProblem {
            try {
                file.writeRaw(bytes.getBytes(StandardCharsets.UTF_8), 0, bytes.length());
            } catch (IOException e) {
                throw RecordProblem.disk(e);
            }
        }

        @Override
        public boolean awaitEnd(Duration timeout) throws RecordProblem {
            throw new RecordProblem(RecordProblem.Kind.LOST, "The cable was pulled.");
        }

        @Override
        public void stop() {}

        @Override
        public void read(TraceFile file) {
            throw new AssertionError("there is no connection to read from");
        }

        @Override
        public void discard() {}

        @Override
        public long durationMs() {
            return 0;
        }

        @Override
        public void close() {}
    }

    /// A recorder whose `read` returns only after it was closed, and that closes only when the test lets it.
    private static final class SlowClosingRecorder implements Recorder {

        private final CountDownLatch mayClose = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void start(TraceFile file, Listener listener) {}

        @Override
        public boolean awaitEnd(Duration timeout) {
            return true;
        }

        @Override
        public void stop() {}

        @Override
        public void read(TraceFile file) throws RecordProblem {
            await(closed);
            throw new RecordProblem(RecordProblem.Kind.LOST, "It was closed.");
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void discard() {}

        @Override
        public long durationMs() {
            return 0;
        }

        @Override
        public void close() {
            await(mayClose);
            closed.countDown();
        }
    }

    private SessionView record(String bytes, Path file) throws InterruptedException {
        return Session.start("Phone", () -> new DisconnectingRecorder(bytes), file)
                .await();
    }

    @Test
    void receivedDataIsKept() throws Exception {
        Path file = folder.resolve("kept");
        SessionView v = record("half a trace", file);
        assertEquals(SessionState.FAILED, v.state());
        assertEquals("half a trace", Files.readString(file));
        assertEquals(RecordProblem.Kind.LOST, v.problem().kind());
        assertTrue(
                v.problem().getMessage().contains("The data received so far is kept"),
                v.problem().getMessage());
    }

    @Test
    void emptyFileIsDeleted() throws Exception {
        Path file = folder.resolve("empty");
        SessionView v = record("", file);
        assertEquals(SessionState.FAILED, v.state());
        assertFalse(Files.exists(file));
        assertTrue(
                v.problem().getMessage().endsWith("No data was received."),
                v.problem().getMessage());
    }

    @Test
    void cancelDoesNotWaitForTheTarget() throws Exception {
        SlowClosingRecorder recorder = new SlowClosingRecorder();
        Session session = Session.start("Phone", () -> recorder, folder.resolve("slow"));
        TestRecording.awaitState(session, SessionState.READING);
        session.cancel();
        assertEquals(1, recorder.closed.getCount(), "cancel waited for the target");
        recorder.mayClose.countDown();
        assertEquals(SessionState.CANCELED, TestRecording.end(session).state());
    }
}
