package traceglass.record.local;

import java.nio.file.Path;
import java.time.Duration;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.TraceFile;

/// A recorder that also logs the problems of our own probes.
final class ProbeRecorder implements Recorder {

    private final Recorder recorder;
    private final ProbeProblems problems;

    ProbeRecorder(Recorder recorder, ProbeProblems problems) {
        this.recorder = recorder;
        this.problems = problems;
    }

    @Override
    public void start(TraceFile file, Listener listener) throws RecordProblem {
        problems.passTo(p -> listener.log(LogEntry.Level.WARNING, p));
        recorder.start(file, listener);
    }

    @Override
    public boolean awaitEnd(Duration patience) throws RecordProblem, InterruptedException {
        return recorder.awaitEnd(patience);
    }

    @Override
    public void stop() throws RecordProblem {
        recorder.stop();
    }

    @Override
    public void read(TraceFile file) throws RecordProblem {
        recorder.read(file);
    }

    @Override
    public void discard() {
        recorder.discard();
    }

    @Override
    public long snapshot(Path file) throws RecordProblem {
        return recorder.snapshot(file);
    }

    @Override
    public boolean canSnapshot() {
        return recorder.canSnapshot();
    }

    @Override
    public boolean savesOnTheWay() {
        return recorder.savesOnTheWay();
    }

    @Override
    public long durationMs() {
        return recorder.durationMs();
    }

    @Override
    public void close() {
        recorder.close();
    }
}
