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
}
