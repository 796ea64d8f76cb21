package traceglass.record.spi;

/// A recording that runs on its target independently of this program and is fetched later.
///
/// @param key name for users, unique on this computer
/// @param targetId see [RecordingTarget#id]
/// @param targetName display name of the target
/// @param pid process id of the recording process on the target
/// @param path the trace file on the target
/// @param startedMs start in milliseconds since the epoch
/// @param durationMs duration in milliseconds; 0 if it runs until it is fetched
public record DetachedRecording(
        String key, String targetId, String targetName, long pid, String path, long startedMs, long durationMs) {}
