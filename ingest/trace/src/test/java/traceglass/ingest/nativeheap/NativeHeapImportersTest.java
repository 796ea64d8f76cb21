package traceglass.ingest.nativeheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.callgrind.CallgrindImporter;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.TraceStorage;

class NativeHeapImportersTest {

    private static byte[] file(String name) throws Exception {
        try (InputStream in = NativeHeapImportersTest.class.getResourceAsStream("/cases/nativeheap/" + name)) {
            return in.readAllBytes();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static int samples(TraceStorage storage) {
        return storage.table("__intrinsic_aggregate_sample").rowCount();
    }

    @Test
    void recognizesFilesByTheirContent() throws Exception {
        assertEquals("dhat", DamagedFile.type(file("dhat.json")));
        assertEquals("massif", DamagedFile.type(file("massif.txt")));
        assertEquals("heaptrack", DamagedFile.type(file("heaptrack.txt")));
        assertEquals("heaptrack", DamagedFile.type(file("old-heaptrack.txt")));
        assertFalse(new MassifImporter().sniff(bytes("desc: x\ncmd: ls\nevents: Ir\n")));
        assertFalse(new CallgrindImporter().sniff(file("massif.txt")));
        assertFalse(new HeaptrackImporter().sniff(bytes("v 1.0\nX demo\n")));
        assertFalse(new HeaptrackImporter().sniff(bytes("v 10000 2\nhello\n")));
    }

    @Test
    void explainsHowToReadRecordingsWithoutSymbols() {
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> DamagedFile.read(bytes("v 10400 2\nx ./demo\nI 1000 10\nt 401000 0\n")));
        assertTrue(problem.getMessage().contains("heaptrack --interpret"), problem.getMessage());
    }

    @Test
    void readsEmptyProfiles() throws Exception {
        assertEquals(
                0,
                samples(DamagedFile.read(bytes("{\"dhatFileVersion\":2,\"mode\":\"heap\",\"pps\":[],\"ftbl\":[]}"))));
        assertEquals(0, samples(DamagedFile.read(bytes("desc: (none)\ncmd: ls\ntime_unit: i\n"))));
        assertEquals(0, samples(DamagedFile.read(bytes("v 10500 3\nX ls\nI 1000 10\n"))));
    }

    @Test
    void keepsUnknownFramesOfATruncatedProfile() throws Exception {
        byte[] json = file("dhat.json");
        TraceStorage truncated = DamagedInputs.read(new DhatImporter(), Arrays.copyOf(json, json.length - 300));
        assertEquals(1, ImportedStats.stat(truncated, "native_heap_truncated"));
        assertTrue(samples(truncated) > 0);
    }

    @Test
    void writesFewRowsForLongRecordings() throws Exception {
        StringBuilder text = new StringBuilder("v 10500 3\nX ls\nI 1000 10\ns 4 main\ni 1000 0 1 0 0\nt 1 0\na 40 1\n");
        for (int ms = 10; ms < 1_000_000; ms += 10) {
            text.append("+ 0\n- 0\nc ").append(Integer.toHexString(ms)).append('\n');
        }
        TraceStorage storage = DamagedInputs.read(new HeaptrackImporter(), bytes(text.toString()));
        int rows = storage.table("__intrinsic_heap_profile_allocation").rowCount();
        assertTrue(rows > 100 && rows < 2000, rows + " rows");
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedInputs.check(new DhatImporter(), file("dhat.json"), NativeHeapImportersTest::samples);
        DamagedInputs.checkTruncated(new MassifImporter(), file("massif.txt"), (storage, n) -> {});
        DamagedInputs.checkFlipped(new MassifImporter(), file("massif.txt"));
        for (String name : new String[] {"heaptrack.txt", "old-heaptrack.txt"}) {
            DamagedInputs.checkTruncated(new HeaptrackImporter(), file(name), (storage, n) -> {});
            DamagedInputs.checkFlipped(new HeaptrackImporter(), file(name));
        }
    }

    @Test
    void ignoresHugeNumbers() throws Exception {
        TraceStorage storage = DamagedInputs.read(
                new HeaptrackImporter(),
                bytes("v 10500 3\n"
                        + "X x\n"
                        + "s ffffffffffffffff a\n"
                        + "i ffffffffffffffff ffffffff 7fffffff\n"
                        + "t 7fffffffffffffff 7fffffffffffffff\n"
                        + "a ffffffffffffffff 1\n"
                        + "a 7fffffffffffffff 1\n"
                        + "+ 0\n"
                        + "+ 1\n"
                        + "+ ffffffffffffffff\n"
                        + "c ffffffffffffffff\n"
                        + "c 7fffffffffffffff\n"
                        + "R 7fffffffffffffff\n"));
        assertEquals(2, ImportedStats.stat(storage, "native_heap_line_skipped"));
    }

    @Test
    void readsMemrayRecordings() throws Exception {
        assertEquals("memray", DamagedFile.type(file("memray-12.bin")));
        assertEquals(
                samples(DamagedFile.read(file("memray-12.bin"))), samples(DamagedFile.read(file("memray-13.bin"))));
        for (String name : new String[] {"memray-11.bin", "memray-12.bin", "memray-13.bin", "memray-aggregate.bin"}) {
            DamagedInputs.checkTruncated(new MemrayImporter(), file(name), (storage, n) -> {});
            DamagedInputs.checkFlipped(new MemrayImporter(), file(name));
        }
        byte[] complete = file("memray-12.bin");
        TraceStorage truncated = DamagedInputs.read(new MemrayImporter(), Arrays.copyOf(complete, complete.length - 5));
        assertEquals(1, ImportedStats.stat(truncated, "native_heap_truncated"));
        assertTrue(samples(truncated) > 0);
        // A record of a type that no version has, in place of the last record.
        complete[complete.length - 1] = 15;
        TraceStorage unknown = DamagedInputs.read(new MemrayImporter(), complete);
        assertEquals(1, ImportedStats.stat(unknown, "native_heap_truncated"));
        assertEquals(samples(DamagedFile.read(file("memray-12.bin"))), samples(unknown));
    }

    @Test
    void readsExportsOfMemray() throws Exception {
        assertEquals("memray_csv", DamagedFile.type(file("memray-table.csv")));
        assertEquals("gprof2dot", DamagedFile.type(file("memray-chains.json")));
        assertFalse(new CallChainsImporter().sniff(bytes("{\"version\":1,\"costs\":[],\"events\":[]}")));
        DamagedInputs.check(new MemrayCsvImporter(), file("memray-table.csv"), NativeHeapImportersTest::samples);
        DamagedInputs.check(new CallChainsImporter(), file("memray-chains.json"), NativeHeapImportersTest::samples);
    }

    @Test
    void namesUnsupportedVersionsOfMemray() throws Exception {
        byte[] later = file("memray-12.bin");
        later[7] = 99;
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedFile.read(later));
        assertTrue(problem.getMessage().contains("version 99"), problem.getMessage());
        assertThrows(TraceProblem.class, () -> DamagedFile.read(Arrays.copyOf(file("memray-12.bin"), 30)));
    }

    /// Tests line tables as CPython writes them for a function whose body begins one line after its `def`.
    @Test
    void findsLinesOfInstructions() {
        byte[] ranges = {2, 1, 4, 2, 2, -128};
        assertEquals(11, PythonLineTable.line(0x030a0000, ranges, 0, 10));
        assertEquals(13, PythonLineTable.line(0x030a0000, ranges, 2, 10));
        byte[] steps = {0, 1, 6, 2};
        assertEquals(11, PythonLineTable.line(0x03090000, steps, 4, 10));
        assertEquals(13, PythonLineTable.line(0x03090000, steps, 6, 10));
        assertEquals(10, PythonLineTable.line(0x030c0000, new byte[0], 6, 10));
    }
}
