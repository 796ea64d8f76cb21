package traceglass.engine.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.QueryRow;

/// Collects rows for one `QueryResult.CellsBatch`: a byte for the type of each cell, then the values by type. Field
/// numbers are those of `trace_processor.proto`.
final class CellBatch {

    private static final int MAX_CELLS = 50_000;
    private static final int MAX_BYTES = 128 << 10;
    private static final int CELLS = 1;
    private static final int VARINTS = 2;
    private static final int DOUBLES = 3;
    private static final int BLOBS = 4;
    private static final int STRINGS = 5;
    private static final int IS_LAST = 6;
    private static final int NULL = 1;
    private static final int VARINT = 2;
    private static final int FLOAT64 = 3;
    private static final int STRING = 4;
    private static final int BLOB = 5;

    private byte[] cells = new byte[4096];
    private int cellCount;
    private long[] varints = new long[1024];
    private int varintCount;
    private int varintBytes;
    private double[] doubles = new double[1024];
    private int doubleCount;
    /// Consecutive strings, each followed by a NUL.
    private byte[] texts = new byte[MAX_BYTES];

    private int textBytes;
    private final List<byte[]> blobs = new ArrayList<>();
    private int blobBytes;

    /// Adds a row.
    ///
    /// @return whether the batch is full
    boolean add(QueryRow row) {
        int columns = row.size();
        if (cellCount + columns > cells.length) {
            cells = Arrays.copyOf(cells, Math.max(cells.length * 2, cellCount + columns));
        }
        for (int i = 0; i < columns; i++) {
            add(row.get(i));
        }
        return cellCount + columns > MAX_CELLS
                || cellCount + varintBytes + doubleCount * Double.BYTES + textBytes + blobBytes >= MAX_BYTES;
    }

    private void add(@Nullable Object value) {
        switch (value) {
            case null -> addCell(NULL);
            case Long n -> varint(n);
            case Boolean b -> varint(b ? 1 : 0);
            case Double d -> {
                addCell(FLOAT64);
                if (doubleCount == doubles.length) {
                    doubles = Arrays.copyOf(doubles, doubleCount * 2);
                }
                doubles[doubleCount++] = d;
            }
            case byte[] bytes -> {
                addCell(BLOB);
                blobs.add(bytes);
                blobBytes += bytes.length + 4;
            }
            // The format has no integers beyond 64 bits.
            case BigInteger huge -> addString(huge.toString());
            default -> addString(value.toString());
        }
    }

    private void addCell(int type) {
        cells[cellCount++] = (byte) type;
    }

    private void varint(long value) {
        addCell(VARINT);
        if (varintCount == varints.length) {
            varints = Arrays.copyOf(varints, varintCount * 2);
        }
        varints[varintCount++] = value;
        varintBytes += CodedOutputStream.computeUInt64SizeNoTag(value);
    }

    private void addString(String text) {
        addCell(STRING);
        // A NUL would end the string for readers and shift all later strings.
        String safe = text.indexOf('\0') < 0 ? text : text.replace('\0', '\uFFFD');
        byte[] bytes = safe.getBytes(StandardCharsets.UTF_8);
        if (textBytes + bytes.length >= texts.length) {
            texts = Arrays.copyOf(texts, Math.max(Math.addExact(textBytes, bytes.length + 1), texts.length * 2));
        }
        System.arraycopy(bytes, 0, texts, textBytes, bytes.length);
        textBytes += bytes.length;
        texts[textBytes++] = 0;
    }

    /// Returns the batch as a message and starts the next one.
    ByteString take(boolean isLast) {
        byte[] bytes = new byte[size()];
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            if (textBytes > 0) {
                out.writeByteArray(STRINGS, texts, 0, textBytes);
            }
            if (cellCount > 0) {
                out.writeByteArray(CELLS, cells, 0, cellCount);
            }
            if (varintCount > 0) {
                out.writeTag(VARINTS, 2);
                out.writeUInt32NoTag(varintBytes);
                for (int i = 0; i < varintCount; i++) {
                    out.writeUInt64NoTag(varints[i]);
                }
            }
            if (doubleCount > 0) {
                out.writeTag(DOUBLES, 2);
                out.writeUInt32NoTag(doubleCount * Double.BYTES);
                for (int i = 0; i < doubleCount; i++) {
                    out.writeDoubleNoTag(doubles[i]);
                }
            }
            for (byte[] blob : blobs) {
                out.writeByteArray(BLOBS, blob);
            }
            if (isLast) {
                out.writeBool(IS_LAST, true);
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
        varintCount = 0;
        varintBytes = 0;
        doubleCount = 0;
        textBytes = 0;
        if (texts.length > 2 * MAX_BYTES) {
            texts = new byte[MAX_BYTES];
        }
        blobs.clear();
        blobBytes = 0;
    }
}
