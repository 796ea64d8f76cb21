package traceglass.record;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.SourceState;

/// What is to be seen of a recording at one moment. Immutable.
///
/// @param state where it stands
/// @param beginsInMs until it begins to record, where it was asked to wait; else 0
/// @param elapsedMs since data was first recorded; stands still from the end of the recording on
/// @param durationMs how long it is to record, 0 if until it is stopped
/// @param fileBytes written to the file so far
/// @param file where the trace goes
/// @param buffers the buffers of the service, as last heard; empty if it does not tell
/// @param sources the data sources, in the order of the config
/// @param log all lines so far
/// @param snapshots files of snapshots, oldest first
/// @param problem why it failed, or null
public record SessionView(
        SessionState state,
        long beginsInMs,
        long elapsedMs,
        long durationMs,
        long fileBytes,
        Path file,
        List<BufferFill> buffers,
        List<SourceState> sources,
        List<LogEntry> log,
        List<Path> snapshots,
        @Nullable RecordProblem problem) {

    /// Milliseconds until it ends by itself, or -1 when it does not.
    public long leftMs() {
        return durationMs <= 0 ? -1 : Math.max(0, durationMs - elapsedMs);
    }

    /// Bytes that data sources have written to the buffers.
    public long producedBytes() {
        return buffers.stream().mapToLong(BufferFill::writtenBytes).sum();
    }

    /// Packets that got lost on their way into a buffer.
    public long lostPackets() {
        return buffers.stream().mapToLong(BufferFill::lostPackets).sum();
    }

    /// Whether there is a trace to open: complete, or what had arrived.
    public boolean hasTrace() {
        return state.isEnd() && state != SessionState.CANCELLED && fileBytes > 0;
    }
}
