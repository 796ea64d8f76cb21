package traceglass.record.spi;

/// A recording that goes on by itself on its target, whatever becomes of this program, and is fetched later.
///
/// @param key what people call it, unique on this computer
/// @param targetId where it runs, see [RecordingTarget#id]
/// @param targetName what people call that
/// @param pid the process that records, on the target
/// @param path the file that it writes, on the target
/// @param startedMs when it began, in milliseconds since 1970
/// @param durationMs how long it takes, 0 if until it is fetched
public record Detached(
        String key, String targetId, String targetName, long pid, String path, long startedMs, long durationMs) {}
