package traceglass.ingest.perf;

/// Part of a file mapped into the memory of a process.
///
/// @param end address after the last
/// @param fileOffset offset in the file of `start`
/// @param buildIdHex build id of the file in hexadecimal, empty if unknown
public record CodeMapping(long start, long end, long fileOffset, String path, String buildIdHex) {}
