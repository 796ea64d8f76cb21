package traceglass.ingest.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Imports a recording of the virtual machine that runs this test.
class JfrImporterTest {

    @TempDir
    static Path dir;

    private static Path file;
    private static byte[] bytes;

    @Name("test.Order")
    @Label("Order")
    static class Order extends Event {
        int number;
        String customer;
    }

    @BeforeAll
    static void recordEvents() throws Exception {
        file = dir.resolve("own.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep").withThreshold(Duration.ZERO);
            recording.enable("jdk.GCHeapSummary");
            recording.enable("jdk.GarbageCollection");
            recording.enable("jdk.JVMInformation");
            recording.enable(Order.class);
            recording.start();
            for (int i = 0; i < 20; i++) {
                Order order = new Order();
                order.begin();
                order.number = i;
                order.customer = "Zoë";
                Thread.sleep(1);
                order.commit();
            }
            System.gc();
            Thread virtual = Thread.ofVirtual().name("courier").start(() -> new Order().commit());
            virtual.join();
            recording.stop();
            recording.dump(file);
        }
        bytes = Files.readAllBytes(file);
    }

    private static Map<String, Integer> sliceCounts(TraceStorage storage) {
        Map<String, Integer> counts = new TreeMap<>();
        Table slices = storage.table("__intrinsic_slice");
        for (int i = 0; i < slices.rowCount(); i++) {
            counts.merge(storage.strings().get(slices.strings("name").get(i)), 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void readsTheEventsThatTheJdkReads() throws Exception {
        Map<String, Integer> expected = new TreeMap<>();
        long slept = 0;
        long heapSummaries = 0;
        try (RecordingFile in = new RecordingFile(file)) {
            while (in.hasMoreEvents()) {
                RecordedEvent e = in.readEvent();
                String name = e.getEventType().getName();
                switch (name) {
                    case "jdk.ThreadSleep", "jdk.GarbageCollection", "test.Order" ->
                        expected.merge(name.substring(name.indexOf('.') + 1), 1, Integer::sum);
                    case "jdk.GCHeapSummary" -> heapSummaries++;
                    default -> {}
                }
                slept += name.equals("jdk.ThreadSleep") ? e.getDuration().toNanos() : 0;
            }
        }
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), bytes);
        Map<String, Integer> counts = sliceCounts(storage);
        counts.keySet().retainAll(expected.keySet());
        assertEquals(expected, counts);
        assertEquals(21, counts.get("Order"));
        Table slices = storage.table("__intrinsic_slice");
        long dur = 0;
        for (int i = 0; i < slices.rowCount(); i++) {
            boolean isSleep =
                    storage.strings().get(slices.strings("name").get(i)).equals("ThreadSleep");
            dur += isSleep ? slices.longs("dur").get(i) : 0;
        }
        assertEquals(slept, dur, 1_000);
        Table counters = storage.table("__intrinsic_counter");
        Table tracks = storage.table("__intrinsic_track");
        long used = 0;
        for (int i = 0; i < counters.rowCount(); i++) {
            int name = tracks.strings("name").get(counters.ints("track_id").get(i));
            used += storage.strings().get(name).equals("Heap used") ? 1 : 0;
        }
        assertEquals(heapSummaries, used);
        assertEquals(0, stat(storage, "jfr_truncated") + stat(storage, "jfr_invalid_event"));
    }

    @Test
    void nestsSleepsInEventsOfTheProgramAndKeepsTheirFields() throws Exception {
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), bytes);
        Table slices = storage.table("__intrinsic_slice");
        int nested = 0;
        for (int i = 0; i < slices.rowCount(); i++) {
            String name = storage.strings().get(slices.strings("name").get(i));
            nested += name.equals("ThreadSleep") && slices.ints("depth").get(i) == 1 ? 1 : 0;
        }
        assertTrue(nested >= 20, "sleeps within orders: " + nested);
        Table args = storage.table("__intrinsic_args");
        boolean isFound = false;
        for (int i = 0; i < args.rowCount(); i++) {
            isFound |= storage.strings().get(args.strings("flat_key").get(i)).equals("data.customer")
                    && storage.strings()
                            .get(args.strings("string_value").get(i))
                            .equals("Zoë");
        }
        assertTrue(isFound, "the customer is an argument");
    }

    @Test
    void keepsTheEventsOfAnUnfinishedChunk() throws Exception {
        byte[] unfinished = bytes.clone();
        Arrays.fill(unfinished, 8, 16, (byte) 0);
        unfinished[64] = 1;
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), unfinished);
        assertEquals(21, sliceCounts(storage).get("Order"));
        assertEquals(1, stat(storage, "jfr_truncated"));
    }

    @Test
    void keepsEverythingBeforeATruncation() {
        int[] maxEvents = {0};
        DamagedInputs.checkTruncated(new JfrImporter(), bytes, (storage, fiftieths) -> {
            assertTrue(
                    stat(storage, "jfr_truncated") + stat(storage, "jfr_invalid_chunk") > 0, "at " + fiftieths + "/50");
            maxEvents[0] = Math.max(maxEvents[0], sliceCounts(storage).getOrDefault("Order", 0));
        });
        assertTrue(maxEvents[0] <= 21);
    }

    @Test
    void survivesFlippedBits() {
        DamagedInputs.checkFlipped(new JfrImporter(), bytes);
    }

    @Test
    void readsSeveralChunks() throws Exception {
        byte[] twice = Arrays.copyOf(bytes, bytes.length * 2);
        System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
        assertEquals(
                42, sliceCounts(DamagedInputs.read(new JfrImporter(), twice)).get("Order"));
    }

    @Test
    void readsLargeRecordingsFromATemporaryFileAndDeletesIt() throws Exception {
        int copies = (17 << 20) / bytes.length + 1;
        byte[] large = new byte[copies * bytes.length];
        for (int i = 0; i < copies; i++) {
            System.arraycopy(bytes, 0, large, i * bytes.length, bytes.length);
        }
        long before = temporaryFiles();
        assertEquals(
                21 * copies,
                sliceCounts(DamagedInputs.read(new JfrImporter(), large)).get("Order"));
        assertEquals(before, temporaryFiles());
    }

    private static long temporaryFiles() throws IOException {
        String ownInputs = "traceglass-" + ProcessHandle.current().pid() + "-.*\\.input";
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(f -> f.getFileName().toString().matches(ownInputs))
                    .count();
        }
    }

    @Test
    void skipsADamagedChunk() throws Exception {
        byte[] truncated = Arrays.copyOf(bytes, bytes.length / 2);
        byte[] both = Arrays.copyOf(truncated, truncated.length + bytes.length);
        System.arraycopy(bytes, 0, both, truncated.length, bytes.length);
        both[8] = 0x7f;
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), both);
        assertTrue(sliceCounts(storage).get("Order") >= 21);
        assertTrue(stat(storage, "jfr_truncated") > 0);
    }

    @Test
    void refusesNewerVersionsAndFilesWithoutAHeader() {
        byte[] future = bytes.clone();
        future[5] = 9;
        assertThrows(TraceProblem.class, () -> DamagedInputs.read(new JfrImporter(), future));
        assertThrows(TraceProblem.class, () -> DamagedInputs.read(new JfrImporter(), Arrays.copyOf(bytes, 20)));
    }

    @Test
    void readsAChunkWithoutEvents() throws Exception {
        byte[] empty = Arrays.copyOf(bytes, JfrChunk.HEADER_SIZE);
        empty[8] = 0;
        Arrays.fill(empty, 8, 15, (byte) 0);
        empty[15] = JfrChunk.HEADER_SIZE;
        TraceStorage storage = DamagedInputs.read(new JfrImporter(), empty);
        assertTrue(sliceCounts(storage).isEmpty());
    }

    @Test
    void recognizesTheMagicNumber() {
        assertTrue(new JfrImporter().sniff(bytes));
        assertFalse(new JfrImporter().sniff(new byte[] {'F', 'L', 'R'}));
    }

    @Test
    void namesClassesAsInSource() {
        assertEquals("java.lang.String", JfrConstants.sourceName("java/lang/String"));
        assertEquals("int[][]", JfrConstants.sourceName("[[I"));
        assertEquals("java.lang.Object[]", JfrConstants.sourceName("[Ljava/lang/Object;"));
    }
}
