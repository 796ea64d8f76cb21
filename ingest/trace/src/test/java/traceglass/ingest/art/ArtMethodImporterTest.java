package traceglass.ingest.art;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ArtMethodImporterTest {

    private static final String METHODS = "0x10\ta.A\trun\t()V\tA.java\t5\n0x20\tb/B\tgo\t(I)V\tB.java\t-1\n";

    private static TraceStorage read(Importer importer, byte[] bytes) throws Exception {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        importer.read(
                new TraceInput("test.trace", new ByteArrayInputStream(bytes), session.progress()),
                session.context(0, 0));
        session.finish();
        return storage;
    }

    private static TraceStorage read(byte[] bytes) throws Exception {
        return read(new ArtMethodImporter(), bytes);
    }

    private static byte[] header(int version, int offset, long startUs, int recordSize) {
        return ByteBuffer.allocate(offset)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("SLOW".getBytes(StandardCharsets.US_ASCII))
                .putShort((short) version)
                .putShort((short) offset)
                .putLong(startUs)
                .putShort((short) recordSize)
                .array();
    }

    private static String text(int version, String options) {
        return "*version\n" + version + "\n" + options + "*threads\n1\tmain\n7\tworker\n*methods\n" + METHODS
                + "*end\n";
    }

    /// @param numbers thread, method and action, followed by the times
    private static byte[] record(int tidSize, int... numbers) {
        ByteBuffer b = ByteBuffer.allocate(tidSize + 4 * (numbers.length - 1)).order(ByteOrder.LITTLE_ENDIAN);
        if (tidSize == 1) {
            b.put((byte) numbers[0]);
        } else {
            b.putShort((short) numbers[0]);
        }
        for (int i = 1; i < numbers.length; i++) {
            b.putInt(numbers[i]);
        }
        return b.array();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] entry(int op, byte[] fields) {
        return join(new byte[] {0, 0, (byte) op}, fields);
    }

    private static byte[] withLength(int bytes, byte[] content) {
        ByteBuffer b = ByteBuffer.allocate(bytes + content.length).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes == 2) {
            b.putShort((short) content.length);
        } else {
            b.putInt(content.length);
        }
        return b.put(content).array();
    }

    /// Returns `thread name@start+dur depth` in µs.
    private static String slices(TraceStorage s) {
        Table slices = s.table("__intrinsic_slice");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < slices.rowCount(); i++) {
            long dur = slices.longs("dur").get(i);
            out.append(slices.ints("track_id").get(i))
                    .append(' ')
                    .append(s.strings().get(slices.strings("name").get(i)))
                    .append('@')
                    .append(slices.longs("ts").get(i) / 1_000)
                    .append('+')
                    .append(dur < 0 ? dur : dur / 1_000)
                    .append(" d")
                    .append(slices.ints("depth").get(i))
                    .append('\n');
        }
        return out.toString();
    }

    private static byte[] dual() {
        return join(
                ascii(text(3, "clock=dual\ndata-file-overflow=true\n")),
                header(3, 32, 1_000, 14),
                record(2, 1, 0x10, 2, 10),
                record(2, 7, 0x20, 1, 15),
                record(2, 1, 0x20, 5, 20),
                record(2, 1, 0x20 | 2, 7, 30),
                record(2, 1, 0x10 | 1, 9, 50));
    }

    private static final String DUAL = """
        0 a.A.run: ()V@1010+40 d0
        1 b/B.go: (I)V@1015+-1 d0
        0 b/B.go: (I)V@1020+10 d1
        """;

    @Test
    void readsBothClocks() throws Exception {
        assertTrue(new ArtMethodImporter().sniff(dual()));
        TraceStorage s = read(dual());
        assertEquals(DUAL, slices(s));
        Table slices = s.table("__intrinsic_slice");
        assertEquals(2_000, slices.longs("thread_ts").get(0));
        assertEquals(7_000, slices.longs("thread_dur").get(0));
        assertEquals(1, stat(s, "art_method_overflow"));
        Table threads = s.table("__intrinsic_thread");
        assertEquals("worker", s.strings().get(threads.strings("name").get(2)));
        Table args = s.table("__intrinsic_args");
        StringBuilder paths = new StringBuilder();
        for (int i = 0; i < args.rowCount(); i++) {
            if ("pathname".equals(s.strings().get(args.strings("key").get(i)))) {
                paths.append(s.strings().get(args.strings("string_value").get(i)))
                        .append(' ');
            }
        }
        assertEquals("b/B.java A.java ", paths.toString());
    }

    @Test
    void readsVersionsWithOneClock() throws Exception {
        String expected = "0 a.A.run: ()V@1010+40 d0\n";
        assertEquals(
                expected,
                slices(read(join(
                        ascii(text(1, "clock=wall\n")),
                        header(1, 20, 1_000, 0),
                        record(1, 1, 0x10, 10),
                        record(1, 1, 0x11, 50)))));
        assertEquals(
                expected,
                slices(read(join(
                        ascii(text(2, "clock=wall\n")),
                        header(2, 32, 1_000, 0),
                        record(2, 1, 0x10, 10),
                        record(2, 1, 0x11, 50)))));
        TraceStorage threadTime = read(join(
                ascii(text(2, "clock=thread-cpu\n")),
                header(2, 32, 1_000, 0),
                record(2, 1, 0x10, 10),
                record(2, 1, 0x11, 50)));
        assertEquals(expected, slices(threadTime));
        assertEquals(1, stat(threadTime, "art_method_thread_time_only"));
    }

    @Test
    void readsStreamsWhoseMethodsAndClockComeLater() throws Exception {
        byte[] stream = join(
                header(0xF3, 32, 1_000, 14),
                entry(2, join(new byte[] {1, 0}, withLength(2, ascii("main")))),
                record(2, 1, 0x10, 2, 10),
                record(2, 7, 0x20, 1, 15),
                entry(1, withLength(2, ascii("0x10\ta.A\trun\t()V\tA.java\t5\n"))),
                record(2, 1, 0x20, 5, 20),
                record(2, 1, 0x22, 7, 30),
                entry(1, withLength(2, ascii("0x20\tb/B\tgo\t(I)V\tB.java\n"))),
                record(2, 1, 0x11, 9, 50),
                entry(3, withLength(4, ascii("*version\n3\nclock=dual\npid=9\n*threads\n*methods\n*end\n"))));
        TraceStorage s = read(stream);
        assertEquals(DUAL, slices(s));
        assertEquals(0, stat(s, "art_method_truncated"));
        assertEquals(1, stat(read(Arrays.copyOf(stream, stream.length - 3)), "art_method_truncated"));
    }

    @Test
    void countsTimesThatWrapAround() throws Exception {
        TraceStorage s = read(join(
                ascii(text(2, "clock=wall\n")), header(2, 32, 0, 0), record(2, 1, 0x10, -10), record(2, 1, 0x11, 5)));
        assertEquals("0 a.A.run: ()V@4294967286+15 d0\n", slices(s));
    }

    private static byte[] blocks() {
        byte[] records = join(
                signedLeb128(100 << 2),
                signedLeb128(0x1234),
                signedLeb128(50 << 2),
                signedLeb128(1),
                signedLeb128(7 << 2 | 1));
        return join(
                ByteBuffer.allocate(32)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put(ascii("SLOW"))
                        .putShort((short) 0xF4)
                        .putLong(1_000_000)
                        .putLong(0)
                        .putLong(0)
                        .array(),
                new byte[] {0, 1, 0, 0, 0},
                withLength(2, ascii("main\n")),
                new byte[] {1, 0x34, 0x12, 0, 0, 0, 0, 0, 0},
                withLength(2, ascii("a.A\trun\t()V\tA.java\t5\n")),
                new byte[] {2, 1, 0, 0, 0, 3, 0, 0},
                withLength(4, records),
                new byte[] {3},
                ascii("*version\n4\nclock=wall\npid=77\n*end\n"));
    }

    private static byte[] signedLeb128(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (long remaining = value; ; remaining >>= 7) {
            boolean isLast = remaining >= -64 && remaining < 64;
            out.write((int) (remaining & 0x7F) | (isLast ? 0 : 0x80));
            if (isLast) {
                return out.toByteArray();
            }
        }
    }

    @Test
    void readsBlocksOfCompressedRecords() throws Exception {
        byte[] bytes = blocks();
        assertTrue(new ArtMethodStreamImporter().sniff(bytes));
        assertFalse(new ArtMethodStreamImporter().sniff(header(0xF3, 32, 0, 14)));
        TraceStorage s = read(new ArtMethodStreamImporter(), bytes);
        Table slices = s.table("__intrinsic_slice");
        assertEquals(2, slices.rowCount());
        assertEquals(1_000_100, slices.longs("ts").get(0));
        assertEquals(-1, slices.longs("dur").get(0));
        assertEquals(1_000_150, slices.longs("ts").get(1));
        assertEquals(7, slices.longs("dur").get(1));
        assertEquals("a.A.run: ()V", s.strings().get(slices.strings("name").get(0)));
        Table metadata = s.table("__intrinsic_metadata");
        boolean isFound = false;
        for (int i = 0; i < metadata.rowCount(); i++) {
            isFound |= "pid".equals(s.strings().get(metadata.strings("name").get(i)))
                    && metadata.longs("int_value").get(i) == 77;
        }
        assertTrue(isFound);
        assertEquals(LongColumn.NULL, slices.longs("thread_ts").get(0));
    }

    private static byte[] headerOfBlocks(int version) {
        return ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(ascii("SLOW"))
                .putShort((short) version)
                .putLong(1_000_000)
                .array();
    }

    private static byte[] method(long id, String line) {
        return join(
                ByteBuffer.allocate(9)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put((byte) 1)
                        .putLong(id)
                        .array(),
                withLength(2, ascii(line)));
    }

    private static byte[] block(int tid, int count, byte[] records) {
        return join(
                ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put((byte) 2)
                        .putInt(tid)
                        .put((byte) count)
                        .putShort((short) 0)
                        .array(),
                withLength(4, records));
    }

    private static byte[] leb(long... values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (long value : values) {
            long remaining = value;
            while (remaining < -64 || remaining >= 64) {
                out.write((int) remaining & 0x7F | 0x80);
                remaining >>= 7;
            }
            out.write((int) remaining & 0x7F);
        }
        return out.toByteArray();
    }

    @Test
    void readsRecordsThatBeginWithTheMethod() throws Exception {
        byte[] bytes = join(
                headerOfBlocks(0xF5),
                method(0x7000_1230L, "a.A\trun\t()V\tA.java\n"),
                method(0x7000_1000L, "b/B\tgo\t(I)V\tB.java\n"),
                block(5, 3, leb(0x7000_1230L, 10_000, 2_000, -0x230, 20_000, 3_000, 1, 30_000, 4_000)),
                block(5, 1, leb(0x7000_1232L, 90_000, 12_000)),
                new byte[] {3},
                withLength(2, ascii("*version\n5\nclock=dual\n*end\n")));
        assertTrue(new ArtMethodStreamImporter().sniff(bytes));
        TraceStorage s = read(new ArtMethodStreamImporter(), bytes);
        assertEquals("0 a.A.run: ()V@1010+80 d0\n0 b/B.go: (I)V@1030+30 d1\n", slices(s));
        Table slices = s.table("__intrinsic_slice");
        assertEquals(2_000, slices.longs("thread_ts").get(0));
        assertEquals(10_000, slices.longs("thread_dur").get(0));
        assertEquals(4_000, slices.longs("thread_dur").get(1));
        assertEquals(0, stat(s, "art_method_invalid") + stat(s, "art_method_truncated"));
        for (int i = 32; i < bytes.length; i++) {
            read(new ArtMethodStreamImporter(), Arrays.copyOf(bytes, i));
        }
    }

    @Test
    void theFirstBlockShowsWhetherTheMethodComesFirst() throws Exception {
        byte[] method = method(0x1234, "a.A\trun\t()V\tA.java\n");
        byte[] methodFirst = block(5, 2, leb(0x1234, 10_000, 1, 20_000));
        byte[] timeFirst = block(5, 2, leb(10_000 << 2, 0x1234, 20_000 << 2 | 1));
        String expected = "0 a.A.run: ()V@1010+20 d0\n";
        for (byte[] block : new byte[][] {methodFirst, timeFirst}) {
            byte[] bytes = join(headerOfBlocks(4), method, block, new byte[] {3}, ascii("*end\n"));
            assertEquals(expected, slices(read(new ArtMethodStreamImporter(), bytes)));
        }
    }

    @Test
    void refusesUnknownVersions() {
        assertThrows(TraceProblem.class, () -> read(ascii("*version\n9\n*end\n")));
        assertThrows(TraceProblem.class, () -> read(header(0xF7, 32, 0, 14)));
        assertThrows(TraceProblem.class, () -> read(join(ascii(text(3, "")), ascii("FAST"))));
    }

    @Test
    void survivesTruncationAndDamage() throws Exception {
        byte[] complete = dual();
        for (int i = 10; i < complete.length; i++) {
            read(Arrays.copyOf(complete, i));
        }
        byte[] blocks = blocks();
        for (int i = 10; i < blocks.length; i++) {
            read(new ArtMethodStreamImporter(), Arrays.copyOf(blocks, i));
        }
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = (i % 2 == 0 ? complete : blocks).clone();
            int offset = 9 + random.nextInt(damaged.length - 9);
            damaged[offset] ^= (byte) (1 << random.nextInt(8));
            try {
                read(i % 2 == 0 ? new ArtMethodImporter() : new ArtMethodStreamImporter(), damaged);
            } catch (TraceProblem e) {
                assertTrue(i % 2 == 0, e.getMessage());
            }
        }
    }
}
