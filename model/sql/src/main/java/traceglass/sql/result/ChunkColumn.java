package traceglass.sql.result;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;
import org.jspecify.annotations.Nullable;

/// The values of one column of a chunk, copied from the database, so that they can be read while the connection is
/// being closed by another thread.
///
/// Layouts are those of DuckDB's C interface: numbers in the processor's byte order, a string as four bytes of length,
/// followed by up to twelve bytes of text or by four of its bytes and its address.
final class ChunkColumn {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final int STRING_BYTES = 16;
    private static final int MAX_INLINE_BYTES = 12;
    /// Longer texts, and all texts of a chunk beyond this many bytes, are copied only when they are read, so that they
    /// do not fill the heap.
    private static final int MAX_COPIED_BYTES = 1 << 14;
    private static final int MAX_COPIED_BYTES_OF_CHUNK = 1 << 20;
    private static final int HUGE_BYTES = 16;
    private static final BigInteger ULONG_RANGE = BigInteger.ONE.shiftLeft(Long.SIZE);

    /// Type of the values.
    private enum Kind {
        BOOLEAN,
        BYTE,
        SHORT,
        INT,
        LONG,
        UBYTE,
        USHORT,
        UINT,
        ULONG,
        HUGE,
        UHUGE,
        FLOAT,
        DOUBLE,
        DECIMAL,
        TEXT
    }

    private final Kind kind;
    private final DuckDBColumnType type;
    /// Decimal places of a DECIMAL column.
    private int scale;
    /// Bytes per value of a DECIMAL column.
    private int width;

    /// A bit for each row, which is 0 if the value is NULL; null if no value is.
    private long @Nullable [] valid;

    private long[] validWords = new long[0];
    /// Integers; the lower halves of wider ones; the addresses of texts.
    private long[] numbers = new long[0];
    /// Upper halves of integers of 128 bits.
    private long[] high = new long[0];
    private double[] reals = new double[0];
    private int[] offsets = new int[0];
    private int[] lengths = new int[0];
    private byte[] texts = new byte[1024];
    private int textBytes;
    /// The text that was decoded last, with its offset and length.
    private @Nullable String lastText;

    private int lastOffset;
    private int lastLength;
    private final TextBytes bytes = new TextBytes();
    private @Nullable DuckDBDataChunkReader chunk;

    ChunkColumn(String sqlType) {
        Kind found = kind(sqlType);
        if (found == null) {
            throw new IllegalArgumentException(sqlType);
        }
        kind = found;
        type = kind == Kind.TEXT
                ? DuckDBColumnType.VARCHAR
                : DuckDBColumnType.valueOf(kind == Kind.DECIMAL ? "DECIMAL" : sqlType);
        if (kind == Kind.DECIMAL) {
            int comma = sqlType.indexOf(',');
            int digits = Integer.parseInt(sqlType.substring("DECIMAL(".length(), comma));
            scale = Integer.parseInt(sqlType.substring(comma + 1, sqlType.length() - 1));
            width = digits <= 4 ? Short.BYTES : digits <= 9 ? Integer.BYTES : digits <= 18 ? Long.BYTES : HUGE_BYTES;
        }
    }

    /// Returns whether values of a type can be read.
    static boolean canRead(String sqlType) {
        return kind(sqlType) != null;
    }

    private static @Nullable Kind kind(String sqlType) {
        return switch (sqlType) {
            case "BOOLEAN" -> Kind.BOOLEAN;
            case "TINYINT" -> Kind.BYTE;
            case "SMALLINT" -> Kind.SHORT;
            case "INTEGER" -> Kind.INT;
            case "BIGINT" -> Kind.LONG;
            case "UTINYINT" -> Kind.UBYTE;
            case "USMALLINT" -> Kind.USHORT;
            case "UINTEGER" -> Kind.UINT;
            case "UBIGINT" -> Kind.ULONG;
            case "HUGEINT" -> Kind.HUGE;
            case "UHUGEINT" -> Kind.UHUGE;
            case "FLOAT" -> Kind.FLOAT;
            case "DOUBLE" -> Kind.DOUBLE;
            case "VARCHAR", "JSON" -> Kind.TEXT;
            // A list of decimals ends with `[]`.
            default -> sqlType.startsWith("DECIMAL(") && sqlType.endsWith(")") ? Kind.DECIMAL : null;
        };
    }

    /// Copies the values of a chunk, which must not be closed at the same time.
    ///
    /// @param source kept to read long texts
    void read(DuckDBDataChunkReader source, DuckDBReadableVector vector, int rows) throws SQLException {
        if (vector.getType() != type) {
            throw new SQLException("a column changed its type from " + type + " to " + vector.getType());
        }
        chunk = source;
        MemorySegment v = DriverVectors.values(vector);
        MemorySegment validity = DriverVectors.validity(vector);
        valid = null;
        if (validity != null) {
            int words = (rows + Long.SIZE - 1) / Long.SIZE;
            validWords = validWords.length < words ? new long[words] : validWords;
            valid = validWords;
            MemorySegment.copy(validity, LONG, 0, valid, 0, words);
        }
        switch (kind) {
            case FLOAT, DOUBLE -> readReals(v, rows);
            case TEXT -> readTexts(v, rows);
            default -> readNumbers(v, rows);
        }
    }

    private void readReals(MemorySegment v, int rows) {
        reals = reals.length < rows ? new double[rows] : reals;
        if (kind == Kind.DOUBLE) {
            MemorySegment.copy(v, ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, reals, 0, rows);
        } else {
            for (int i = 0; i < rows; i++) {
                reals[i] = v.get(ValueLayout.JAVA_FLOAT_UNALIGNED, (long) i * Float.BYTES);
            }
        }
    }

    private void readNumbers(MemorySegment v, int rows) {
        numbers = numbers.length < rows ? new long[rows] : numbers;
        switch (kind) {
            case LONG, ULONG -> readNumbers(v, rows, Long.BYTES);
            case INT -> readNumbers(v, rows, Integer.BYTES);
            case SHORT -> readNumbers(v, rows, Short.BYTES);
            case BYTE -> readNumbers(v, rows, 1);
            case HUGE, UHUGE -> readNumbers(v, rows, HUGE_BYTES);
            case DECIMAL -> readNumbers(v, rows, width);
            case UINT -> {
                readNumbers(v, rows, Integer.BYTES);
                mask(rows, 0xFFFF_FFFFL);
            }
            case USHORT -> {
                readNumbers(v, rows, Short.BYTES);
                mask(rows, 0xFFFF);
            }
            case UBYTE -> {
                readNumbers(v, rows, 1);
                mask(rows, 0xFF);
            }
            case BOOLEAN -> {
                readNumbers(v, rows, 1);
                mask(rows, 1);
            }
            case FLOAT, DOUBLE, TEXT -> throw new IllegalStateException();
        }
    }

    private void mask(int rows, long bits) {
        for (int i = 0; i < rows; i++) {
            numbers[i] &= bits;
        }
    }

    /// Copies signed integers.
    private void readNumbers(MemorySegment v, int rows, int size) {
        switch (size) {
            case 1 -> {
                for (int i = 0; i < rows; i++) {
                    numbers[i] = v.get(ValueLayout.JAVA_BYTE, i);
                }
            }
            case Short.BYTES -> {
                for (int i = 0; i < rows; i++) {
                    numbers[i] = v.get(ValueLayout.JAVA_SHORT_UNALIGNED, (long) i * Short.BYTES);
                }
            }
            case Integer.BYTES -> {
                for (int i = 0; i < rows; i++) {
                    numbers[i] = v.get(INT, (long) i * Integer.BYTES);
                }
            }
            case Long.BYTES -> MemorySegment.copy(v, LONG, 0, numbers, 0, rows);
            default -> {
                high = high.length < rows ? new long[rows] : high;
                for (int i = 0; i < rows; i++) {
                    numbers[i] = v.get(LONG, (long) i * HUGE_BYTES);
                    high[i] = v.get(LONG, (long) i * HUGE_BYTES + Long.BYTES);
                }
            }
        }
    }

    private void readTexts(MemorySegment v, int rows) throws SQLException {
        if (numbers.length < rows) {
            numbers = new long[rows];
            offsets = new int[rows];
            lengths = new int[rows];
        }
        textBytes = 0;
        lastText = null;
        for (int i = 0; i < rows; i++) {
            if (isNull(i)) {
                numbers[i] = 0;
                continue;
            }
            long offset = (long) i * STRING_BYTES;
            int length = v.get(INT, offset);
            if (length < 0) {
                throw new SQLException("a text has more than 2 GB");
            }
            lengths[i] = length;
            if (length <= MAX_INLINE_BYTES) {
                numbers[i] = 0;
                offsets[i] = copy(v, offset + Integer.BYTES, length);
                continue;
            }
            long address = v.get(LONG, offset + Long.BYTES);
            numbers[i] = address;
            // Rows with the same text often share its memory.
            boolean isSame = i > 0 && address == numbers[i - 1] && length == lengths[i - 1];
            boolean isCopied = length <= MAX_COPIED_BYTES && textBytes <= MAX_COPIED_BYTES_OF_CHUNK;
            offsets[i] = isSame ? offsets[i - 1] : isCopied ? copy(DriverVectors.memory(), address, length) : -1;
        }
    }

    /// Appends bytes to the texts; returns where they begin.
    private int copy(MemorySegment memory, long offset, int length) {
        if (texts.length - textBytes < length) {
            texts = Arrays.copyOf(texts, Math.max(textBytes + length, texts.length * 2));
        }
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, texts, textBytes, length);
        int start = textBytes;
        textBytes += length;
        return start;
    }

    boolean isNull(int row) {
        return valid != null && (valid[row >> 6] >>> (row & 63) & 1) == 0;
    }

    /// Returns a number that is not NULL.
    long number(int row) throws SQLException {
        return switch (kind) {
            case FLOAT, DOUBLE -> (long) reals[row];
            case DECIMAL -> decimal(row).longValue();
            case TEXT -> parse(row).longValue();
            default -> numbers[row];
        };
    }

    /// Returns a number that is not NULL.
    double real(int row) throws SQLException {
        return switch (kind) {
            case TEXT -> parse(row).doubleValue();
            case FLOAT, DOUBLE -> reals[row];
            case DECIMAL -> decimal(row).doubleValue();
            case HUGE, UHUGE, ULONG -> huge(row).doubleValue();
            default -> numbers[row];
        };
    }

    private BigDecimal parse(int row) throws SQLException {
        String text = string(row);
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw new SQLException("not a number: " + text, e);
        }
    }

    private BigDecimal decimal(int row) {
        return width == HUGE_BYTES ? new BigDecimal(wide(row, true), scale) : BigDecimal.valueOf(numbers[row], scale);
    }

    /// Returns an integer that is not NULL, as a Long if it fits, else as a BigInteger.
    Number huge(int row) {
        long low = numbers[row];
        return switch (kind) {
            case HUGE -> high[row] == low >> 63 ? (Number) low : wide(row, true);
            case UHUGE -> high[row] == 0 && low >= 0 ? (Number) low : wide(row, false);
            case ULONG -> low < 0 ? BigInteger.valueOf(low).add(ULONG_RANGE) : (Number) low;
            default -> numbers[row];
        };
    }

    /// Returns an integer of 128 bits.
    private BigInteger wide(int row, boolean isSigned) {
        BigInteger upper = BigInteger.valueOf(high[row]);
        BigInteger lower = BigInteger.valueOf(numbers[row]);
        lower = lower.signum() < 0 ? lower.add(ULONG_RANGE) : lower;
        upper = !isSigned && upper.signum() < 0 ? upper.add(ULONG_RANGE) : upper;
        return upper.shiftLeft(Long.SIZE).add(lower);
    }

    boolean isText() {
        return kind == Kind.TEXT;
    }

    /// Returns a text that is not NULL. Its bytes are valid until the next call.
    ///
    /// @throws SQLException if the connection was closed
    TextBytes text(int row) throws SQLException {
        if (offsets[row] < 0) {
            bytes.set(longText(row), 0, lengths[row]);
        } else {
            bytes.set(texts, offsets[row], lengths[row]);
        }
        return bytes;
    }

    private byte[] longText(int row) throws SQLException {
        byte[] copy = new byte[lengths[row]];
        DriverVectors.read(
                chunk,
                () -> MemorySegment.copy(
                        DriverVectors.memory(), ValueLayout.JAVA_BYTE, numbers[row], copy, 0, copy.length));
        return copy;
    }

    /// Returns any value that is not NULL as text.
    ///
    /// @throws SQLException if the connection was closed
    String string(int row) throws SQLException {
        if (kind != Kind.TEXT) {
            return object(row).toString();
        }
        int offset = offsets[row];
        if (offset < 0) {
            return new String(longText(row), StandardCharsets.UTF_8);
        }
        // Rows that share memory have the same offset. An empty text has that of the text after it.
        if (lastText == null || offset != lastOffset || lengths[row] != lastLength) {
            lastText = new String(texts, offset, lengths[row], StandardCharsets.UTF_8);
            lastOffset = offset;
            lastLength = lengths[row];
        }
        return lastText;
    }

    /// Returns a value that is not NULL as the driver's object.
    Object object(int row) throws SQLException {
        return switch (kind) {
            case BOOLEAN -> numbers[row] != 0;
            case BYTE -> (byte) numbers[row];
            case SHORT, UBYTE -> (short) numbers[row];
            case INT, USHORT -> (int) numbers[row];
            case LONG, UINT -> numbers[row];
            case ULONG, HUGE, UHUGE -> huge(row) instanceof BigInteger wide ? wide : BigInteger.valueOf(numbers[row]);
            case FLOAT -> (float) reals[row];
            case DOUBLE -> reals[row];
            case DECIMAL -> decimal(row);
            case TEXT -> string(row);
        };
    }
}
