package traceglass.ingest.hprof;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// Writes heap dumps of any size that resemble those of a virtual machine: orders in maps, with their strings, numbers
/// and arrays, at 8-byte addresses. An object takes about 48 bytes in the file.
///
/// Can be run as a program, for measurements: `LargeDump FILE OBJECTS`.
final class LargeDump {

    private static final int SEGMENT = 1 << 24;
    private static final int STRING = 2;
    private static final int NODE = 3;
    private static final int LONG = 4;
    private static final int ORDER = 5;
    private static final int NODES = 6;
    private static final long FIRST = 0x7_0000_0000L;
    /// Distance in bytes between the addresses of two orders, each of which has four other objects.
    private static final int STEP = 192;

    private static final int ORDERS_PER_MAP = 1_000;
    /// Offsets of the other objects of an order.
    private static final int NODE_AT = 40;
    private static final int STRING_AT = 72;
    private static final int BYTES_AT = 96;
    private static final int LONG_AT = 136;
    private static final int NODES_AT = 160;

    private final DataOutputStream file;
    private final ByteArrayOutputStream heapBytes = new ByteArrayOutputStream();
    private final DataOutputStream heap = new DataOutputStream(heapBytes);
    private final SplittableRandom random = new SplittableRandom(1);
    private int strings;

    private LargeDump(OutputStream out) {
        file = new DataOutputStream(out);
    }

    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), Long.parseLong(args[1]));
    }

    /// @param objects number of objects, rounded down to a multiple of 5, without arrays of maps
    static void write(Path path, long objects) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 20)) {
            new LargeDump(out).write(objects / 5);
        }
    }

    private void write(long orders) throws IOException {
        file.write("JAVA PROFILE 1.0.2\0".getBytes(StandardCharsets.US_ASCII));
        file.writeInt(Long.BYTES);
        file.writeLong(1_700_000_000_000L);
        type(1, "[B", 16);
        type(STRING, "java/lang/String", 24, "value", HprofType.OBJECT, "hash", HprofType.INT, "coder", HprofType.BYTE);
        type(
                NODE,
                "java/util/HashMap$Node",
                32,
                "hash",
                HprofType.INT,
                "key",
                HprofType.OBJECT,
                "value",
                HprofType.OBJECT,
                "next",
                HprofType.OBJECT);
        type(LONG, "java/lang/Long", 24, "value", HprofType.LONG);
        type(
                ORDER,
                "shop/Order",
                40,
                "id",
                HprofType.LONG,
                "customer",
                HprofType.OBJECT,
                "earlier",
                HprofType.OBJECT,
                "total",
                HprofType.DOUBLE);
        type(NODES, "[Ljava/util/HashMap$Node;", 16);
        for (long i = 0; i < orders; i++) {
            order(i, orders);
            if (heapBytes.size() > SEGMENT) {
                segment();
            }
        }
        segment();
        file.write(0x2C);
        file.writeInt(0);
        file.writeInt(0);
        file.flush();
    }

    private void order(long i, long orders) throws IOException {
        long offset = FIRST + i * STEP;
        instance(offset, ORDER, 32);
        heap.writeLong(i);
        heap.writeLong(offset + LONG_AT);
        // Most objects refer to a nearby one, some to an arbitrary one.
        boolean isFar = random.nextInt(20) == 0;
        heap.writeLong(FIRST + (isFar ? random.nextLong(orders) : Math.max(0, i - random.nextLong(1, 200))) * STEP);
        heap.writeDouble(i / 100.);
        instance(offset + NODE_AT, NODE, 28);
        heap.writeInt((int) i);
        heap.writeLong(offset + STRING_AT);
        heap.writeLong(offset);
        heap.writeLong(i % 4 == 0 && i > 0 ? offset - STEP + NODE_AT : 0);
        instance(offset + STRING_AT, STRING, 13);
        heap.writeLong(offset + BYTES_AT);
        heap.writeInt((int) i);
        heap.write(0);
        byte[] text = ("customer-" + random.nextLong(orders / 10 + 1)).getBytes(StandardCharsets.US_ASCII);
        heap.write(HprofSegment.PRIMITIVE_ARRAY);
        heap.writeLong(offset + BYTES_AT);
        heap.writeInt(0);
        heap.writeInt(text.length);
        heap.write(HprofType.BYTE);
        heap.write(text);
        instance(offset + LONG_AT, LONG, 8);
        heap.writeLong(i);
        if (i % ORDERS_PER_MAP == ORDERS_PER_MAP - 1) {
            nodes(offset, i);
        }
    }

    private void nodes(long position, long last) throws IOException {
        heap.write(HprofSegment.OBJECT_ARRAY);
        heap.writeLong(position + NODES_AT);
        heap.writeInt(0);
        heap.writeInt(ORDERS_PER_MAP);
        heap.writeLong(NODES);
        for (long i = last - ORDERS_PER_MAP + 1; i <= last; i++) {
            heap.writeLong(i % 7 == 0 ? 0 : FIRST + i * STEP + NODE_AT);
        }
        heap.write(0x05);
        heap.writeLong(position + NODES_AT);
    }

    private void instance(long id, long classId, int length) throws IOException {
        heap.write(HprofSegment.INSTANCE);
        heap.writeLong(id);
        heap.writeInt(0);
        heap.writeLong(classId);
        heap.writeInt(length);
    }

    private int string(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        file.write(0x01);
        file.writeInt(0);
        file.writeInt(Long.BYTES + bytes.length);
        file.writeLong(++strings);
        file.write(bytes);
        return strings;
    }

    /// @param fields name and type of each field
    private void type(long id, String name, int size, Object... fields) throws IOException {
        int nameId = string(name);
        file.write(0x02);
        file.writeInt(0);
        file.writeInt(2 * Integer.BYTES + 2 * Long.BYTES);
        file.writeInt((int) id);
        file.writeLong(id);
        file.writeInt(0);
        file.writeLong(nameId);
        heap.write(HprofSegment.CLASS);
        heap.writeLong(id);
        heap.writeInt(0);
        heap.write(new byte[6 * Long.BYTES]);
        heap.writeInt(size);
        heap.writeShort(0);
        heap.writeShort(0);
        heap.writeShort(fields.length / 2);
        for (int i = 0; i < fields.length; i += 2) {
            heap.writeLong(string((String) fields[i]));
            heap.write((Integer) fields[i + 1]);
        }
    }

    private void segment() throws IOException {
        file.write(0x1C);
        file.writeInt(0);
        file.writeInt(heapBytes.size());
        heapBytes.writeTo(file);
        heapBytes.reset();
    }
}
