package traceglass.analysis.rows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import traceglass.store.database.TemporaryFiles;

/// Builds a [RowStore], row by row. Not thread-safe.
public final class RowWriter implements AutoCloseable {

    /// Maximum number of rows: more than anyone scrolls through, but few enough to keep the `int[]` of the row order
    /// small.
    public static final int MAX_ROWS = 50_000_000;
    private static final long MAX_HEAP_BYTES = 32L << 20;
    private static final long MAX_BYTES = 8L << 30;

    /// Values of one column in the current chunk.
    private static final class Column {
        final long[] values = new long[RowStore.CHUNK_ROWS];
        final byte[] nulls = new byte[RowStore.CHUNK_ROWS / 8];
        long[] high;
        Map<String, Integer> numbers;
        List<byte[]> strings;
        int bytes;
        /// Text of the previous row, which is often repeated.
        String last;
        int lastNumber;
    }

    private final List<String> names;
    private final List<RowType> types;
    private final Column[] columns;
    private final List<RowStore.Chunk> chunks = new ArrayList<>();
    private final long maxOnHeap;
    private final int maxRows;
    private FileChannel file;
    private long heapBytes;
    private long fileBytes;
    private int count;
    private int rows;
    private boolean isTruncated;

    public RowWriter(List<String> names, List<RowType> types) {
        this(names, types, MAX_HEAP_BYTES, MAX_ROWS);
    }

    RowWriter(List<String> names, List<RowType> types, long maxOnHeap, int maxRows) {
        this.names = names;
        this.types = types;
        this.maxOnHeap = maxOnHeap;
        this.maxRows = maxRows;
        columns = new Column[names.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new Column();
            switch (types.get(i)) {
                case HUGE -> columns[i].high = new long[RowStore.CHUNK_ROWS];
                case TEXT -> {
                    columns[i].numbers = new HashMap<>();
                    columns[i].strings = new ArrayList<>();
                }
                default -> {}
            }
        }
    }

    /// Sets all columns of a row, without calling [#next].
    public interface Filler {
        void fill(RowWriter out, int row);
    }

    /// Writes a known number of rows in parallel on all cores.
    ///
    /// @param filler called from several threads, each with its own writer
    public static RowStore write(List<String> names, List<RowType> types, int rows, Filler filler) throws IOException {
        int count = Math.min(rows, MAX_ROWS);
        int chunks = (count + RowStore.CHUNK_ROWS - 1) / RowStore.CHUNK_ROWS;
        int parts = Math.clamp(chunks / 4, 1, Math.min(8, Runtime.getRuntime().availableProcessors()));
        List<RowStore> stores;
        try {
            stores = IntStream.range(0, parts)
                    .parallel()
                    .mapToObj(p -> {
                        // All parts except the last end with a full chunk.
                        int from = Math.min(count, (int) ((long) chunks * p / parts) * RowStore.CHUNK_ROWS);
                        int to = Math.min(count, (int) ((long) chunks * (p + 1) / parts) * RowStore.CHUNK_ROWS);
                        try (RowWriter out = new RowWriter(names, types, MAX_HEAP_BYTES / parts, MAX_ROWS)) {
                            for (int row = from; row < to; row++) {
                                filler.fill(out, row);
                                out.next();
                            }
                            return out.finish();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new RowStore(
                names,
                types,
                count,
                stores.stream().flatMap(m -> m.chunks().stream()).toList(),
                count < rows);
    }

    /// Returns the number of rows written so far.
    public int size() {
        return rows;
    }

    /// Sets a value of the current row; for [RowType#LONG] and [RowType#BOOLEAN].
    public void setLong(int column, long value) {
        columns[column].values[count] = value;
    }

    /// Sets a value of the current row; for [RowType#DOUBLE].
    public void setDouble(int column, double value) {
        columns[column].values[count] = Double.doubleToRawLongBits(value);
    }

    /// Sets a value of the current row; for [RowType#HUGE].
    public void setHuge(int column, BigInteger value) {
        columns[column].values[count] = value.longValue();
        columns[column].high[count] = value.shiftRight(64).longValue();
    }

    /// Sets a value of the current row; for [RowType#TEXT].
    public void setText(int column, String value) {
        Column c = columns[column];
        if (value == c.last) {
            c.values[count] = c.lastNumber;
            return;
        }
        Integer number = c.numbers.get(value);
        if (number == null) {
            number = c.strings.size();
            c.numbers.put(value, number);
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            c.strings.add(bytes);
            c.bytes = Math.addExact(c.bytes, bytes.length);
        }
        c.values[count] = number;
        c.last = value;
        c.lastNumber = number;
    }

    public void setNull(int column) {
        Column c = columns[column];
        c.nulls[count >> 3] |= (byte) (1 << (count & 7));
        c.values[count] = 0;
        if (c.high != null) {
            c.high[count] = 0;
        }
    }

    /// Ends the current row. All of its columns must have been set.
    ///
    /// @return false if no more rows are stored
    public boolean next() throws IOException {
        count++;
        rows++;
        if (count == RowStore.CHUNK_ROWS) {
            flush();
        }
        isTruncated = rows >= maxRows || fileBytes >= MAX_BYTES;
        return !isTruncated;
    }

    /// Marks the result as complete, although [#next] returned false after its last row.
    public void complete() {
        isTruncated = false;
    }

    /// Returns the rows. No rows may be added afterwards.
    public RowStore finish() throws IOException {
        if (count > 0) {
            flush();
        }
        List<RowStore.Chunk> all = new ArrayList<>(chunks);
        if (file != null) {
            MemorySegment mapped = file.map(FileChannel.MapMode.READ_ONLY, 0, fileBytes, Arena.ofAuto());
            for (int i = 0; i < all.size(); i++) {
                RowStore.Chunk c = all.get(i);
                if (c.data() == null) {
                    all.set(i, new RowStore.Chunk(mapped, c.columns(), c.rows()));
                }
            }
        }
        return new RowStore(names, types, rows, all, isTruncated);
    }

    /// Releases the temporary file; a finished store keeps its mapped memory.
    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void flush() throws IOException {
        long[] offsets = new long[columns.length];
        ByteBuffer out = ByteBuffer.allocate(bytesOfChunk()).order(ByteOrder.nativeOrder());
        for (int i = 0; i < columns.length; i++) {
            offsets[i] = out.position();
            write(columns[i], types.get(i), out);
        }
        out.flip();
        if (heapBytes + out.limit() <= maxOnHeap) {
            heapBytes += out.limit();
            chunks.add(new RowStore.Chunk(MemorySegment.ofArray(out.array()), offsets, count));
        } else {
            spill(out, offsets);
        }
        count = 0;
    }

    private int bytesOfChunk() {
        long total = 0;
        for (int i = 0; i < columns.length; i++) {
            Column c = columns[i];
            total += (count + 7 >> 3) + (long) count * types.get(i).width;
            total += c.strings == null ? 0 : 4L + c.strings.size() * 4L + c.bytes;
        }
        return Math.toIntExact(total);
    }

    private void write(Column c, RowType type, ByteBuffer out) {
        out.put(c.nulls, 0, count + 7 >> 3);
        Arrays.fill(c.nulls, (byte) 0);
        for (int i = 0; i < count; i++) {
            if (type == RowType.TEXT) {
                out.putInt((int) c.values[i]);
            } else {
                out.putLong(c.values[i]);
                if (type == RowType.HUGE) {
                    out.putLong(c.high[i]);
                }
            }
        }
        if (type == RowType.TEXT) {
            out.putInt(c.strings.size());
            int end = 0;
            for (byte[] s : c.strings) {
                end += s.length;
                out.putInt(end);
            }
            c.strings.forEach(out::put);
            c.strings.clear();
            c.numbers.clear();
            c.last = null;
            c.bytes = 0;
        }
    }

    private void spill(ByteBuffer out, long[] offsets) throws IOException {
        if (file == null) {
            Path path = TemporaryFiles.file("result", ".rows");
            file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        }
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] += fileBytes;
        }
        while (out.hasRemaining()) {
            fileBytes += file.write(out, fileBytes);
        }
        chunks.add(new RowStore.Chunk(null, offsets, count));
    }
}
