package traceglass.record.spi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// One way to record from one target, for one recording. [Session] calls these in order, on its own thread, except
/// where another thread is named; each method ends in time or throws.
public interface Recorder extends AutoCloseable {

    /// What a recorder tells while it works. All may be called by any thread.
    interface Listener {

        void log(LogEntry.Level level, String text);

        void buffers(List<BufferFill> fills);

        void source(SourceState state);

        /// Something on the target asks for a copy of what the buffers hold now.
        void snapshotWanted();
    }

    /// Sends the config; when it returns, data is being recorded.
    ///
    /// @param file what arrives while it records goes here
    void start(TraceFile file, Listener listener) throws RecordProblem;

    /// Waits for the end of the recording: by itself, or asked for.
    ///
    /// @return whether it has ended
    boolean awaitEnd(Duration patience) throws RecordProblem, InterruptedException;

    /// Asks for the end of the recording, once.
    void stop() throws RecordProblem;

    /// After the end: brings what is not in the file yet.
    void read(TraceFile file) throws RecordProblem;

    /// Throws away what was recorded.
    void discard();

    /// Copies what the buffers hold to a file of its own while the recording goes on. Called by any thread.
    default long snapshot(Path file) throws RecordProblem {
        throw new RecordProblem(
                RecordProblem.Kind.UNSUPPORTED, "This target cannot make a snapshot. Stop the recording instead.");
    }

    /// Whether [#snapshot] can work.
    default boolean canSnapshot() {
        return false;
    }

    /// How long the recording takes by itself, in milliseconds; 0: until it is stopped.
    long durationMs();

    @Override
    void close();
}
