package traceglass.record.spi;

import java.time.Duration;

/// Fetches the trace of a detached recording: stops it if needed, and copies its file.
public abstract class FetchRecorder implements Recorder {

    private static final long END_TIMEOUT_MS = 30_000;
    private static final long POLL_MS = 200;

    private final DetachedRecording detached;
    private volatile boolean isAbandoned;
    private long endRequestedNs;

    protected FetchRecorder(DetachedRecording detached) {
        this.detached = detached;
    }

    /// Returns whether the process is still recording.
    protected abstract boolean isRunning() throws RecordProblem;

    /// Asks the process to end.
    protected abstract void interrupt() throws RecordProblem;

    /// Copies the trace file, then deletes the original unless [#isAbandoned].
    protected abstract void copy(TraceFile to) throws RecordProblem;

    protected final DetachedRecording detached() {
        return detached;
    }

    /// Returns whether the copy is no longer needed; then the original is the only one and must be kept.
    protected final boolean isAbandoned() {
        return isAbandoned;
    }

    @Override
    public void start(TraceFile file, Listener listener) throws RecordProblem {
        if (isRunning()) {
            listener.log(LogEntry.Level.INFO, TargetTexts.stillRunning(detached.key()));
            interrupt();
        }
    }

    @Override
    public boolean awaitEnd(Duration timeout) throws RecordProblem, InterruptedException {
        long startNs = System.nanoTime();
        if (endRequestedNs == 0) {
            endRequestedNs = startNs;
        }
        while (isRunning()) {
            long now = System.nanoTime();
            if (now - endRequestedNs > END_TIMEOUT_MS * 1_000_000) {
                throw new RecordProblem(
                        RecordProblem.Kind.LOST, TargetTexts.notStopped(detached.key(), detached.pid()));
            }
            if (now - startNs > timeout.toNanos()) {
                return false;
            }
            Thread.sleep(POLL_MS);
        }
        return true;
    }

    @Override
    public void stop() {
        // The process was already interrupted when fetching started.
    }

    @Override
    public void read(TraceFile file) throws RecordProblem {
        copy(file);
    }

    @Override
    public void discard() {
        // The recorded file stays on the target and can be fetched again.
    }

    @Override
    public long durationMs() {
        return 0;
    }

    @Override
    public void close() {
        isAbandoned = true;
    }
}
