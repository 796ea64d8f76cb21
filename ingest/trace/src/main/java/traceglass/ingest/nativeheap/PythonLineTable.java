package traceglass.ingest.nativeheap;

/// Line number table of a Python function (`co_linetable`), which maps instruction offsets to lines. Source:
/// `Objects/locations.md` of CPython for 3.11 and later, `Objects/lnotab_notes.txt` for earlier versions.
final class PythonLineTable {

    private static final int FIRST_WITH_LOCATIONS = 0x030b0000;
    private static final int FIRST_WITH_RANGES = 0x030a0000;
    private static final int NO_LOCATION = 15;
    private static final int LONG = 14;
    private static final int NO_COLUMN = 13;
    private static final int FIRST_SHORT_LINE = 10;
    private static final int NO_LINE = -128;

    private final byte[] table;
    private int position;

    private PythonLineTable(byte[] table) {
        this.table = table;
    }

    /// Returns the line of an instruction.
    ///
    /// @param version Python version as `PY_VERSION_HEX`
    /// @param offset offset of the instruction in bytes; in Python 3.10, the index of the instruction
    /// @param first first line of the function, returned if the table does not contain the instruction
    static long line(int version, byte[] table, long offset, long first) {
        PythonLineTable lines = new PythonLineTable(table);
        return version >= FIRST_WITH_LOCATIONS
                ? lines.byLocation(offset, first)
                : version >= FIRST_WITH_RANGES ? lines.byRange(offset * 2, first) : lines.byStep(offset, first);
    }

    private int next() {
        return position < table.length ? table[position++] & 0xff : 0;
    }

    /// Reads a number stored in groups of 6 bits, lowest first.
    private long varint() {
        long value = 0;
        int shift = 0;
        int b = next();
        while ((b & 0x40) != 0 && shift < 30) {
            value |= (long) (b & 0x3f) << shift;
            shift += 6;
            b = next();
        }
        return value | (long) (b & 0x3f) << shift;
    }

    private long signedVarint() {
        long value = varint();
        return (value & 1) != 0 ? -(value >>> 1) : value >>> 1;
    }

    private long byLocation(long offset, long first) {
        long line = first;
        long end = 0;
        while (position < table.length) {
            int head = next();
            int code = head >> 3 & 15;
            end += ((head & 7) + 1) * 2L;
            switch (code) {
                case NO_LOCATION -> {}
                case LONG -> {
                    line += signedVarint();
                    varint();
                    varint();
                    varint();
                }
                case NO_COLUMN -> line += signedVarint();
                default -> {
                    if (code >= FIRST_SHORT_LINE) {
                        line += code - FIRST_SHORT_LINE;
                        next();
                    }
                    next();
                }
            }
            if (end > offset) {
                return line;
            }
        }
        return first;
    }

    private long byRange(long offset, long first) {
        long line = first;
        long end = 0;
        while (position + 1 < table.length) {
            end += next();
            int delta = (byte) next();
            line += delta == NO_LINE ? 0 : delta;
            if (end > offset) {
                return line;
            }
        }
        return first;
    }

    private long byStep(long offset, long first) {
        long line = first;
        long start = 0;
        while (position + 1 < table.length) {
            start += next();
            if (start > offset) {
                return line;
            }
            line += (byte) next();
        }
        return line;
    }
}
