package traceglass.store.table;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Packs the arrays of a chunk into fewer bytes and unpacks them. Timestamps in a chunk are within seconds and
/// ids within thousands of each other: most columns need 1 to 4 bytes per value instead of 4 or 8, and many contain
/// only one value.
///
/// An instance is used by one thread to pack; unpacking is static.
public final class ColumnPacker {

    private static final long BYTE_CODES = 0xFF;
    private static final long SHORT_CODES = 0xFFFF;
    private static final long INT_CODES = 0xFFFF_FFFFL;

    private final long[] scratch = new long[Table.CHUNK_ROWS];

    /// A column of integers as unsigned offsets from the smallest value. All bits set mean NULL.
    ///
    /// @param base the smallest value
    /// @param codes `byte[]`, `short[]` or `int[]`; null if all values are `base`
    private record PackedIntegers(long base, @Nullable Object codes) {}

    /// Packs the first `rows` values of a column's array.
    Object pack(Object column, ColumnType type, int rows) {
        return switch (type) {
            case LONG -> column == LongColumn.ALL_NULL ? column : packLongs((long[]) column, rows);
            case INT -> column == IntColumn.ALL_NULL ? column : packInts((int[]) column, rows, true);
            // The NULL id is treated like the others.
            case STRING -> column == IntColumn.ALL_NULL_STRINGS ? column : packInts((int[]) column, rows, false);
            case DOUBLE -> column == DoubleColumn.ALL_NULL ? column : packDoubles((double[]) column, rows);
            case BLOB -> column;
        };
    }

    /// Returns the approximate size in bytes of a packed column.
    static long bytes(Object packed) {
        return switch (packed) {
            case PackedIntegers n when n.codes instanceof byte[] b -> b.length;
            case PackedIntegers n when n.codes instanceof short[] s -> 2L * s.length;
            case PackedIntegers n when n.codes instanceof int[] i -> 4L * i.length;
            case BlobChunk b when b != BlobChunk.ALL_NULL -> b.size();
            case long[] l when l != LongColumn.ALL_NULL -> 8L * l.length;
            case double[] d when d != DoubleColumn.ALL_NULL -> 8L * d.length;
            case int[] i when i != IntColumn.ALL_NULL && i != IntColumn.ALL_NULL_STRINGS -> 4L * i.length;
            default -> 0;
        };
    }

    /// Returns the values of a packed column as an array of the column's type; blobs are returned unchanged.
    ///
    /// @param reusable an array that this method returned for another chunk of the same column, to be reused; or
    ///     null
    static Object unpack(Object packed, ColumnType type, int rows, @Nullable Object reusable) {
        if (!(packed instanceof PackedIntegers numbers)) {
            return packed;
        }
        return switch (type) {
            case LONG -> {
                long[] to = reusable instanceof long[] l && l != LongColumn.ALL_NULL && l.length >= rows
                        ? l
                        : new long[Table.CHUNK_ROWS];
                unpack(numbers, rows, to, LongColumn.NULL);
                yield to;
            }
            case INT, STRING -> {
                int[] to = reusable instanceof int[] i
                                && i != IntColumn.ALL_NULL
                                && i != IntColumn.ALL_NULL_STRINGS
                                && i.length >= rows
                        ? i
                        : new int[Table.CHUNK_ROWS];
                unpack(numbers, rows, to);
                yield to;
            }
            case DOUBLE -> {
                double[] to = reusable instanceof double[] d && d != DoubleColumn.ALL_NULL && d.length >= rows
                        ? d
                        : new double[Table.CHUNK_ROWS];
                unpack(numbers, rows, to);
                yield to;
            }
            case BLOB -> throw new IllegalStateException("blobs are not numbers");
        };
    }

    private Object packLongs(long[] column, int rows) {
        System.arraycopy(column, 0, scratch, 0, rows);
        Object packed = numbers(rows, INT_CODES);
        return packed != null ? packed : Arrays.copyOf(column, rows);
    }

    private Object packInts(int[] column, int rows, boolean hasNull) {
        for (int i = 0; i < rows; i++) {
            int value = column[i];
            scratch[i] = hasNull && value == IntColumn.NULL ? LongColumn.NULL : value;
        }
        Object packed = numbers(rows, SHORT_CODES);
        return packed != null ? packed : Arrays.copyOf(column, rows);
    }

    /// Packs doubles. Counters mostly contain integers, which are packed as such if that is lossless.
    private Object packDoubles(double[] column, int rows) {
        for (int i = 0; i < rows; i++) {
            double value = column[i];
            long integer = (long) value;
            // Long.MIN_VALUE means NULL here.
            if (integer != LongColumn.NULL
                    && Double.doubleToRawLongBits(integer) == Double.doubleToRawLongBits(value)) {
                scratch[i] = integer;
            } else if (DoubleColumn.isNull(value)) {
                scratch[i] = LongColumn.NULL;
            } else {
                return Arrays.copyOf(column, rows);
            }
        }
        Object packed = numbers(rows, INT_CODES);
        return packed != null ? packed : Arrays.copyOf(column, rows);
    }

    /// Packs the values in [#scratch]; returns null if that takes more than `maximum` codes.
    private @Nullable PackedIntegers numbers(int rows, long maximum) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        boolean hasNulls = false;
        for (int i = 0; i < rows; i++) {
            long value = scratch[i];
            if (value == LongColumn.NULL) {
                hasNulls = true;
            } else {
                min = Math.min(min, value);
                max = Math.max(max, value);
            }
        }
        if (max < min) {
            // Only NULL, which is the last code.
            min = max = 0;
        }
        long range = max - min;
        if (range == 0 && !hasNulls) {
            return new PackedIntegers(min, null);
        }
        if (Long.compareUnsigned(range, maximum) >= 0) {
            return null;
        }
        if (range < BYTE_CODES) {
            return new PackedIntegers(min, byteCodes(rows, min));
        }
        return new PackedIntegers(min, range < SHORT_CODES ? shortCodes(rows, min) : intCodes(rows, min));
    }

    private byte[] byteCodes(int rows, long base) {
        byte[] codes = new byte[rows];
        for (int i = 0; i < rows; i++) {
            codes[i] = (byte) (scratch[i] == LongColumn.NULL ? BYTE_CODES : scratch[i] - base);
        }
        return codes;
    }

    private short[] shortCodes(int rows, long base) {
        short[] codes = new short[rows];
        for (int i = 0; i < rows; i++) {
            codes[i] = (short) (scratch[i] == LongColumn.NULL ? SHORT_CODES : scratch[i] - base);
        }
        return codes;
    }

    private int[] intCodes(int rows, long base) {
        int[] codes = new int[rows];
        for (int i = 0; i < rows; i++) {
            codes[i] = (int) (scratch[i] == LongColumn.NULL ? INT_CODES : scratch[i] - base);
        }
        return codes;
    }

    private static void unpack(PackedIntegers numbers, int rows, long[] to, long nullValue) {
        long base = numbers.base;
        switch (numbers.codes) {
            case byte[] codes -> {
                for (int i = 0; i < rows; i++) {
                    long code = codes[i] & BYTE_CODES;
                    to[i] = code == BYTE_CODES ? nullValue : base + code;
                }
            }
            case short[] codes -> {
                for (int i = 0; i < rows; i++) {
                    long code = codes[i] & SHORT_CODES;
                    to[i] = code == SHORT_CODES ? nullValue : base + code;
                }
            }
            case int[] codes -> {
                for (int i = 0; i < rows; i++) {
                    long code = codes[i] & INT_CODES;
                    to[i] = code == INT_CODES ? nullValue : base + code;
                }
            }
            case null, default -> Arrays.fill(to, 0, rows, base);
        }
    }

    private static void unpack(PackedIntegers numbers, int rows, int[] to) {
        int base = (int) numbers.base;
        switch (numbers.codes) {
            case byte[] codes -> {
                for (int i = 0; i < rows; i++) {
                    int code = codes[i] & (int) BYTE_CODES;
                    to[i] = code == BYTE_CODES ? IntColumn.NULL : base + code;
                }
            }
            case short[] codes -> {
                for (int i = 0; i < rows; i++) {
                    int code = codes[i] & (int) SHORT_CODES;
                    to[i] = code == SHORT_CODES ? IntColumn.NULL : base + code;
                }
            }
            case null, default -> Arrays.fill(to, 0, rows, base);
        }
    }

    private static void unpack(PackedIntegers numbers, int rows, double[] to) {
        long[] integers = new long[rows];
        unpack(numbers, rows, integers, LongColumn.NULL);
        for (int i = 0; i < rows; i++) {
            to[i] = integers[i] == LongColumn.NULL ? DoubleColumn.NULL : integers[i];
        }
    }
}
