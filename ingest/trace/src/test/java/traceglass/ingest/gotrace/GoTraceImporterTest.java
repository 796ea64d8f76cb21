package traceglass.ingest.gotrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.CaseBytes;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class GoTraceImporterTest {

    private static final long NO_THREAD = -1;

    private final GoTraceImporter importer = new GoTraceImporter();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private static byte[] header(String release) {
        return Arrays.copyOf(("go " + release + " trace").getBytes(StandardCharsets.ISO_8859_1), 16);
    }

    private static byte[] numbers(int type, long... numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(type);
        for (long n : numbers) {
            while ((n & ~0x7fL) != 0) {
                bytes.write((int) n & 0x7f | 0x80);
                n >>>= 7;
            }
            bytes.write((int) n);
        }
        return bytes.toByteArray();
    }

    /// Adds a batch of format version 2.
    private void batch(int generation, long m, long time, byte[]... events) {
        int size = Arrays.stream(events).mapToInt(e -> e.length).sum();
        out.writeBytes(numbers(GoEventType.EVENT_BATCH, generation, m, time, size));
        for (byte[] e : events) {
            out.writeBytes(e);
        }
    }

    private TraceStorage read() throws IOException, TraceProblem {
        return DamagedInputs.read(importer, out.toByteArray());
    }

    private static int slices(TraceStorage s) {
        return s.table("__intrinsic_slice").rowCount();
    }

    private byte[] sample(String name) throws Exception {
        return CaseBytes.of(
                Path.of(getClass().getResource("/cases/gotrace/" + name).toURI()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"generations.hex", "processors.hex"})
    void damagedCopiesYieldTheirValidPart(String name) throws Exception {
        byte[] bytes = sample(name);
        assertTrue(importer.sniff(bytes));
        assertTrue(slices(DamagedInputs.read(importer, bytes)) > 20);
        DamagedInputs.checkTruncated(importer, bytes, (storage, fiftieths) -> {});
        DamagedInputs.checkFlipped(importer, bytes);
    }

    @Test
    void generationsBeforeATruncationAreComplete() throws Exception {
        byte[] bytes = sample("generations.hex");
        TraceStorage complete = DamagedInputs.read(importer, bytes);
        TraceStorage truncated = DamagedInputs.read(importer, Arrays.copyOf(bytes, bytes.length - 20));
        assertEquals(0, stat(complete, "go_trace_truncated"));
        assertEquals(1, stat(truncated, "go_trace_truncated"));
        assertTrue(slices(truncated) >= slices(complete) - 2, "only the second generation has lost something");
    }

    @Test
    void unknownReleasesAreRefusedWithTheirNumber() {
        for (String release : new String[] {"1.6", "1.24", "1.30"}) {
            byte[] bytes = header(release);
            assertTrue(importer.sniff(bytes));
            String message = assertThrows(TraceProblem.class, () -> DamagedInputs.read(importer, bytes))
                    .getMessage();
            assertTrue(message.contains("Go " + release + "."), message);
        }
    }

    @Test
    void otherFilesAreNotRecognized() {
        assertFalse(importer.sniff(new byte[0]));
        assertFalse(importer.sniff("go 1.22 trace is a format".getBytes(StandardCharsets.UTF_8)));
        assertFalse(importer.sniff(header("1.x2")));
        assertFalse(importer.sniff(header("2.22")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1.21", "1.22", "1.26"})
    void aTraceWithoutEventsIsEmpty(String release) throws Exception {
        TraceStorage s = DamagedInputs.read(importer, header(release));
        assertEquals(0, slices(s));
        assertEquals(0, stat(s, "go_trace_truncated"));
    }

    @Test
    void sequenceNumbersDetermineTheOrderIfClocksOfThreadsDiffer() throws Exception {
        out.writeBytes(header("1.22"));
        batch(1, NO_THREAD, 0, numbers(GoEventType.FREQUENCY, 1_000_000_000));
        batch(
                1,
                5,
                100,
                numbers(GoEventType.PROC_STATUS, 0, 0, 1),
                numbers(GoEventType.GO_STATUS, 0, 1, 5, 2),
                numbers(GoEventType.GO_CREATE, 50, 2, 0, 0));
        // Goroutine 2 starts before it is created, because the clock of this thread is behind.
        batch(
                1,
                6,
                100,
                numbers(GoEventType.PROC_STATUS, 0, 1, 2),
                numbers(GoEventType.PROC_START, 10, 1, 1),
                numbers(GoEventType.GO_START, 10, 2, 1),
                numbers(GoEventType.GO_DESTROY, 60));
        TraceStorage s = read();
        assertEquals(0, stat(s, "go_trace_unordered"));
        assertEquals("G1 100, Running 100, Runnable 150, G2 150, Running 150", names(s));
    }

    private static String names(TraceStorage s) {
        Table slices = s.table("__intrinsic_slice");
        StringBuilder names = new StringBuilder();
        for (int row = 0; row < slices.rowCount(); row++) {
            names.append(row == 0 ? "" : ", ")
                    .append(s.strings().get(slices.strings("name").get(row)))
                    .append(' ')
                    .append(slices.longs("ts").get(row));
        }
        return names.toString();
    }

    @Test
    void eventsWithoutTheirCauseAreCountedAndShown() throws Exception {
        out.writeBytes(header("1.23"));
        batch(1, 5, 100, numbers(GoEventType.GO_START, 7, 9, 4));
        TraceStorage s = read();
        assertEquals(1, stat(s, "go_trace_unordered"));
        assertEquals(1, slices(s));
    }

    @Test
    void onlyDamagedBatchesAreLost() throws Exception {
        out.writeBytes(header("1.22"));
        batch(1, 5, 100, numbers(GoEventType.PROC_STATUS, 0, 0, 1), new byte[] {100});
        batch(1, 5, 200, numbers(GoEventType.GO_STATUS, 0, 1, 5, 2));
        batch(1, NO_THREAD, 0, new byte[] {GoEventType.STRINGS, GoEventType.STACK});
        TraceStorage s = read();
        assertEquals(1, stat(s, "go_trace_invalid_event"));
        assertEquals(1, stat(s, "go_trace_invalid_batch"));
        assertEquals(2, slices(s));
    }

    @Test
    void experimentalEventsAreSkipped() throws Exception {
        out.writeBytes(header("1.23"));
        out.writeBytes(numbers(GoEventType.EXPERIMENTAL_BATCH, 1, 1, 5, 100, 2));
        out.writeBytes(new byte[] {1, 2});
        batch(
                1,
                5,
                100,
                numbers(128, 1, 2, 3, 4),
                numbers(133, 1, 2),
                numbers(GoEventType.PROC_STATUS, 0, 0, 1),
                numbers(GoEventType.GO_STATUS, 0, 1, 5, 2));
        TraceStorage s = read();
        assertEquals(0, stat(s, "go_trace_invalid_event"));
        assertEquals(2, slices(s));
    }

    @Test
    void readsTracesOfGo15WithoutFunctionNames() throws Exception {
        out.writeBytes(header("1.5"));
        out.writeBytes(numbers(GoV1Type.BATCH | 1 << 6, 0, 10, 1000));
        out.writeBytes(numbers(GoV1Type.GO_CREATE | 3 << 6, 5, 1, 10, 2, 3, 1));
        out.writeBytes(numbers(GoV1Type.GO_START | 1 << 6, 1, 10, 2));
        out.writeBytes(numbers(GoV1Type.GO_BLOCK | 1 << 6, 1, 30, 1));
        out.writeBytes(numbers(GoV1Type.STACK | 3 << 6, 3, 1, 1, 0x40));
        out.writeBytes(numbers(GoV1Type.FREQUENCY, 1_000_000_000, 0));
        TraceStorage s = read();
        assertEquals("Runnable 10, G2 20, Running 20, Waiting 50", names(s));
        Table frames = s.table("__intrinsic_stack_profile_frame");
        assertEquals("0x40", s.strings().get(frames.strings("name").get(0)));
    }
}
