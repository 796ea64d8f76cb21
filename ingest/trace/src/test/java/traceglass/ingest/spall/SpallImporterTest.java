package traceglass.ingest.spall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.TraceStorage;

class SpallImporterTest {

    private final ByteBuffer out = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);

    private SpallImporterTest header(long version, double unit) {
        out.putLong(0x0BADF00DL).putLong(version).putDouble(unit).putLong(0);
        return this;
    }

    private SpallImporterTest begin(int tid, double time, String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        out.put((byte) 3).put((byte) 0).putInt(1).putInt(tid).putDouble(time);
        out.put((byte) text.length).put((byte) 0).put(text);
        return this;
    }

    private SpallImporterTest end(int tid, double time) {
        out.put((byte) 4).putInt(1).putInt(tid).putDouble(time);
        return this;
    }

    private byte[] bytes() {
        return Arrays.copyOf(out.array(), out.position());
    }

    private static int slices(TraceStorage storage) {
        return storage.table("__intrinsic_slice").rowCount();
    }

    @Test
    void keepsEverythingBeforeATruncation() throws Exception {
        byte[] complete = header(1, 1)
                .begin(1, 1, "a")
                .end(1, 2)
                .begin(1, 3, "b")
                .end(1, 4)
                .bytes();
        TraceStorage storage = DamagedFile.read(Arrays.copyOf(complete, complete.length - 3));
        assertEquals(2, slices(storage));
        assertEquals(1, stat(storage, "spall_truncated"));
        assertEquals(0, stat(DamagedFile.read(complete), "spall_truncated"));
    }

    @Test
    void stopsAtEventsWithoutADefinition() throws Exception {
        byte[] complete = header(1, 1).begin(1, 1, "a").end(1, 2).bytes();
        byte[] more = Arrays.copyOf(complete, complete.length + 20);
        more[complete.length] = 5;
        TraceStorage storage = DamagedFile.read(more);
        assertEquals(1, slices(storage));
        assertEquals(1, stat(storage, "spall_unsupported_event"));
    }

    @Test
    void skipsEventsWithInvalidTimes() throws Exception {
        header(1, 1)
                .begin(1, Double.NaN, "a")
                .begin(1, -5, "b")
                .begin(1, 1e300, "c")
                .begin(1, 5, "d")
                .end(1, 6);
        TraceStorage storage = DamagedFile.read(bytes());
        assertEquals(1, slices(storage));
        assertEquals(3, stat(storage, "spall_unsupported_event"));
    }

    @Test
    void refusesOtherVersionsAndUnits() {
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> DamagedFile.read(header(2, 1).bytes()));
        assertTrue(problem.getMessage().contains("version 2"), problem.getMessage());
        out.clear();
        assertThrows(TraceProblem.class, () -> DamagedFile.read(header(1, 0).bytes()));
        assertThrows(TraceProblem.class, () -> DamagedFile.read(Arrays.copyOf(bytes(), 20)));
        assertFalse(new SpallImporter().sniff(new byte[] {0x0d, (byte) 0xf0}));
    }

    @Test
    void survivesDamage() throws Exception {
        header(1, 0.5);
        for (int i = 0; i < 20; i++) {
            begin(i % 3, i * 10, "function" + i)
                    .begin(i % 3, i * 10 + 1, "inner")
                    .end(i % 3, i * 10 + 2)
                    .end(i % 3, i * 10 + 5);
        }
        DamagedInputs.check(new SpallImporter(), bytes(), SpallImporterTest::slices);
        DamagedFile.assertSurvives(bytes(), 9);
    }

    private SpallImporterTest buffer(int pid, int tid, byte[] events) {
        out.putInt(events.length).putInt(tid).putInt(pid).putLong(0).put(events);
        return this;
    }

    private static byte[] events(String hex) {
        return HexFormat.ofDelimiter(" ").parseHex(hex);
    }

    private static final String CALL = "03 05 00 00 00 00 00 00 00 01 00 61 04 09 00 00 00 00 00 00 00";

    @Test
    void readsTheBuffersOfVersion3() throws Exception {
        byte[] names = events("08 01 70 09 01 74");
        TraceStorage storage = DamagedFile.read(header(3, 2)
                .buffer(7, 8, names)
                .buffer(7, 8, events(CALL))
                .buffer(7, 9, events(CALL))
                .bytes());
        assertEquals(2, slices(storage));
        assertEquals(10, storage.table("__intrinsic_slice").longs("ts").get(0));
        assertEquals(8, storage.table("__intrinsic_slice").longs("dur").get(0));
        assertEquals(0, stat(storage, "spall_truncated"));
        assertEquals(0, stat(storage, "spall_unsupported_event"));
    }

    @Test
    void continuesWithTheNextBufferAfterAnEventWithoutADefinition() throws Exception {
        TraceStorage storage = DamagedFile.read(header(3, 1)
                .buffer(7, 8, events("05 00 00 00"))
                .buffer(7, 8, events(CALL))
                .bytes());
        assertEquals(1, slices(storage));
        assertEquals(1, stat(storage, "spall_unsupported_event"));
    }

    @Test
    void keepsTimesOfVersion3ToTheNanosecond() throws Exception {
        long start = 1_700_000_000_123_456_789L;
        byte[] call = ByteBuffer.allocate(21)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 3)
                .putLong(start)
                .put(new byte[] {1, 0, 'a', 4})
                .putLong(start + 7)
                .array();
        TraceStorage storage = DamagedFile.read(header(3, 1).buffer(7, 8, call).bytes());
        assertEquals(start, storage.table("__intrinsic_slice").longs("ts").get(0));
        assertEquals(7, storage.table("__intrinsic_slice").longs("dur").get(0));
    }

    @Test
    void readsNothingAfterABufferThatIsLargerThanItsSize() throws Exception {
        byte[] bytes = header(3, 1)
                .buffer(7, 8, events(CALL))
                .buffer(7, 9, events(CALL))
                .bytes();
        bytes[32] = (byte) (bytes[32] - 2);
        TraceStorage storage = DamagedFile.read(bytes);
        assertEquals(1, slices(storage));
        assertEquals(1, stat(storage, "spall_unsupported_event"));
    }

    @Test
    void keepsEverythingBeforeATruncationOfABuffer() throws Exception {
        byte[] complete = header(3, 1)
                .buffer(7, 8, events(CALL))
                .buffer(7, 8, events(CALL))
                .bytes();
        for (int cut : new int[] {3, 25, 40}) {
            TraceStorage storage = DamagedFile.read(Arrays.copyOf(complete, complete.length - cut));
            assertTrue(slices(storage) >= 1);
            assertEquals(1, stat(storage, "spall_truncated"));
        }
    }
}
