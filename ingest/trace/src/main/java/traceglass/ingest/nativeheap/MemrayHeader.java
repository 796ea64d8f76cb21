package traceglass.ingest.nativeheap;

import java.io.IOException;

/// Header of a memray recording.
///
/// @param version format version
/// @param python Python version as `PY_VERSION_HEX`, 0 if unknown
/// @param hasNative whether allocations have native stacks
/// @param isAggregate whether the file contains totals instead of individual allocations
/// @param startMs start time in ms since 1970
record MemrayHeader(
        int version, int python, boolean hasNative, boolean isAggregate, long startMs, String command, int pid) {

    static final int OLDEST = 11;
    static final int NEWEST = 13;
    /// First version with code objects and compact allocation records.
    static final int COMPACT = 12;
    private static final int WITH_PATHS = 13;
    private static final int MAGIC_LENGTH = 7;
    private static final int MAX_PATHS = 100_000;

    /// Reads the magic number and the version.
    static int version(MemrayInput in) throws IOException {
        for (int i = 0; i < MAGIC_LENGTH; i++) {
            in.u1();
        }
        return in.s4();
    }

    /// Reads the fields after the version.
    static MemrayHeader read(MemrayInput in, int version) throws IOException {
        int python = version >= COMPACT ? in.s4() : 0;
        boolean hasNative = in.u1() != 0;
        boolean isAggregate = in.u1() != 0;
        // Skip the numbers of allocations and frames.
        in.s8();
        in.s8();
        long start = in.s8();
        in.s8();
        String command = in.text();
        int pid = in.s4();
        // Skip the main thread id, the number of skipped frames, the kind of allocator, and whether the allocator is
        // traced.
        in.s8();
        in.s8();
        in.u1();
        in.u1();
        if (version >= COMPACT) {
            in.u1();
        }
        if (version >= WITH_PATHS) {
            // Skip the folder of the standard library and two lists of folders, each terminated by an empty string.
            in.text();
            for (int list = 0; list < 2; list++) {
                int paths = 0;
                while (!in.text().isEmpty() && paths < MAX_PATHS) {
                    paths++;
                }
            }
        }
        return new MemrayHeader(version, python, hasNative, isAggregate, start, command, pid);
    }
}
