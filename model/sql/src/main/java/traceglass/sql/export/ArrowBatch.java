package traceglass.sql.export;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.TextBytes;

/// One column of a record batch in Arrow's layout: a bitmap of valid rows, offsets of strings, values.
final class ArrowBatch {

    /// Rows per record batch.
    static final int ROWS = 1 << 16;

    private final ResultColumn.Type type;
    private final byte[] valid = new byte[ROWS / 8];
    private final ByteBuffer numbers;
    private byte[] texts = new byte[1024];
    private int textBytes;
    private int nulls;

    ArrowBatch(ResultColumn.Type type) {
        this.type = type;
        int size = isText() ? (ROWS + 1) * Integer.BYTES : ROWS * Long.BYTES;
        numbers = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        clear();
    }

    boolean isText() {
        return switch (type) {
            case LONG, BOOLEAN, DOUBLE -> false;
            default -> true;
        };
    }

    void clear() {
        Arrays.fill(valid, (byte) 0);
        numbers.clear();
        textBytes = 0;
        nulls = 0;
        if (isText()) {
            numbers.putInt(0);
        }
    }

    /// Adds the value of the current row.
    void add(ResultCursor cursor, int column, int row) throws QueryException {
        boolean isNull;
        switch (type) {
            case LONG, BOOLEAN -> {
                long value = cursor.getLong(column);
                isNull = cursor.wasNull();
                numbers.putLong(isNull ? 0 : value);
            }
            case DOUBLE -> {
                double value = cursor.getDouble(column);
                isNull = cursor.wasNull();
                numbers.putDouble(isNull ? 0 : value);
            }
            case TEXT -> {
                TextBytes text = cursor.getText(column);
                isNull = text == null;
                if (text != null) {
                    int from = reserve(text.length());
                    text.copyTo(texts, from);
                }
                numbers.putInt(textBytes);
            }
            default -> {
                byte[] bytes =
                        type == ResultColumn.Type.BLOB ? cursor.getBytes(column) : utf8(cursor.getString(column));
                isNull = bytes == null;
                if (bytes != null) {
                    int from = reserve(bytes.length);
                    System.arraycopy(bytes, 0, texts, from, bytes.length);
                }
                numbers.putInt(textBytes);
            }
        }
        if (isNull) {
            nulls++;
        } else {
            valid[row >> 3] |= (byte) (1 << (row & 7));
        }
    }

    /// Makes room for a text; returns where it begins.
    private int reserve(int length) {
        if (texts.length - textBytes < length) {
            texts = Arrays.copyOf(texts, Math.max(Math.addExact(textBytes, length), texts.length * 2));
        }
        int start = textBytes;
        textBytes += length;
        return start;
    }

    private static byte[] utf8(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    int nulls() {
        return nulls;
    }

    /// Returns the size of the strings so far, in bytes.
    int textBytes() {
        return textBytes;
    }

    /// Returns the buffers for this number of rows.
    ByteBuffer[] buffers(int rows) {
        ByteBuffer validity = ByteBuffer.wrap(valid, 0, (rows + 7) / 8);
        ByteBuffer values = ByteBuffer.wrap(numbers.array(), 0, numbers.position());
        return isText()
                ? new ByteBuffer[] {validity, values, ByteBuffer.wrap(texts, 0, textBytes)}
                : new ByteBuffer[] {validity, values};
    }
}
