package traceglass.record.ipc;

import java.util.List;

/// Hints for the user about what to do in case of a problem, one sentence each, and warnings.
///
/// @param absent hint if no producer offers a data source
/// @param lost hint if the connection is lost
/// @param noFtrace hint if kernel events are missing
/// @param first warnings for the start of the recording
public record RecordingHints(String absent, String lost, String noFtrace, List<String> first) {

    public RecordingHints(String absent, String connectionLost, String noFtrace) {
        this(absent, connectionLost, noFtrace, List.of());
    }

    /// Returns a copy with warnings for the start of the recording.
    public RecordingHints withWarnings(List<String> warnings) {
        return new RecordingHints(absent, lost, noFtrace, List.copyOf(warnings));
    }
}
