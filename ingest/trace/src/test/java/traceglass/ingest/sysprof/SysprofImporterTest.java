package traceglass.ingest.sysprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class SysprofImporterTest {

    private static final long KERNEL = -128;
    private static final long USER = -512;
    private static final long SCRIPT = 0xE000_0000_0000_0001L;
    private static final String TIME = "2026-01-01T00:00:00Z";

    private static CaptureBuilder capture() {
        return new CaptureBuilder(ByteOrder.LITTLE_ENDIAN, TIME);
    }

    private static String string(TraceStorage storage, Table table, String column, int row) {
        return storage.strings().get(table.strings(column).get(row));
    }

    /// Returns the names of the frames of a callsite, the outermost first.
    private static String stack(TraceStorage storage, int callsite) {
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        List<String> names = new ArrayList<>();
        for (int c = callsite;
                c != IntColumn.NULL;
                c = callsites.ints("parent_id").get(c)) {
            names.add(string(storage, frames, "name", callsites.ints("frame_id").get(c)));
        }
        Collections.reverse(names);
        return String.join(";", names);
    }

    private static byte[] everything(ByteOrder order) {
        return new CaptureBuilder(order, TIME)
                .process("/usr/bin/app --flag")
                .map(0x400000, 0x500000, 0x1000, "/usr/bin/app")
                .name(SCRIPT, "draw (ui.js:3)")
                .sample(1000, 43, KERNEL, 0xffffffff81000010L, USER, 0x400100, SCRIPT, 0x400200)
                .mark(3000, 100, "Compositor", "Paint", "screen 1")
                .mark(3050, 20, "Compositor", "Draw", "")
                .log(5000, 1 << 4, "Gtk", "is missing")
                .counter(7, true, "CPU", "Usage")
                .value(6000, 7, Double.doubleToLongBits(12.5))
                .allocation(7000, 0x9000, 64, 0x400100)
                .allocation(8000, 0x9000, 0)
                .call(9000, 43, true, 0x400100)
                .call(9500, 43, false, 0x400100)
                .file(
                        "/proc/kallsyms",
                        "ffffffff81000000 T entry\nffffffff82000000 T next\n".getBytes(StandardCharsets.UTF_8))
                .lookedUp(0x400080, 0x400180, CaptureBuilder.PID, "loop")
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsFramesOfAllTypes(boolean isLittleEndian) throws Exception {
        TraceStorage storage =
                DamagedFile.read(everything(isLittleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN));
        Table samples = storage.table("__intrinsic_profiler_sample");
        assertEquals(1, samples.rowCount());
        assertEquals(CaptureBuilder.START + 1000, samples.longs("ts").get(0));
        assertEquals(
                ";draw (ui.js:3);loop;entry",
                stack(storage, samples.ints("callsite_id").get(0)));
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        assertEquals(0x400200 - 1 - 0x400000 + 0x1000, frames.longs("rel_pc").get(0));
        Table processes = storage.table("__intrinsic_process");
        assertEquals("app", string(storage, processes, "name", 1));
        assertEquals("/usr/bin/app --flag", string(storage, processes, "cmdline", 1));
        Table slices = storage.table("__intrinsic_slice");
        assertEquals(3, slices.rowCount());
        assertEquals("Paint", string(storage, slices, "name", 0));
        assertEquals(100, slices.longs("dur").get(0));
        assertEquals(1, slices.ints("depth").get(1));
        assertEquals("loop", string(storage, slices, "name", 2));
        assertEquals(500, slices.longs("dur").get(2));
        Table logs = storage.table("__intrinsic_logs");
        assertEquals("is missing", string(storage, logs, "msg", 0));
        assertEquals(5, logs.longs("prio").get(0));
        assertEquals(12.5, storage.table("__intrinsic_counter").doubles("value").get(0));
        Table heap = storage.table("__intrinsic_heap_profile_allocation");
        assertEquals(
                List.of(64L, -64L),
                List.of(heap.longs("size").get(0), heap.longs("size").get(1)));
        assertEquals("loop", stack(storage, heap.ints("callsite_id").get(1)));
    }

    /// Returns the sums of the profiles by name.
    private static Map<String, Long> profiles(TraceStorage storage) {
        Table profiles = storage.table("__intrinsic_aggregate_profile");
        Table samples = storage.table("__intrinsic_aggregate_sample");
        Map<String, Long> sums = new TreeMap<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            int row = samples.ints("aggregate_profile_id").get(i);
            sums.merge(
                    string(storage, profiles, "name", row),
                    (long) samples.doubles("value").get(i),
                    Long::sum);
        }
        return sums;
    }

    @Test
    void allocationsBecomeATimelineOfTheHeap() throws Exception {
        TraceStorage storage = DamagedFile.read(capture()
                .allocation(1_000_000, 0x9000, 100, 0x10)
                .allocation(1_200_000, 0x9000, 0)
                .allocation(2_000_000, 0xA000, 30, 0x20)
                .allocation(500_000_000, 0xB000, 7)
                .build());
        assertEquals(
                Map.of(
                        "Sysprof allocated", 137L,
                        "Sysprof allocations", 3L,
                        "Sysprof heap at peak", 100L,
                        "Sysprof not released", 37L),
                profiles(storage));
        Table counters = storage.table("__intrinsic_counter");
        List<String> sizes = new ArrayList<>();
        for (int i = 0; i < counters.rowCount(); i++) {
            int track = counters.ints("track_id").get(i);
            if (string(storage, storage.table("__intrinsic_track"), "name", track)
                    .equals("Heap size")) {
                sizes.add(counters.longs("ts").get(i) - CaptureBuilder.START + ": "
                        + (long) counters.doubles("value").get(i));
            }
        }
        assertEquals(List.of("1000000: 0", "2000000: 0", "3000000: 30", "501000000: 37"), sizes);
    }

    @Test
    void countsUnmatchedAllocations() throws Exception {
        TraceStorage storage = DamagedFile.read(capture()
                .allocation(1000, 0x8000, 0)
                .allocation(2000, 0x9000, 100, 0x10)
                .allocation(3000, 0x9000, 30, 0x20)
                .allocation(4000, 0x9000, 0)
                .build());
        assertEquals(1, stat(storage, "sysprof_unknown_release"));
        assertEquals(1, stat(storage, "sysprof_reused_address"));
        assertEquals(
                Map.of("Sysprof allocated", 130L, "Sysprof allocations", 2L, "Sysprof heap at peak", 100L),
                profiles(storage));
    }

    @Test
    void eachProcessHasProfilesOfItsHeap() throws Exception {
        TraceStorage storage = DamagedFile.read(capture()
                .allocation(1000, 0x9000, 100, 0x10)
                .ofProcess(50)
                .allocation(2000, 0x9000, 30, 0x20)
                .build());
        assertEquals(100, profiles(storage).get("Sysprof 42 not released"));
        assertEquals(30, profiles(storage).get("Sysprof 50 not released"));
    }

    @Test
    void capturesMayContainTheHeapsOfManyProcesses() throws Exception {
        CaptureBuilder capture = capture();
        for (int i = 1; i <= 6000; i++) {
            capture.ofProcess(i).allocation(1000 + i, 0x9000, 100, 0x10 + i);
        }
        Map<String, Long> sums = profiles(DamagedFile.read(capture.build()));
        assertEquals(100, sums.get("Sysprof 6000 not released"));
    }

    @Test
    void countsInvalidCounterValues() throws Exception {
        TraceStorage storage = DamagedFile.read(capture()
                .counter(7, true, "CPU", "Usage")
                .value(1000, 7, Double.doubleToLongBits(Double.NaN))
                .value(2000, 8, 5)
                .value(3000, 7, Double.doubleToLongBits(2.5))
                .build());
        assertEquals(1, storage.table("__intrinsic_counter").rowCount());
        assertEquals(2, stat(storage, "sysprof_invalid_counter_value"));
    }

    @Test
    void namesMayBeCompressedAndComeInChunks() throws Exception {
        java.io.ByteArrayOutputStream file = new java.io.ByteArrayOutputStream();
        try (var gzip = new java.util.zip.GZIPOutputStream(file)) {
            gzip.write("ffffffff81000000 t entry\n".getBytes(StandardCharsets.UTF_8));
        }
        byte[] gz = file.toByteArray();
        TraceStorage storage = DamagedFile.read(capture()
                .sample(1, 42, 0xffffffff81000010L)
                .file("/proc/kallsyms.gz", Arrays.copyOf(gz, 10))
                .file("/proc/kallsyms.gz", Arrays.copyOfRange(gz, 10, gz.length))
                .build());
        assertEquals(
                "entry",
                stack(
                        storage,
                        storage.table("__intrinsic_profiler_sample")
                                .ints("callsite_id")
                                .get(0)));
    }

    @Test
    void addressesFarFromKernelFunctionsHaveNoName() throws Exception {
        TraceStorage storage = DamagedFile.read(capture()
                .sample(1, 42, 0xffffffffc1000010L, 0xffffffff82000010L)
                .file(
                        "/proc/kallsyms",
                        "ffffffff82000000 T next\n\nffffffff81000000 T entry\n".getBytes(StandardCharsets.UTF_8))
                .build());
        assertEquals(
                "next;",
                stack(
                        storage,
                        storage.table("__intrinsic_profiler_sample")
                                .ints("callsite_id")
                                .get(0)));
    }

    @Test
    void samplesUseTheFilesMappedAtTheirTime() throws Exception {
        CaptureBuilder capture = capture().map(0x1000, 0x2000, 0, "first").sample(1, 42, 0x1010);
        ByteBuffer fields = capture.fields(32 + 8)
                .putLong(0x1000)
                .putLong(0x2000)
                .putLong(0)
                .putLong(7);
        TraceStorage storage = DamagedFile.read(capture.sample(2, 42, 0x1010)
                .frame(3, 3, fields.put(CaptureBuilder.text("second", 8)))
                .sample(4, 42, 0x1010)
                .build());
        Table samples = storage.table("__intrinsic_profiler_sample");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        Table mappings = storage.table("__intrinsic_stack_profile_mapping");
        List<String> files = new ArrayList<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            int frame =
                    callsites.ints("frame_id").get(samples.ints("callsite_id").get(i));
            files.add(string(storage, mappings, "name", frames.ints("mapping").get(frame)));
        }
        assertEquals(List.of("first", "first", "second"), files);
    }

    @Test
    void processesStartAndEnd() throws Exception {
        TraceStorage storage = DamagedFile.read(capture()
                .process("app")
                .frame(5, 100, capture().fields(4).putInt(50))
                .sample(200, 42)
                .ofProcess(50)
                .sample(250, 50)
                .frame(6, 300, capture().fields(0))
                .build());
        Table processes = storage.table("__intrinsic_process");
        assertEquals(3, processes.rowCount());
        assertEquals(CaptureBuilder.START + 100, processes.longs("start_ts").get(2));
        assertEquals(CaptureBuilder.START + 300, processes.longs("end_ts").get(2));
        assertEquals(1, processes.ints("parent_upid").get(2));
        assertEquals("app", string(storage, processes, "name", 2));
    }

    @Test
    void startsAndEndsOfThreadsCreateNoProcesses() throws Exception {
        TraceStorage storage = DamagedFile.read(capture()
                .frame(5, 100, capture().fields(4).putInt(50))
                .frame(5, 110, capture().fields(4).putInt(51))
                .sample(200, 50)
                .ofProcess(50)
                .frame(6, 300, capture().fields(0))
                .build());
        Table processes = storage.table("__intrinsic_process");
        assertEquals(2, processes.rowCount());
        assertEquals(42, processes.longs("pid").get(1));
        assertEquals(LongColumn.NULL, processes.longs("end_ts").get(1));
        Table threads = storage.table("__intrinsic_thread");
        assertEquals(3, threads.rowCount());
        assertEquals(50, threads.longs("tid").get(2));
        assertEquals(1, threads.ints("upid").get(2));
        assertEquals(CaptureBuilder.START + 100, threads.longs("start_ts").get(2));
        assertEquals(CaptureBuilder.START + 300, threads.longs("end_ts").get(2));
    }

    @Test
    void namesWithInvalidBytesDoNotShiftTheFieldsAfterThem() throws Exception {
        byte[] names = Arrays.copyOf("a\u00ff\0".getBytes(StandardCharsets.ISO_8859_1), 3 + 8 + 2);
        names[3] = 2;
        names[10] = (byte) 0xE0;
        names[11] = 'b';
        byte[] file = "x\u00ff\0@abcd\0".getBytes(StandardCharsets.ISO_8859_1);
        TraceStorage storage = DamagedFile.read(capture()
                .frame(
                        7,
                        0,
                        capture()
                                .fields(12 + names.length)
                                .putInt(2)
                                .putLong(SCRIPT)
                                .put(names))
                .frame(
                        3,
                        0,
                        capture()
                                .fields(32 + file.length)
                                .putLong(0x1000)
                                .putLong(0x2000)
                                .putLong(0)
                                .putLong(7)
                                .put(file))
                .sample(1, 42, 0xE000_0000_0000_0002L)
                .build());
        assertEquals(
                "b",
                stack(
                        storage,
                        storage.table("__intrinsic_profiler_sample")
                                .ints("callsite_id")
                                .get(0)));
        List<String> buildIds = new ArrayList<>();
        Table mappings = storage.table("__intrinsic_stack_profile_mapping");
        for (int i = 0; i < mappings.rowCount(); i++) {
            buildIds.add(string(storage, mappings, "build_id", i));
        }
        assertTrue(buildIds.contains("abcd"), buildIds.toString());
    }

    @Test
    void namesWithoutAnEndAreTruncated() throws Exception {
        int entries = 20_000;
        int length = 100_000;
        ByteBuffer table = ByteBuffer.allocate((entries + 1) * 32 + length).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < entries; i++) {
            table.position(i * 32);
            table.putLong(0x1000 + i).putLong(0x1000 + i + 1).putInt(42).putInt((entries + 1) * 32 + i);
        }
        byte[] bytes = table.array();
        Arrays.fill(bytes, (entries + 1) * 32, bytes.length, (byte) 'n');
        CaptureBuilder capture = capture().sample(1, 42, 0x1001);
        for (int at = 0; at < bytes.length; at += 60_000) {
            capture.file("__symbols__", Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 60_000)));
        }
        TraceStorage storage = DamagedFile.read(capture.build());
        String name = stack(
                storage,
                storage.table("__intrinsic_profiler_sample").ints("callsite_id").get(0));
        assertEquals("n".repeat(65536), name);
    }

    @Test
    void unknownFramesAreSkipped() throws Exception {
        TraceStorage storage = DamagedFile.read(
                capture().frame(99, 0, capture().fields(8)).sample(1, 42, 0x10).build());
        assertEquals(1, storage.table("__intrinsic_profiler_sample").rowCount());
        assertEquals(1, stat(storage, "sysprof_unknown_frame"));
    }

    @Test
    void reportsDamageAndOtherVersions() throws Exception {
        byte[] all = everything(ByteOrder.LITTLE_ENDIAN);
        TraceStorage truncated = DamagedFile.read(Arrays.copyOf(all, all.length - 3));
        assertEquals(1, stat(truncated, "sysprof_truncated"));
        assertEquals(1, truncated.table("__intrinsic_profiler_sample").rowCount());
        assertEquals(0, stat(DamagedFile.read(all), "sysprof_truncated"));
        DamagedFile.assertSurvives(all, 54);
        all[4] = 2;
        TraceProblem problem = assertThrows(TraceProblem.class, () -> DamagedFile.read(all));
        assertTrue(problem.getMessage().contains("version 2"), problem.getMessage());
    }
}
