package traceglass.ingest.tracedat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.Deflater;

/// Writes small recordings in both versions.
final class DatWriter {

    static final int PAGE_SIZE = 4096;

    private static final String SWITCH = """
        name: sched_switch
        ID: 314
        format:
        \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
        \tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
        \tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
        \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

        \tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;
        \tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;
        \tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;
        \tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;
        \tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;
        \tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;
        \tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;

        print fmt: ""
        """;
    private static final String OTHER = """
        name: demo
        ID: 400
        format:
        \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
        \tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
        \tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
        \tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

        \tfield:int value;\toffset:8;\tsize:4;\tsigned:1;

        print fmt: ""
        """;
    private static final String HEADER_PAGE = """
        \tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
        \tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
        \tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
        \tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;
        """;

    private final ByteOrder order;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    DatWriter(ByteOrder order) {
        this.order = order;
    }

    int size() {
        return out.size();
    }

    DatWriter number(int size, long value) {
        ByteBuffer b = ByteBuffer.allocate(8).order(order).putLong(value);
        out.write(b.array(), order == ByteOrder.BIG_ENDIAN ? 8 - size : 0, size);
        return this;
    }

    DatWriter name(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8)).number(1, 0);
    }

    DatWriter bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    DatWriter text(int sizeOfSize, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return number(sizeOfSize, bytes.length).bytes(bytes);
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    private DatWriter part() {
        return new DatWriter(order);
    }

    /// Returns the payload of a `sched_switch` event.
    byte[] switchEvent(int from, int to) {
        return part().number(2, 314)
                .number(2, 0)
                .number(4, from)
                .bytes(Arrays.copyOf(("t" + from).getBytes(StandardCharsets.UTF_8), 16))
                .number(4, from)
                .number(4, 120)
                .number(8, 1)
                .bytes(Arrays.copyOf(("t" + to).getBytes(StandardCharsets.UTF_8), 16))
                .number(4, to)
                .number(4, 100)
                .toBytes();
    }

    /// Returns the payload of an event that is not in any schema.
    byte[] otherEvent(int pid, int value) {
        return part().number(2, 400)
                .number(2, 0)
                .number(4, pid)
                .number(4, value)
                .toBytes();
    }

    DatWriter event(long delta, byte[] payload) {
        return header(payload.length / 4, delta).bytes(payload);
    }

    DatWriter header(int type, long delta) {
        return number(4, order == ByteOrder.BIG_ENDIAN ? (long) type << 27 | delta : delta << 5 | type);
    }

    /// Returns a page with these events.
    byte[] page(long ts, long flags, byte[] events) {
        byte[] page = part().number(8, ts)
                .number(8, events.length | flags)
                .bytes(events)
                .toBytes();
        return Arrays.copyOf(page, PAGE_SIZE);
    }

    private void start(String version) {
        bytes(new byte[] {0x17, 0x08, 0x44})
                .bytes("tracing".getBytes(StandardCharsets.UTF_8))
                .name(version);
        number(1, order == ByteOrder.BIG_ENDIAN ? 1 : 0).number(1, 8).number(4, PAGE_SIZE);
    }

    private DatWriter headerInfo() {
        return name("header_page").text(8, HEADER_PAGE).name("header_event").text(8, "");
    }

    private DatWriter formats() {
        return number(4, 2)
                .name("sched")
                .number(4, 1)
                .text(8, SWITCH)
                .name("demo")
                .number(4, 1)
                .text(8, OTHER);
    }

    private byte[] option(int id, byte[] value) {
        return part().number(2, id).number(4, value.length).bytes(value).toBytes();
    }

    private static byte[] utf8(String text) {
        return (text + "\0").getBytes(StandardCharsets.UTF_8);
    }

    /// Returns a recording of version 6.
    ///
    /// @param instance pages of the only CPU of an instance, or null
    byte[] version6(List<byte[]> cpus, byte[] instance) {
        start("6");
        headerInfo().number(4, 0).formats().number(4, 0).number(4, 0).text(8, "7 seven\n8 eight\n");
        number(4, cpus.size()).bytes("options  \0".getBytes(StandardCharsets.UTF_8));
        bytes(option(4, utf8("local [mono] boot"))).bytes(option(5, utf8("Linux host 6.1.0 #1 SMP x86_64")));
        bytes(option(7, utf8("1000"))).bytes(option(2, utf8("CPU: 0\nentries: 2\noverrun: 5\n")));
        int tableEnd = size() + (instance == null ? 0 : 6 + 8 + 6) + 2 + 10 + cpus.size() * 16;
        int total = cpus.stream().mapToInt(c -> c.length).sum();
        if (instance != null) {
            bytes(option(3, part().number(8, tableEnd + total).name("extra").toBytes()));
        }
        number(2, 0).bytes("flyrecord\0".getBytes(StandardCharsets.UTF_8));
        int offset = tableEnd;
        for (byte[] cpu : cpus) {
            number(8, offset).number(8, cpu.length);
            offset += cpu.length;
        }
        cpus.forEach(this::bytes);
        if (instance != null) {
            bytes("flyrecord\0".getBytes(StandardCharsets.UTF_8));
            int first = size() + cpus.size() * 16;
            number(8, first).number(8, instance.length);
            for (int i = 1; i < cpus.size(); i++) {
                number(8, first).number(8, 0);
            }
            bytes(instance);
        }
        return toBytes();
    }

    private byte[] compress(String codec, byte[] plain) {
        if (codec.equals("zstd")) {
            return Zstd.compress(plain);
        }
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        byte[] out = new byte[plain.length + 100];
        int n = deflater.deflate(out);
        deflater.end();
        return Arrays.copyOf(out, n);
    }

    private long section(int id, String codec, byte[] body) {
        long offset = size();
        byte[] content = body;
        boolean isCompressed = !codec.equals("none");
        if (isCompressed) {
            byte[] small = compress(codec, body);
            content = part().number(4, small.length)
                    .number(4, body.length)
                    .bytes(small)
                    .toBytes();
        }
        number(2, id)
                .number(2, isCompressed ? 1 : 0)
                .number(4, 0)
                .number(8, content.length)
                .bytes(content);
        return offset;
    }

    /// Returns a recording of version 7.
    ///
    /// @param codec `none`, `zlib` or `zstd`
    byte[] version7(String codec, List<byte[]> cpus) {
        start("7");
        name(codec).name("1");
        int optionsAt = size();
        number(8, 0);
        List<byte[]> options = new ArrayList<>();
        options.add(option(
                16,
                part().number(8, section(16, codec, part().headerInfo().toBytes()))
                        .toBytes()));
        options.add(option(
                18,
                part().number(8, section(18, codec, part().formats().toBytes())).toBytes()));
        options.add(option(
                21,
                part().number(8, section(21, codec, part().text(8, "7 seven\n").toBytes()))
                        .toBytes()));
        long buffer = size();
        number(2, 3).number(2, codec.equals("none") ? 0 : 1).number(4, 0).number(8, 0);
        DatWriter table = part().number(8, buffer)
                .name("")
                .name("boot")
                .number(4, PAGE_SIZE)
                .number(4, cpus.size());
        for (int cpu = 0; cpu < cpus.size(); cpu++) {
            byte[] data = cpus.get(cpu);
            long offset = size();
            if (codec.equals("none")) {
                bytes(data);
            } else {
                number(4, data.length / PAGE_SIZE);
                for (int p = 0; p < data.length; p += PAGE_SIZE) {
                    byte[] small = compress(codec, Arrays.copyOfRange(data, p, p + PAGE_SIZE));
                    number(4, small.length).number(4, PAGE_SIZE).bytes(small);
                }
            }
            table.number(4, cpu).number(8, offset).number(8, size() - offset - (codec.equals("none") ? 0 : 4));
        }
        options.add(option(3, table.toBytes()));
        options.add(option(1, utf8("0x10")));
        DatWriter writer = part();
        options.forEach(writer::bytes);
        writer.bytes(option(0, part().number(8, 0).toBytes()));
        long start = section(0, codec, writer.toBytes());
        byte[] file = toBytes();
        ByteBuffer.wrap(file).order(order).putLong(optionsAt, start);
        return file;
    }
}
