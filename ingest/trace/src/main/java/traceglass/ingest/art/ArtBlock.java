package traceglass.ingest.art;

/// A block of compressed records of one thread, in one of two layouts. In both, each number is stored as the difference
/// from the same number in the previous record, in LEB128.
final class ArtBlock {

    private static final int ACTION_MASK = 3;
    private static final int MAX_SHIFT = 70;

    /// Order and content of a record's numbers.
    enum Layout {
        /// Time and action, CPU time if there is one, and the method if it is entered. Times are in ticks of a
        /// counter (runtime/trace_profile.cc).
        TIME_FIRST,
        /// Method and action, time since the start and CPU time of the thread if there is one, in ns
        /// (runtime/trace.cc).
        METHOD_FIRST
    }

    private final byte[] bytes;
    private int position;
    private boolean isTruncated;

    ArtBlock(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasNext() {
        return position < bytes.length;
    }

    /// Returns whether the block ended within a number.
    boolean isTruncated() {
        return isTruncated;
    }

    /// Reads a signed LEB128 number.
    long readSigned() {
        return read(true);
    }

    /// Reads an unsigned LEB128 number.
    long readUnsigned() {
        return read(false);
    }

    private long read(boolean isSigned) {
        long value = 0;
        int shift = 0;
        int b;
        do {
            if (position == bytes.length || shift >= MAX_SHIFT) {
                isTruncated = true;
                return 0;
            }
            b = bytes[position++];
            if (shift < Long.SIZE) {
                value |= (long) (b & 0x7F) << shift;
            }
            shift += 7;
        } while ((b & 0x80) != 0);
        return isSigned && shift < Long.SIZE && (b & 0x40) != 0 ? value | -1L << shift : value;
    }

    /// Returns whether a block consists of exactly this number of valid records.
    static boolean fits(Layout layout, byte[] bytes, int count, boolean isDual) {
        ArtBlock block = new ArtBlock(bytes);
        long last = 0;
        for (int i = 0; i < count && !block.isTruncated; i++) {
            last += block.readSigned();
            if ((last & ACTION_MASK) == ACTION_MASK) {
                return false;
            }
            if (layout == Layout.METHOD_FIRST || isDual) {
                block.readSigned();
            }
            if (layout == Layout.METHOD_FIRST ? isDual : (last & ACTION_MASK) == ArtEvents.ENTER) {
                block.readSigned();
            }
        }
        return !block.isTruncated && !block.hasNext();
    }
}
