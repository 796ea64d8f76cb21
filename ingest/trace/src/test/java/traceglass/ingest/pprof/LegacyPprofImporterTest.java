package traceglass.ingest.pprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class LegacyPprofImporterTest {

    private static final String MAPS = """
            MAPPED_LIBRARIES:
            00400000-00500000 r-xp 00000000 fe:01 42  /bin/demo
            00500000-00600000 rw-p 00100000 fe:01 42  /bin/demo
            """;

    private static byte[] cpu(int wordSize, ByteOrder order) {
        long[] words = {0, 3, 0, 10_000, 0, 5, 2, 0x400100, 0x400201, 1, 1, 0x400300, 0, 1, 0};
        ByteBuffer b =
                ByteBuffer.allocate(words.length * wordSize + MAPS.length()).order(order);
        for (long w : words) {
            if (wordSize == Long.BYTES) {
                b.putLong(w);
            } else {
                b.putInt((int) w);
            }
        }
        return b.put(MAPS.getBytes(StandardCharsets.UTF_8)).array();
    }

    /// Returns the total of each kind of value.
    private static Map<String, Long> totals(TraceStorage storage) {
        Table profiles = storage.table("__intrinsic_aggregate_profile");
        Table samples = storage.table("__intrinsic_aggregate_sample");
        Map<String, Long> totals = new TreeMap<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            int profile = samples.ints("aggregate_profile_id").get(i);
            totals.merge(
                    storage.strings().get(profiles.strings("sample_type_type").get(profile)),
                    (long) samples.doubles("value").get(i),
                    Long::sum);
        }
        return totals;
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String frames(TraceStorage storage) {
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < frames.rowCount(); i++) {
            out.append(storage.strings().get(frames.strings("name").get(i)))
                    .append('@')
                    .append(Long.toHexString(frames.longs("rel_pc").get(i)))
                    .append(' ');
        }
        return out.toString();
    }

    @Test
    void readsCpuProfilesOfAllWordLayouts() throws Exception {
        for (int size : new int[] {Long.BYTES, Integer.BYTES}) {
            for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
                TraceStorage storage = DamagedFile.read(cpu(size, order));
                assertEquals(Map.of("samples", 6L, "cpu", 60_000_000L), totals(storage), size + " " + order);
                assertEquals("null@200 null@100 null@300 ", frames(storage), size + " " + order);
            }
        }
    }

    @Test
    void scalesSampledHeaps() throws Exception {
        TraceStorage storage = read(
                "heap profile: 1: 1024 [2: 4096] @ heap/2048\n1: 1024 [2: 4096] @ 0x400101 0x400201\n"
                        + "#\t0x400100\tmain.make+0x10\tmain.go:7\n#\t0x400200\tmain.main+0x20\tmain.go:9\n\n# runtime.MemStats\n");
        // 1 / (1 - exp(-1024 / 1024)) and 1 / (1 - exp(-2048 / 1024))
        assertEquals(
                Map.of("inuse_objects", 1L, "inuse_space", 1619L, "alloc_objects", 2L, "alloc_space", 4737L),
                totals(storage));
        assertEquals("main.main@400200 main.make@400100 ", frames(storage));
    }

    @Test
    void readsFilesAndBuildIdsOfShortMappings() throws Exception {
        TraceStorage storage = read("heap profile: 7: 70 [7: 70] @ growthz\n"
                + "7: 70 [7: 70] @ 0x400101 0x500101 0x600101\n"
                + "MAPPED_LIBRARIES:\n00400000-00500000: /bin/demo (7fa3e1)\n00500000-00600000: /lib/plain.so\n"
                + "00600000-00700000: /lib/a (copy).so\n");
        Table mappings = storage.table("__intrinsic_stack_profile_mapping");
        List<String> read = new ArrayList<>();
        for (int i = 0; i < mappings.rowCount(); i++) {
            read.add(storage.strings().get(mappings.strings("name").get(i)) + " "
                    + storage.strings().get(mappings.strings("build_id").get(i)));
        }
        assertEquals(
                List.of("/bin/demo 7fa3e1", "/lib/a (copy).so ", "/lib/plain.so ", "[unknown] "),
                read.stream().sorted().toList());
    }

    @Test
    void readsUnsampledHeapsAndGrowth() throws Exception {
        String line = "7: 70 [7: 70] @ 0x400101\n" + MAPS;
        assertEquals(
                Map.of("objects", 7L, "space", 70L),
                totals(read("heap profile: 7: 70 [7: 70] @ heapprofile\n" + line)));
        assertEquals(
                Map.of("objects", 7L, "space", 70L), totals(read("heap profile: 7: 70 [7: 70] @ growthz\n" + line)));
    }

    @Test
    void readsHeapsOfJemalloc() throws Exception {
        TraceStorage storage = read("heap_v2/1\n  t*: 3: 96 [0: 0]\n  t0: 3: 96 [0: 0]\n@ 0x400101 0x400201\n"
                + "  t*: 3: 96 [0: 0]\n  t0: 1: 32 [0: 0]\n  t7: 2: 64 [0: 0]\n@ 0x400301\n  t*: 1: 4 [0: 0]\n\n"
                + MAPS);
        assertEquals(Map.of("objects", 4L, "space", 100L), totals(storage));
        assertEquals(6, storage.table("__intrinsic_aggregate_sample").rowCount());
        Table labels = storage.table("__intrinsic_aggregate_label");
        assertEquals("thread", storage.strings().get(labels.strings("key").get(3)));
        assertEquals(7, labels.longs("int_value").get(3));
    }

    @Test
    void readsContention() throws Exception {
        TraceStorage storage = read("--- contentionz 1 ---\ncycles/second = 2000000000\nsampling period = 100\n"
                + "ms since reset = 5\n  1000   3 @ 0x400101\n" + MAPS);
        assertEquals(Map.of("contentions", 300L, "delay", 50_000L), totals(storage));
    }

    @Test
    void readsCountThreadAndJavaContentionProfiles() throws Exception {
        assertEquals(
                Map.of("goroutine", 5L),
                totals(read("goroutine profile: total 5\n2 @ 0x400101\n3 @ 0x400101 0x400201\n")));
        TraceStorage threads = read("--- threadz 1 ---\n\n--- Thread 7f (name: main/12) stack: ---\n"
                + "  PC:  0x00400100: wait(int)\n       0x00400201: main\n--- Thread 8f (name: b/13) stack: ---\n"
                + "  [same as previous thread]\n" + "--- Memory map: ---\n" + MAPS);
        assertEquals(Map.of("thread", 2L), totals(threads));
        assertEquals("main@200 wait(int)@100 ", frames(threads));
        TraceStorage java = read(
                "--- contentionz 1 ---\nformat = java\nresolution = microseconds\nsampling period = 10\n"
                        + "  7  2 @ 0x00000003 0x00000004\n 0x00000003 a.B.lock (B.java:12)\n 0x00000004 a.B.run (B.java:5)\n");
        assertEquals(Map.of("contentions", 20L, "delay", 70L), totals(java));
        assertEquals("a.B.run@4 a.B.lock@3 ", frames(java));
    }

    @Test
    void recognizesOnlyItsOwnFirstLines() {
        LegacyPprofImporter importer = new LegacyPprofImporter();
        assertTrue(importer.sniff("\nthreadcreate profile: total 9\n".getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff("my profile: 9\n".getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff("--- a/file\n+++ b/file\n".getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff(new byte[64]));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(cpu(Long.BYTES, ByteOrder.LITTLE_ENDIAN), 3);
        String text = "heap profile: 1: 8 [2: 16] @ heapz_v2/524288\n1: 8 [2: 16] @ 0x400101 0x400201\n";
        DamagedFile.assertSurvives((text + MAPS).getBytes(StandardCharsets.UTF_8), 4);
    }
}
