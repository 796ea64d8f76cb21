package traceglass.record.spi;

import java.time.Duration;

/// Brings the trace of a recording that went on by itself: there is nothing to wait for, only to end and to read.
public abstract class FetchRecorder implements Recorder {

    private static final long END_PATIENCE_MS = 30_000;
    private static final long POLL_MS = 200;

    private final Detached detached;
    private volatile boolean abandoned;
    private long endAskedNs;

    protected FetchRecorder(Detached detached) {
        this.detached = detached;
    }

    /// Whether the process still records.
    protected abstract boolean isRunning() throws RecordProblem;

    /// Asks it to end.
    protected abstract void interrupt() throws RecordProblem;

    /// Copies the file that it wrote, and deletes it where it was unless the copy [#isAbandoned].
    protected abstract void copy(TraceFile to) throws RecordProblem;

    protected final Detached detached() {
        return detached;
    }

    /// Whether nobody wants the copy any more; then the file it is made of is the only one.
    protected final boolean isAbandoned() {
        return abandoned;
    }

    @Override
    public void start(TraceFile file, Listener listener) throws RecordProblem {
        if (isRunning()) {
            listener.log(LogEntry.Level.INFO, "The recording " + detached.key() + " still goes on; it is ended");
            interrupt();
        }
    }

    @Override
    public boolean awaitEnd(Duration patience) throws RecordProblem, InterruptedException {
        long startNs = System.nanoTime();
        if (endAskedNs == 0) {
            endAskedNs = startNs;
        }
        while (isRunning()) {
            long now = System.nanoTime();
            if (now - endAskedNs > END_PATIENCE_MS * 1_000_000) {
                throw new RecordProblem(
                        RecordProblem.Kind.LOST,
                        "The recording " + detached.key() + " does not end. Its process is " + detached.pid() + ".");
            }
            if (now - startNs > patience.toNanos()) {
                return false;
            }
            Thread.sleep(POLL_MS);
        }
        return true;
    }

    @Override
    public void stop() {
        // It was asked to end when this began.
    }

    @Override
    public void read(TraceFile file) throws RecordProblem {
        copy(file);
    }

    @Override
    public void discard() {
        // What was recorded stays where it is, to be fetched another time.
    }

    @Override
    public long durationMs() {
        return 0;
    }

    @Override
    public void close() {
        abandoned = true;
    }
}
