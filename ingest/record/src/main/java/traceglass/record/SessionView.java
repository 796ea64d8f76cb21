package traceglass.record;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.SourceState;

/// Snapshot of a recording's state for display. Immutable.
///
/// @param state state of the recording
/// @param startsInMs milliseconds until recording starts if a delay was requested; else 0
/// @param elapsedMs milliseconds since the first data was recorded; constant once the recording has ended
/// @param durationMs requested duration in milliseconds; 0 if the recording runs until it is stopped
/// @param savesWhileRecording whether data is written to the file during the recording, not only at its end
/// @param reportsBuffers whether the state of the buffers is or will be known
/// @param fileBytes bytes written to the file so far
/// @param file the trace file
/// @param buffers last known state of the service's buffers; empty if the service does not report it
/// @param sources the data sources, in the order of the config
/// @param log all lines so far
/// @param snapshots snapshot files, oldest first
/// @param problem the reason for the failure, or null
public record SessionView(
        SessionState state,
        long startsInMs,
        long elapsedMs,
        long durationMs,
        boolean savesWhileRecording,
        boolean reportsBuffers,
        long fileBytes,
        Path file,
        List<BufferFill> buffers,
        List<SourceState> sources,
        List<LogEntry> log,
        List<Path> snapshots,
        @Nullable RecordProblem problem) {

    /// Returns the milliseconds until the requested duration is over, or -1 if none was requested.
    public long remainingMs() {
        return durationMs <= 0 ? -1 : Math.max(0, durationMs - elapsedMs);
    }

    /// Bytes that data sources have written to the buffers.
    public long producedBytes() {
        return buffers.stream().mapToLong(BufferFill::writtenBytes).sum();
    }

    /// Packets lost before they reached a buffer.
    public long lostPackets() {
        return buffers.stream().mapToLong(BufferFill::lostPackets).sum();
    }

    /// Returns whether there is a trace to open, complete or partial.
    public boolean hasTrace() {
        return state.isFinal() && state != SessionState.CANCELED && fileBytes > 0;
    }
}
