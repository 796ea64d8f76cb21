package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.engine.CellSink;
import traceglass.protos.processor.QueryResult.CellsBatch;
import traceglass.protos.processor.QueryResult.CellsBatch.CellType;

/// Collects rows for one `QueryResult.CellsBatch`: a byte for the type of each cell, then the values by type.
final class CellBatch implements CellSink<ByteString> {

    /// Field `is_last_batch`, which is appended to the message with the last rows.
    static final ByteString LAST = ByteString.copyFrom(new byte[] {CellsBatch.IS_LAST_BATCH_FIELD_NUMBER << 3, 1});

    private static final int MAX_CELLS = 50_000;
    private static final int MAX_BYTES = 128 << 10;
    private static final int CELLS = CellsBatch.CELLS_FIELD_NUMBER;
    private static final int VARINTS = CellsBatch.VARINT_CELLS_FIELD_NUMBER;
    private static final int DOUBLES = CellsBatch.FLOAT64_CELLS_FIELD_NUMBER;
    private static final int BLOBS = CellsBatch.BLOB_CELLS_FIELD_NUMBER;
    private static final int STRINGS = CellsBatch.STRING_CELLS_FIELD_NUMBER;
    private static final int MAX_VARINT_BYTES = 10;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /// Bits that mark all bytes of a varint but the last, in eight bytes.
    private static final long CONTINUATION_BITS = 0x8080_8080_8080_8080L;
    private static final int NULL = CellType.CELL_NULL_VALUE;
    private static final int VARINT = CellType.CELL_VARINT_VALUE;
    private static final int FLOAT64 = CellType.CELL_FLOAT64_VALUE;
    private static final int STRING = CellType.CELL_STRING_VALUE;
    private static final int BLOB = CellType.CELL_BLOB_VALUE;

    private byte[] cells = new byte[4096];
    private int cellCount;
    private byte[] varints = new byte[4096];
    private int varintBytes;
    private double[] doubles = new double[1024];
    private int doubleCount;
    /// Consecutive strings, each followed by a NUL.
    private byte[] texts = new byte[MAX_BYTES];

    private int textBytes;
    private final List<byte[]> blobs = new ArrayList<>();
    private int blobBytes;
    /// Sizes of the complete rows.
    private Counts rows = Counts.NONE;

    private record Counts(int cells, int varintBytes, int doubles, int textBytes, int blobs) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0);
    }

    @Override
    public void addNull() {
        addCell(NULL);
    }

    @Override
    public void addLong(long value) {
        addCell(VARINT);
        if (varintBytes + MAX_VARINT_BYTES > varints.length) {
            varints = Arrays.copyOf(varints, varints.length * 2);
        }
        varintBytes += putVarint(varints, varintBytes, value);
    }

    /// Writes a varint. Its first eight seven-bit groups are spread over eight bytes at once, so up to ten bytes from
    /// the offset are overwritten.
    ///
    /// @return number of its bytes
    private static int putVarint(byte[] target, int offset, long value) {
        long groups = value & 0xFF_FFFF_FFFF_FFFFL;
        groups = groups & 0xFFF_FFFFL | (groups & 0xFF_FFFF_F000_0000L) << 4;
        groups = groups & 0x3FFF_0000_3FFFL | (groups & 0xFFF_C000_0FFF_C000L) << 2;
        groups = groups & 0x7F_007F_007F_007FL | (groups & 0x3F80_3F80_3F80_3F80L) << 1;
        int length = (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
        if (length <= Long.BYTES) {
            long last = 1L << (length - 1) * Byte.SIZE;
            LONG.set(target, offset, groups | CONTINUATION_BITS & last - 1);
        } else {
            LONG.set(target, offset, groups | CONTINUATION_BITS);
            int rest = (int) (value >>> 56);
            target[offset + 8] = (byte) (length == 9 ? rest : rest | 0x80);
            target[offset + 9] = (byte) (rest >>> 7);
        }
        return length;
    }

    @Override
    public void addDouble(double value) {
        addCell(FLOAT64);
        if (doubleCount == doubles.length) {
            doubles = Arrays.copyOf(doubles, doubleCount * 2);
        }
        doubles[doubleCount++] = value;
    }

    @Override
    public void addText(byte[] utf8, int offset, int length) {
        addCell(STRING);
        // A NUL would end the string for readers and shift all later strings.
        for (int i = offset; i < offset + length; i++) {
            if (utf8[i] == 0) {
                byte[] safe = new String(utf8, offset, length, StandardCharsets.UTF_8)
                        .replace('\0', '\uFFFD')
                        .getBytes(StandardCharsets.UTF_8);
                append(safe, 0, safe.length);
                return;
            }
        }
        append(utf8, offset, length);
    }

    private void append(byte[] utf8, int offset, int length) {
        if (textBytes + length >= texts.length) {
            texts = Arrays.copyOf(texts, Math.max(Math.addExact(textBytes, length + 1), texts.length * 2));
        }
        System.arraycopy(utf8, offset, texts, textBytes, length);
        textBytes += length;
        texts[textBytes++] = 0;
    }

    @Override
    public void addBytes(byte[] value) {
        addCell(BLOB);
        blobs.add(value);
        blobBytes += value.length + 4;
    }

    @Override
    public boolean endRow() {
        int columns = cellCount - rows.cells;
        rows = new Counts(cellCount, varintBytes, doubleCount, textBytes, blobs.size());
        return cellCount + columns > MAX_CELLS || size() >= MAX_BYTES;
    }

    private void addCell(int type) {
        if (cellCount == cells.length) {
            cells = Arrays.copyOf(cells, cellCount * 2);
        }
        cells[cellCount++] = (byte) type;
    }

    /// Returns the rows as a message and starts the next one.
    @Override
    public ByteString takeBatch() {
        byte[] bytes = new byte[size()];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            if (rows.textBytes > 0) {
                out.writeByteArray(STRINGS, texts, 0, rows.textBytes);
            }
            if (rows.cells > 0) {
                out.writeByteArray(CELLS, cells, 0, rows.cells);
            }
            if (rows.varintBytes > 0) {
                out.writeByteArray(VARINTS, varints, 0, rows.varintBytes);
            }
            if (rows.doubles > 0) {
                out.writeTag(DOUBLES, WireFormat.WIRETYPE_LENGTH_DELIMITED);
                out.writeUInt32NoTag(rows.doubles * Double.BYTES);
                for (int i = 0; i < rows.doubles; i++) {
                    out.writeDoubleNoTag(doubles[i]);
                }
            }
            for (byte[] blob : blobs.subList(0, rows.blobs)) {
                out.writeByteArray(BLOBS, blob);
            }
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        clear();
        return UnsafeByteOperations.unsafeWrap(bytes, 0, bytes.length - out.spaceLeft());
    }

    private int size() {
        return cellCount + varintBytes + doubleCount * Double.BYTES + textBytes + blobBytes + 64;
    }

    private void clear() {
        cellCount = 0;
        varintBytes = 0;
        doubleCount = 0;
        textBytes = 0;
        if (texts.length > 2 * MAX_BYTES) {
            texts = new byte[MAX_BYTES];
        }
        blobs.clear();
        blobBytes = 0;
        rows = Counts.NONE;
    }
}
