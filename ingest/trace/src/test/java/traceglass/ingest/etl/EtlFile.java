package traceglass.ingest.etl;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// Builder of small Windows event traces, with 64-bit pointers and a performance counter of 10 MHz.
final class EtlFile {

    static final int BUFFER_SIZE = 2048;
    static final int CPUS = 2;
    /// Time of the first event in ticks; its wall-clock time is [#START_TIME].
    static final long FIRST = 10_000_000;

    static final long START_TIME = 132_756_731_757_990_000L;
    private static final long BOOT_TIME = START_TIME - 20_000_000;
    private static final String PROVIDER = "d43dddd3c2aa2a4e8dd4a8fb61b77615";

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private ByteBuffer buffer;

    /// Payload of an event.
    static final class Payload {
        private final ByteBuffer bytes = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);

        Payload u8(int... values) {
            for (int v : values) {
                bytes.put((byte) v);
            }
            return this;
        }

        Payload u16(int v) {
            bytes.putShort((short) v);
            return this;
        }

        Payload u32(long... values) {
            for (long v : values) {
                bytes.putInt((int) v);
            }
            return this;
        }

        Payload u64(long... values) {
            for (long v : values) {
                bytes.putLong(v);
            }
            return this;
        }

        Payload utf16(String text) {
            bytes.put(text.getBytes(StandardCharsets.UTF_16LE)).putShort((short) 0);
            return this;
        }

        Payload ascii(String text) {
            bytes.put(text.getBytes(StandardCharsets.UTF_8)).put((byte) 0);
            return this;
        }

        Payload hex(String digits) {
            bytes.put(HexFormat.of().parseHex(digits));
            return this;
        }

        byte[] bytes() {
            return Arrays.copyOf(bytes.array(), bytes.position());
        }
    }

    static Payload payload() {
        return new Payload();
    }

    /// Starts a buffer of a CPU.
    EtlFile buffer(int cpu) {
        buffer = ByteBuffer.allocate(BUFFER_SIZE).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(0, BUFFER_SIZE).putShort(EtlBuffer.CPU, (short) cpu).position(EtlBuffer.HEADER_SIZE);
        return this;
    }

    /// Ends the buffer.
    EtlFile end() {
        buffer.putInt(EtlBuffer.SAVED_OFFSET, buffer.position()).putInt(EtlBuffer.FILLED, buffer.position());
        file.writeBytes(buffer.array());
        return this;
    }

    /// Adds the buffer with the log file header.
    EtlFile header(long eventsLost) {
        Payload p = payload()
                .u32(BUFFER_SIZE, 0x0105000a, 0, CPUS)
                .u64(0)
                .u32(0, 0, 0, 1, 1, 8, eventsLost, 3000)
                .u64(0, 0);
        p.bytes.position(248);
        p.u64(BOOT_TIME, 10_000_000, START_TIME).u32(1, 0).utf16("session").utf16("file.etl");
        buffer(0);
        return system(0, 0, 2, FIRST, 100, 101, p).end();
    }

    /// Adds an event with the thread in its header.
    EtlFile system(int group, int opcode, int version, long time, long pid, long tid, Payload payload) {
        byte[] bytes = payload.bytes();
        buffer.putShort((short) version).put((byte) 2).put((byte) 0xc0);
        buffer.putShort((short) (32 + bytes.length)).put((byte) opcode).put((byte) group);
        buffer.putInt((int) tid).putInt((int) pid).putLong(time).putLong(0);
        return add(bytes);
    }

    /// Adds an event without a thread.
    EtlFile event(int group, int opcode, int version, long time, Payload payload) {
        byte[] bytes = payload.bytes();
        buffer.putShort((short) version).put((byte) 0x11).put((byte) 0xc0);
        buffer.putShort((short) (16 + bytes.length)).put((byte) opcode).put((byte) group);
        buffer.putLong(time);
        return add(bytes);
    }

    /// Adds an event of a provider.
    ///
    /// @param schema description of the fields; null for an event whose schema is stored elsewhere
    EtlFile provider(int id, int opcode, long time, long pid, long tid, Payload schema, Payload payload) {
        byte[] described = schema == null ? new byte[0] : schema.bytes();
        int items = schema == null ? 0 : 8 + (described.length + 7 & ~7);
        byte[] bytes = payload.bytes();
        buffer.putShort((short) (80 + items + bytes.length)).put((byte) 0x13).put((byte) 0xc0);
        buffer.putShort((short) (schema == null ? 0x40 : 0x41)).putShort((short) 0);
        buffer.putInt((int) tid).putInt((int) pid).putLong(time);
        buffer.put(HexFormat.of().parseHex(PROVIDER))
                .putShort((short) id)
                .put((byte) 1)
                .put((byte) 0);
        buffer.put((byte) 4)
                .put((byte) opcode)
                .putShort((short) 7)
                .putLong(0x8000)
                .putLong(0)
                .putLong(0)
                .putLong(0);
        if (schema != null) {
            buffer.putShort((short) 0).putShort((short) 11).putShort((short) 0).putShort((short) described.length);
            buffer.put(described).position(buffer.position() + items - 8 - described.length);
        }
        return add(bytes);
    }

    /// Adds an event without a manifest.
    EtlFile classic(String provider, int opcode, boolean has64BitPointers, long time, Payload payload) {
        byte[] bytes = payload.bytes();
        buffer.putShort((short) (48 + bytes.length))
                .put((byte) (has64BitPointers ? 0x14 : 0x0a))
                .put((byte) 0xc0);
        buffer.put((byte) opcode).put((byte) 0).putShort((short) 2);
        buffer.putInt(12).putInt(8).putLong(time);
        buffer.put(HexFormat.of().parseHex(provider)).putLong(0);
        return add(bytes);
    }

    private EtlFile add(byte[] payload) {
        buffer.put(payload).position(buffer.position() + 7 & ~7);
        return this;
    }

    byte[] bytes() {
        return file.toByteArray();
    }

    /// Returns a description of fields preceded by its size.
    static Payload schema(String event, Payload fields) {
        byte[] f = fields.bytes();
        Payload p = payload().u16(2 + 1 + event.length() + 1 + f.length).u8(0).ascii(event);
        p.bytes.put(f);
        return p;
    }

    /// Returns a file with an event of each kind that has a handler.
    static byte[] ofAllKinds() {
        EtlFile f = new EtlFile().header(3);
        long kernel = 0xffff_f800_0000_0000L;
        f.buffer(0);
        f.event(3, 3, 4, FIRST + 10, process(0, 0, "Idle", ""));
        f.event(3, 3, 4, FIRST + 10, process(8, 4, "app.exe", "app.exe -x"));
        f.event(5, 3, 4, FIRST + 20, thread(8, 12, "main"));
        f.event(5, 3, 4, FIRST + 20, thread(8, 16, "worker"));
        f.event(0x14, 3, 3, FIRST + 30, image(0, kernel, 0x1000, "\\SystemRoot\\ntoskrnl.exe"));
        f.event(0x14, 3, 3, FIRST + 30, image(8, 0x40_0000, 0x1000, "\\Device\\Disk1\\app.exe"));
        f.event(5, 0x24, 4, FIRST + 1000, switched(0, 12, 2));
        f.event(
                0xf,
                0x2e,
                2,
                FIRST + 1500,
                payload().u64(kernel + 0x10).u32(12).u16(1).u8(0, 0));
        f.event(0x18, 0x20, 2, FIRST + 1501, stack(FIRST + 1500, 8, 12, kernel + 0x10, kernel + 0x21));
        f.event(0x18, 0x20, 2, FIRST + 1502, stack(FIRST + 1500, 8, 12, 0x40_0101, 0x40_0201));
        f.event(5, 0x32, 2, FIRST + 1600, payload().u32(16).u8(1, 0, 0, 0));
        f.event(
                0xf,
                0x43,
                2,
                FIRST + 1800,
                payload().u64(FIRST + 1700, kernel + 0x30).u8(1, 9, 0, 0));
        f.event(5, 0x24, 4, FIRST + 2000, switched(12, 0, 5));
        f.end().buffer(1);
        f.event(5, 0x24, 4, FIRST + 1700, switched(0, 16, 2));
        f.event(4, 0, 2, FIRST + 1750, payload().u64(0x5000).utf16("C:\\data.bin"));
        f.event(4, 67, 3, FIRST + 1800, payload().u64(64, 0x111, 0x4000, 0x5000).u32(16, 512, 0, 0));
        f.event(4, 76, 3, FIRST + 1900, payload().u64(0x111, 512).u32(0));
        f.event(
                1,
                10,
                3,
                FIRST + 1950,
                payload().u32(0, 1, 512, 0).u64(4096, 0x5000, 0x222, 100).u32(16));
        f.provider(7, 0, FIRST + 1960, 8, 16, schema("Loaded", fields()), values(3, "x"));
        f.provider(7, 1, FIRST + 2000, 8, 16, schema("WorkStart", payload()), payload());
        f.provider(7, 2, FIRST + 2100, 8, 16, schema("WorkStop", payload()), payload());
        f.provider(9, 0, FIRST + 2200, 8, 16, null, payload().u32(0xdeadbeefL));
        f.event(0xf, 0x22, 2, FIRST + 2300, payload().ascii("a mark"));
        return f.end().bytes();
    }

    static Payload process(long pid, long parent, String image, String commandLine) {
        return payload()
                .u64(0xabc)
                .u32(pid, parent, 1, 0)
                .u64(0x1000)
                .u32(0, 0)
                .ascii(image)
                .utf16(commandLine);
    }

    static Payload thread(long pid, long tid, String name) {
        return payload()
                .u32(pid, tid)
                .u64(0, 0, 0, 0, 0, 0, 0)
                .u32(0)
                .u8(8, 5, 2, 0)
                .utf16(name);
    }

    static Payload image(long pid, long start, long size, String path) {
        return payload()
                .u64(start, size)
                .u32(pid, 0, 0, 0)
                .u64(start)
                .u32(0, 0, 0, 0)
                .utf16(path);
    }

    static Payload switched(long from, long to, int oldState) {
        return payload().u32(to, from).u8(8, 9, 0, 0, 6, 1, oldState, 0).u32(0);
    }

    static Payload stack(long time, long pid, long tid, long... addresses) {
        return payload().u64(time).u32(pid, tid).u64(addresses);
    }

    static Payload fields() {
        return payload()
                .ascii("count")
                .u8(8)
                .ascii("point")
                .u8(0x98, 2)
                .ascii("x")
                .u8(7)
                .ascii("name")
                .u8(1);
    }

    static Payload values(long count, String name) {
        return payload().u32(count, -5).utf16(name);
    }
}
