package traceglass.ingest.unwind;

/// Part of a file that is mapped into a process as code.
///
/// @param path of the file on the machine of the trace, or a name such as `[vdso]` or `//anon`
/// @param buildId in hexadecimal, "" if unknown
/// @param start first address, unsigned
/// @param end address after the last, unsigned
/// @param fileOffset offset of `start` in the file
public record CodeMapping(String path, String buildId, long start, long end, long fileOffset) {

    static final String VDSO = "[vdso]";

    /// Returns whether the code is from a file, and not compiled at run time or of unknown origin.
    boolean isFile() {
        return path.equals(VDSO)
                || path.startsWith("/")
                        && !path.startsWith("//")
                        && !path.startsWith("/memfd:")
                        && !path.startsWith("/dev/")
                        && !path.startsWith("/SYSV")
                        && !path.startsWith("/tmp/perf-");
    }
}
