package traceglass.ingest.sysprof;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Builds a capture, by default of one process.
final class CaptureBuilder {

    static final long START = 5_000_000_000L;
    static final int PID = 42;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteOrder order;
    private int pid = PID;

    CaptureBuilder(ByteOrder order, String time) {
        this.order = order;
        ByteBuffer header = buffer(256);
        header.order(ByteOrder.LITTLE_ENDIAN).putInt(0xFDCA975E).order(order);
        header.put((byte) 1).put((byte) (order == ByteOrder.LITTLE_ENDIAN ? 1 : 0x80));
        header.put(8, time.getBytes(StandardCharsets.US_ASCII));
        header.putLong(72, START);
        out.writeBytes(bytes(header));
    }

    private ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(order);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    /// Returns fields to be filled, without the header of the frame.
    ByteBuffer fields(int size) {
        return buffer(size);
    }

    /// Sets the process of the following frames.
    CaptureBuilder ofProcess(int id) {
        pid = id;
        return this;
    }

    /// Adds a frame `ns` after the start.
    CaptureBuilder frame(int type, long ns, ByteBuffer fields) {
        int length = (24 + fields.capacity() + 7) / 8 * 8;
        ByteBuffer frame = buffer(length);
        frame.putShort((short) length).putShort((short) 1).putInt(pid).putLong(START + ns);
        frame.put((byte) type).position(24);
        frame.put(bytes(fields));
        out.writeBytes(bytes(frame));
        return this;
    }

    static byte[] text(String text, int size) {
        return java.util.Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), size);
    }

    CaptureBuilder process(String commandLine) {
        return frame(4, 0, buffer(commandLine.length() + 1).put(text(commandLine, commandLine.length() + 1)));
    }

    CaptureBuilder map(long start, long end, long offset, String file) {
        ByteBuffer fields = buffer(32 + file.length() + 1);
        return frame(
                3,
                0,
                fields.putLong(start).putLong(end).putLong(offset).putLong(7).put(text(file, file.length() + 1)));
    }

    CaptureBuilder sample(long ns, int tid, long... addresses) {
        return stack(2, ns, tid, false, addresses);
    }

    CaptureBuilder call(long ns, int tid, boolean isEntering, long address) {
        return stack(16, ns, tid, isEntering, address);
    }

    private CaptureBuilder stack(int type, long ns, int tid, boolean isTrue, long... addresses) {
        ByteBuffer fields = buffer(8 + addresses.length * Long.BYTES).putShort((short) addresses.length);
        fields.put((byte) (!isTrue ? 0 : order == ByteOrder.LITTLE_ENDIAN ? 1 : 0x80))
                .put((byte) 0);
        fields.putInt(tid);
        for (long address : addresses) {
            fields.putLong(address);
        }
        return frame(type, ns, fields);
    }

    CaptureBuilder name(long address, String name) {
        ByteBuffer fields = buffer(12 + name.length() + 1).putInt(1).putLong(address);
        return frame(7, 0, fields.put(text(name, name.length() + 1)));
    }

    CaptureBuilder mark(long ns, long dur, String group, String name, String message) {
        ByteBuffer fields = buffer(72 + message.length() + 1).putLong(dur);
        fields.put(text(group, 24)).put(text(name, 40)).put(text(message, message.length() + 1));
        return frame(10, ns, fields);
    }

    CaptureBuilder log(long ns, int level, String domain, String message) {
        ByteBuffer fields = buffer(40 + message.length() + 1).putShort((short) level);
        return frame(12, ns, fields.put(8, text(domain, 32)).put(40, text(message, message.length() + 1)));
    }

    CaptureBuilder counter(int id, boolean isReal, String category, String name) {
        ByteBuffer fields = buffer(8 + 128).putShort((short) 1);
        fields.put(8, text(category, 32)).put(40, text(name, 32)).put(72, text("a counter", 52));
        int type = isReal ? 1 : 0;
        return frame(8, 0, fields.putInt(124, order == ByteOrder.LITTLE_ENDIAN ? id | type << 24 : id << 8 | type));
    }

    CaptureBuilder value(long ns, int id, long bits) {
        return frame(9, ns, buffer(8 + 96).putShort(0, (short) 1).putInt(8, id).putLong(40, bits));
    }

    CaptureBuilder allocation(long ns, long address, long bytes, long... stack) {
        ByteBuffer fields = buffer(24 + stack.length * Long.BYTES)
                .putLong(address)
                .putLong(bytes)
                .putInt(pid);
        fields.putShort((short) stack.length).putShort((short) 0);
        for (long a : stack) {
            fields.putLong(a);
        }
        return frame(14, ns, fields);
    }

    CaptureBuilder file(String path, byte[] content) {
        ByteBuffer fields = buffer(260 + content.length).put((byte) 1).putShort(2, (short) content.length);
        return frame(13, 0, fields.put(4, text(path, 256)).put(260, content));
    }

    /// Adds the name of a function as Sysprof looks it up.
    CaptureBuilder lookedUp(long start, long end, int pid, String name) {
        ByteBuffer content = buffer(64 + name.length() + 1)
                .putLong(start)
                .putLong(end)
                .putInt(pid)
                .putInt(64);
        return file("__symbols__", bytes(content.put(64, text(name, name.length() + 1))));
    }

    byte[] build() {
        return out.toByteArray();
    }
}
