package traceglass.record.spi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Records from one target, once. A session calls the methods in order and on its own thread, unless their
/// documentation says otherwise. Methods do not block forever: they throw if the target does not respond in time.
public interface Recorder extends AutoCloseable {

    /// Receives reports of a recorder. All methods can be called from any thread.
    interface Listener {

        /// Adds a line to the log of the recording.
        void log(LogEntry.Level level, String text);

        /// Reports the current state of all buffers.
        void buffers(List<BufferFill> fills);

        /// Reports a changed state of a data source.
        void source(SourceState state);

        /// Reports that a trigger on the target requested a snapshot of the buffers.
        void snapshotRequested();
    }

    /// Sends the config and starts recording. Data is being recorded when this returns.
    ///
    /// @param file receives data that arrives during the recording
    void start(TraceFile file, Listener listener) throws RecordProblem;

    /// Waits until the recording has ended, automatically or after [#stop], or until the time has passed.
    ///
    /// @param timeout maximum time to wait
    /// @return whether the recording has ended
    boolean awaitEnd(Duration timeout) throws RecordProblem, InterruptedException;

    /// Requests the end of the recording. Called at most once.
    void stop() throws RecordProblem;

    /// Reads the data that is not in the file yet. Called after the end.
    void read(TraceFile file) throws RecordProblem;

    /// Discards the recorded data.
    void discard();

    /// Copies the content of the buffers to a separate file while the recording continues. Can be called from any
    /// thread.
    ///
    /// @return the size of the copy in bytes
    default long snapshot(Path file) throws RecordProblem {
        throw new RecordProblem(RecordProblem.Kind.UNSUPPORTED, TargetTexts.NO_SNAPSHOTS);
    }

    /// Returns whether [#snapshot] is supported.
    default boolean canSnapshot() {
        return false;
    }

    /// Returns whether data is written to the file while it is recorded, so that it is kept if the target
    /// disconnects.
    default boolean savesWhileRecording() {
        return false;
    }

    /// Returns whether this recorder reports how full the buffers are, see [Listener#buffers].
    default boolean reportsBuffers() {
        return false;
    }

    /// Returns whether the recording can be displayed live, see [#setReadPeriod].
    default boolean canViewLive() {
        return savesWhileRecording();
    }

    /// Sets the period for reading data while the recording is displayed live. Has no effect unless [#canViewLive].
    /// Can be called from any thread.
    ///
    /// @param periodMs period in milliseconds; 0 for the period of the config
    default void setReadPeriod(long periodMs) {}

    /// Duration of the recording in milliseconds; 0 if it runs until stopped.
    long durationMs();

    @Override
    void close();
}
