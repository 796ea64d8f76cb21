package traceglass.record.spi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// One way to record from one target, used for one recording. [Session] calls the methods in order, on its own thread,
/// except where another thread is named; each method returns in time or throws.
public interface Recorder extends AutoCloseable {

    /// Receives reports of a recorder. All methods can be called from any thread.
    interface Listener {

        void log(LogEntry.Level level, String text);

        void buffers(List<BufferFill> fills);

        void source(SourceState state);

        /// A trigger on the target requested a snapshot of the buffers.
        void snapshotWanted();
    }

    /// Sends the config; data is being recorded when this returns.
    ///
    /// @param file receives data that arrives during the recording
    void start(TraceFile file, Listener listener) throws RecordProblem;

    /// Waits for the end of the recording, whether on its own or after [#stop].
    ///
    /// @return whether it has ended
    boolean awaitEnd(Duration patience) throws RecordProblem, InterruptedException;

    /// Requests the end of the recording. Called at most once.
    void stop() throws RecordProblem;

    /// Reads the data that is not in the file yet. Called after the end.
    void read(TraceFile file) throws RecordProblem;

    /// Discards the recorded data.
    void discard();

    /// Copies the content of the buffers to a separate file while the recording continues. Can be called from any
    /// thread.
    default long snapshot(Path file) throws RecordProblem {
        throw new RecordProblem(
                RecordProblem.Kind.UNSUPPORTED, "This target cannot make a snapshot. Stop the recording instead.");
    }

    /// Returns whether [#snapshot] is supported.
    default boolean canSnapshot() {
        return false;
    }

    /// Duration of the recording in milliseconds; 0 if it runs until stopped.
    long durationMs();

    @Override
    void close();
}
