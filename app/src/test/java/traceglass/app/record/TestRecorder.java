package traceglass.app.record;

import java.time.Duration;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.SourceState;
import traceglass.record.spi.TraceFile;

/// A recorder with one data source. Tests define the packets that it writes.
abstract class TestRecorder implements Recorder {

    private final boolean savesWhileRecording;

    /// @param savesWhileRecording whether the trace is saved during the recording
    TestRecorder(boolean savesWhileRecording) {
        this.savesWhileRecording = savesWhileRecording;
    }

    /// Returns whether the target has disconnected.
    abstract boolean isLost();

    @Override
    public void start(TraceFile file, Listener listener) throws RecordProblem {
        listener.source(new SourceState("my.source", "producer", SourceState.Phase.RECORDING, 0));
    }

    @Override
    public boolean awaitEnd(Duration timeout) throws RecordProblem, InterruptedException {
        Thread.sleep(timeout.toMillis());
        if (isLost()) {
            throw new RecordProblem(RecordProblem.Kind.LOST, "The cable was pulled.");
        }
        return false;
    }

    @Override
    public boolean savesWhileRecording() {
        return savesWhileRecording;
    }

    @Override
    public void stop() {}

    @Override
    public void read(TraceFile file) {}

    @Override
    public void discard() {}

    @Override
    public long durationMs() {
        return 0;
    }

    @Override
    public void close() {}
}
