package traceglass.ingest.unwind;

/// Part of a file that is mapped into a process as code.
///
/// @param path path of the file on the traced machine, or a name such as `[vdso]` or `//anon`
/// @param buildId build id in hexadecimal; "" if unknown
/// @param start first address, unsigned
/// @param end address after the last one, unsigned
/// @param fileOffset offset of `start` in the file, in bytes
public record CodeMapping(String path, String buildId, long start, long end, long fileOffset) {

    static final String VDSO = "[vdso]";

    /// Returns whether the code is in a file rather than compiled at run time or of unknown origin.
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
