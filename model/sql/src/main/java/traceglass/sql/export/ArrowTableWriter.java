package traceglass.sql.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;

/// Writes a result as an Arrow IPC file (arrow.apache.org, "Serialization and Interprocess Communication"):
/// integers as int64, floating-point numbers as float64, text as utf8, blobs as binary. Buffers one record batch.
public final class ArrowTableWriter {

    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_TEXT_BYTES = 1 << 24;
    private static final int VERSION_5 = 4;
    private static final int SCHEMA = 1;
    private static final int RECORD_BATCH = 3;

    private final OutputStream out;
    private final List<ResultColumn> columns;
    private final ArrowBatch[] batch;
    private final List<long[]> blocks = new ArrayList<>();
    private long written;

    private ArrowTableWriter(OutputStream out, List<ResultColumn> columns) {
        this.out = out;
        this.columns = columns;
        batch = columns.stream().map(c -> new ArrowBatch(c.type())).toArray(ArrowBatch[]::new);
    }

    /// Writes all rows.
    ///
    /// @param out not closed
    /// @return number of rows
    public static long write(ResultCursor cursor, OutputStream out) throws IOException, QueryException {
        return new ArrowTableWriter(out, cursor.columns()).write(cursor);
    }

    private long write(ResultCursor cursor) throws IOException, QueryException {
        put(MAGIC);
        put(new byte[2]);
        FlatBuilder schema = new FlatBuilder();
        writeMessage(schema, schema(schema), SCHEMA, 0);
        int rows = 0;
        long total = 0;
        while (cursor.next()) {
            total++;
            int textBytes = 0;
            for (int c = 0; c < batch.length; c++) {
                batch[c].add(cursor, c, rows);
                textBytes += batch[c].textBytes();
            }
            if (++rows == ArrowBatch.ROWS || textBytes > MAX_TEXT_BYTES) {
                writeBatch(rows);
                rows = 0;
            }
        }
        if (rows > 0) {
            writeBatch(rows);
        }
        put(littleEndian(-1, 0));
        byte[] footer = footer();
        put(footer);
        put(littleEndian(footer.length));
        put(MAGIC);
        return total;
    }

    private void writeBatch(int rows) throws IOException {
        List<ByteBuffer> buffers = new ArrayList<>();
        long[] nodes = new long[2 * batch.length];
        for (int c = 0; c < batch.length; c++) {
            nodes[2 * c] = rows;
            nodes[2 * c + 1] = batch[c].nulls();
            buffers.addAll(List.of(batch[c].buffers(rows)));
        }
        long[] offsets = new long[2 * buffers.size()];
        long body = 0;
        for (int i = 0; i < buffers.size(); i++) {
            offsets[2 * i] = body;
            offsets[2 * i + 1] = buffers.get(i).remaining();
            body += padTo8(buffers.get(i).remaining());
        }
        FlatBuilder flat = new FlatBuilder();
        int bufferList = flat.writeStructs(offsets, 2);
        int nodeList = flat.writeStructs(nodes, 2);
        flat.startTable();
        flat.writeField(0, rows, Long.BYTES);
        flat.writeFieldReference(1, nodeList);
        flat.writeFieldReference(2, bufferList);
        long start = written;
        long metadata = writeMessage(flat, flat.endTable(), RECORD_BATCH, body);
        for (ByteBuffer b : buffers) {
            out.write(b.array(), b.arrayOffset() + b.position(), b.remaining());
            written += b.remaining();
            put(new byte[(int) (padTo8(b.remaining()) - b.remaining())]);
        }
        blocks.add(new long[] {start, metadata, body});
        for (ArrowBatch column : batch) {
            column.clear();
        }
    }

    /// Writes a message without its body and returns the number of bytes.
    private long writeMessage(FlatBuilder flat, int header, int type, long body) throws IOException {
        flat.startTable();
        flat.writeField(3, body, Long.BYTES);
        flat.writeFieldReference(2, header);
        flat.writeField(0, VERSION_5, Short.BYTES);
        flat.writeField(1, type, 1);
        byte[] bytes = flat.finish(flat.endTable());
        put(littleEndian(-1, bytes.length));
        put(bytes);
        return bytes.length + Long.BYTES;
    }

    private int schema(FlatBuilder flat) {
        int[] fields = new int[columns.size()];
        for (int c = 0; c < fields.length; c++) {
            int name = flat.writeText(columns.get(c).name());
            int children = flat.writeReferences(new int[0]);
            ResultColumn.Type type = columns.get(c).type();
            flat.startTable();
            switch (type) {
                case LONG, BOOLEAN -> {
                    flat.writeField(0, Long.SIZE, Integer.BYTES);
                    flat.writeField(1, 1, 1);
                }
                case DOUBLE -> flat.writeField(0, 2, Short.BYTES);
                default -> {}
            }
            int details = flat.endTable();
            flat.startTable();
            flat.writeFieldReference(0, name);
            flat.writeFieldReference(3, details);
            flat.writeFieldReference(5, children);
            flat.writeField(1, 1, 1);
            flat.writeField(2, typeNumber(type), 1);
            fields[c] = flat.endTable();
        }
        int list = flat.writeReferences(fields);
        flat.startTable();
        flat.writeFieldReference(1, list);
        flat.writeField(0, 0, Short.BYTES);
        return flat.endTable();
    }

    /// Returns the number of a type in the union of Arrow's schema.
    private static int typeNumber(ResultColumn.Type type) {
        return switch (type) {
            case LONG, BOOLEAN -> 2;
            case DOUBLE -> 3;
            case BLOB -> 4;
            default -> 5;
        };
    }

    private byte[] footer() {
        FlatBuilder flat = new FlatBuilder();
        long[] offsets = new long[3 * blocks.size()];
        for (int i = 0; i < blocks.size(); i++) {
            System.arraycopy(blocks.get(i), 0, offsets, 3 * i, 3);
        }
        int batches = flat.writeStructs(offsets, 3);
        int dictionaries = flat.writeStructs(new long[0], 3);
        int schema = schema(flat);
        flat.startTable();
        flat.writeFieldReference(1, schema);
        flat.writeFieldReference(2, dictionaries);
        flat.writeFieldReference(3, batches);
        flat.writeField(0, VERSION_5, Short.BYTES);
        return flat.finish(flat.endTable());
    }

    private void put(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }

    private static long padTo8(long length) {
        return length + 7 & ~7L;
    }

    private static byte[] littleEndian(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int n : numbers) {
            bytes.putInt(n);
        }
        return bytes.array();
    }
}
