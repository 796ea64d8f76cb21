package traceglass.ingest.perf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/// Header of a file: `struct perf_file_header` of tools/perf/util/header.h, or the short header of a pipe.
///
/// @param attrSize size of an entry in the section of event descriptions, in bytes
/// @param features numbers of the features that have a section after the data
record PerfHeader(boolean isBigEndian, boolean isPipe, long attrSize, Section attrs, Section data, BitSet features) {

    static final int PIPE_SIZE = 16;
    static final int FILE_SIZE = 104;
    static final int SECTION_SIZE = 16;
    private static final byte[] LITTLE = "PERFILE2".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BIG = "2ELIFREP".getBytes(StandardCharsets.US_ASCII);
    private static final int FEATURES_OFFSET = 72;

    /// Part of the file.
    record Section(long offset, long size) {

        /// Returns the offset after the section; `Long.MAX_VALUE` if it is out of range.
        long end() {
            long end = offset + size;
            return offset < 0 || size < 0 || end < 0 ? Long.MAX_VALUE : end;
        }
    }

    static boolean sniff(byte[] head) {
        return startsWith(head, LITTLE) || startsWith(head, BIG);
    }

    private static boolean startsWith(byte[] head, byte[] magic) {
        return head.length >= magic.length && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
    }

    /// Reads the header from the first bytes of the file; returns null if there are too few bytes.
    static PerfHeader of(byte[] head) {
        boolean isBigEndian = startsWith(head, BIG);
        RecordBytes in = new RecordBytes(isBigEndian);
        if (head.length < PIPE_SIZE) {
            return null;
        }
        if (in.i64(head, 8) == PIPE_SIZE) {
            Section none = new Section(PIPE_SIZE, 0);
            return new PerfHeader(isBigEndian, true, 0, none, none, new BitSet());
        }
        if (head.length < FILE_SIZE) {
            return null;
        }
        long[] bits = new long[4];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = in.i64(head, FEATURES_OFFSET + i * Long.BYTES);
        }
        return new PerfHeader(
                isBigEndian,
                false,
                in.i64(head, 16),
                section(in, head, 24),
                section(in, head, 40),
                BitSet.valueOf(isBigEndian ? ofBigEndian(bits) : bits));
    }

    /// Normalizes the feature bits, which recorders write as an array of `unsigned long`. On 32-bit machines,
    /// the two words of each pair are swapped; the feature `hostname` (3), which all files have, distinguishes
    /// the two cases.
    private static long[] ofBigEndian(long[] bits) {
        if ((bits[0] & 1 << 3) != 0) {
            return bits;
        }
        long[] exchanged = new long[bits.length];
        for (int i = 0; i < bits.length; i++) {
            exchanged[i] = Long.rotateLeft(bits[i], Integer.SIZE);
        }
        return (exchanged[0] & 1 << 3) != 0 ? exchanged : bits;
    }

    static Section section(RecordBytes in, byte[] b, int offset) {
        return new Section(in.i64(b, offset), in.i64(b, offset + Long.BYTES));
    }
}
