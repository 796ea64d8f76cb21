package traceglass.ingest.source;

import java.util.Arrays;

/// Container formats of traces, detected by their first bytes.
enum Container {
    NONE,
    GZIP,
    ZSTD,
    BZIP2,
    XZ,
    /// LZ4 frames, as written by its command line tool.
    LZ4,
    /// Has no magic number, so it is recognized by [Decompressors#brotliStart].
    BROTLI,
    ZIP,
    TAR,
    /// Output of `atrace -z`: text, a marker line, and text compressed with zlib.
    CTRACE;

    private static final byte[] CTRACE_MARK = {'T', 'R', 'A', 'C', 'E', ':', '\n'};
    /// Number of bytes at the start of the file that are searched for the marker.
    private static final int CTRACE_LOOKAHEAD = 4096;

    static Container of(byte[] head) {
        if (startsWith(head, 0, 0x1f, 0x8b)) {
            return GZIP;
        }
        if (startsWith(head, 0, 0x28, 0xb5, 0x2f, 0xfd)) {
            return ZSTD;
        }
        // The second magic number belongs to the first block.
        if (startsWith(head, 0, 'B', 'Z', 'h') && startsWith(head, 4, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59)) {
            return BZIP2;
        }
        if (startsWith(head, 0, 0xfd, '7', 'z', 'X', 'Z', 0)) {
            return XZ;
        }
        if (startsWith(head, 0, 0x04, 0x22, 0x4d, 0x18)) {
            return LZ4;
        }
        if (startsWith(head, 0, 'P', 'K', 3, 4) || startsWith(head, 0, 'P', 'K', 5, 6)) {
            return ZIP;
        }
        if (startsWith(head, 257, 'u', 's', 't', 'a', 'r')) {
            return TAR;
        }
        return compressedTextAt(head) >= 0 ? CTRACE : NONE;
    }

    /// Returns the offset of the compressed text after atrace's marker, or -1 if there is none.
    static int compressedTextAt(byte[] head) {
        for (int i = 0; i < Math.min(head.length, CTRACE_LOOKAHEAD) - CTRACE_MARK.length - 1; i++) {
            if (head[i] == CTRACE_MARK[0]
                    && Arrays.equals(head, i, i + CTRACE_MARK.length, CTRACE_MARK, 0, CTRACE_MARK.length)) {
                int offset = i + CTRACE_MARK.length;
                int level = head[offset + 1] & 0xff;
                boolean isZlib =
                        head[offset] == 0x78 && (level == 0x01 || level == 0x5e || level == 0x9c || level == 0xda);
                return isZlib ? offset : -1;
            }
        }
        return -1;
    }

    private static boolean startsWith(byte[] head, int offset, int... mark) {
        if (head.length < offset + mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((head[offset + i] & 0xff) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
