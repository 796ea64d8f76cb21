package traceglass.ingest.arrow;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.TraceProblem;

/// Arrow IPC file with flat columns and without compression (arrow.apache.org, "Arrow columnar format").
final class ArrowFile {

    private static final int MAGIC_SIZE = 6;
    private static final int BLOCK_SIZE = 24;
    private static final int PAIR = 16;

    private final ByteBuffer bytes;
    private final FlatTable footer;
    private final List<ArrowColumn> columns = new ArrayList<>();
    private final Map<Long, String[]> dictionaries = new HashMap<>();

    /// Reads the footer and the dictionaries.
    ///
    /// @throws IndexOutOfBoundsException if the file is truncated or damaged
    ArrowFile(byte[] file) throws TraceProblem {
        bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int size = bytes.getInt(file.length - MAGIC_SIZE - Integer.BYTES);
        int start = file.length - MAGIC_SIZE - Integer.BYTES - size;
        if (size <= 0 || start < 0) {
            throw new IndexOutOfBoundsException();
        }
        footer = FlatTable.root(bytes, start);
        FlatTable schema = footer.table(1);
        if (schema == null || schema.shortAt(0) != 0) {
            throw new TraceProblem("only little-endian Arrow files are supported");
        }
        for (int i = 0; i < schema.count(1); i++) {
            FlatTable field = schema.tableIn(1, i);
            ArrowColumn column = new ArrowColumn(field);
            if (column.hasDictionary() && !column.isText()) {
                throw new TraceProblem(
                        "column " + column.name() + " has a dictionary of numbers, which is not supported");
            }
            columns.add(column);
        }
        for (int i = 0; i < footer.count(2); i++) {
            readDictionary(footer.element(2, i, BLOCK_SIZE));
        }
    }

    List<ArrowColumn> columns() {
        return columns;
    }

    int batchCount() {
        return footer.count(3);
    }

    /// Sets the batch from which the columns read their values. Returns its number of rows.
    int loadBatch(int index) throws TraceProblem {
        int block = footer.element(3, index, BLOCK_SIZE);
        FlatTable batch = header(block);
        int bufferCount = columns.stream().mapToInt(ArrowColumn::bufferCount).sum();
        Buffers buffers = buffers(batch, body(block), bufferCount);
        int rows = Math.toIntExact(batch.longAt(0));
        int first = 0;
        for (ArrowColumn column : columns) {
            if (rows < 0 || buffers.lengths[first + 1] < column.bytesOf(rows)) {
                throw new IndexOutOfBoundsException();
            }
            column.setBatch(bytes, buffers.offsets, buffers.lengths, first, dictionaries);
            first += column.bufferCount();
        }
        return columns.isEmpty() ? 0 : rows;
    }

    private record Buffers(int[] offsets, int[] lengths) {}

    private FlatTable header(int block) {
        return FlatTable.root(bytes, Math.toIntExact(bytes.getLong(block)) + prefix(block))
                .table(2);
    }

    /// Returns the size in bytes of a message's prefix, which older versions write without its first four bytes.
    private int prefix(int block) {
        return bytes.getInt(Math.toIntExact(bytes.getLong(block))) == -1 ? 8 : 4;
    }

    private int body(int block) {
        return Math.toIntExact(bytes.getLong(block) + bytes.getInt(block + Long.BYTES));
    }

    private Buffers buffers(FlatTable batch, int body, int bufferCount) throws TraceProblem {
        if (batch == null || batch.table(3) != null) {
            throw new TraceProblem("compressed Arrow files are not supported");
        }
        int count = batch.count(2);
        if (count < bufferCount) {
            throw new IndexOutOfBoundsException();
        }
        int[] offsets = new int[bufferCount];
        int[] lengths = new int[bufferCount];
        for (int i = 0; i < bufferCount; i++) {
            int offset = batch.element(2, i, PAIR);
            offsets[i] = Math.toIntExact(body + bytes.getLong(offset));
            lengths[i] = Math.toIntExact(bytes.getLong(offset + Long.BYTES));
            if (offsets[i] < 0 || lengths[i] < 0 || lengths[i] > bytes.limit() - offsets[i]) {
                throw new IndexOutOfBoundsException();
            }
        }
        return new Buffers(offsets, lengths);
    }

    private void readDictionary(int block) throws TraceProblem {
        FlatTable header = header(block);
        FlatTable batch = header == null ? null : header.table(1);
        Buffers buffers = buffers(batch, body(block), 3);
        int rows = Math.toIntExact(batch.longAt(0));
        if (rows < 0 || rows > buffers.lengths[1] / Integer.BYTES) {
            throw new IndexOutOfBoundsException();
        }
        String[] texts = new String[rows];
        for (int i = 0; i < rows; i++) {
            texts[i] = ArrowColumn.text(bytes, buffers.offsets[1], i, buffers.offsets[2], buffers.lengths[2]);
        }
        dictionaries.put(header.longAt(0), texts);
    }
}
