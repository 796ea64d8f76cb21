package traceglass.ingest.nettrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.CaseBytes;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.TraceStorage;

class NettraceImporterTest {

    private final NettraceImporter importer = new NettraceImporter();

    private byte[] sample(String name) throws Exception {
        return CaseBytes.of(
                Path.of(getClass().getResource("/cases/nettrace/" + name).toURI()));
    }

    private static int rows(TraceStorage s) {
        return s.table("__intrinsic_slice").rowCount()
                + s.table("__intrinsic_profiler_sample").rowCount();
    }

    @ParameterizedTest
    @ValueSource(strings = {"objects.hex", "blocks.hex"})
    void damagedCopiesYieldTheirValidPart(String name) throws Exception {
        byte[] bytes = sample(name);
        assertTrue(importer.sniff(bytes));
        DamagedInputs.check(importer, bytes, NettraceImporterTest::rows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"objects.hex", "blocks.hex"})
    void keepsTheEventsOfATruncatedBlock(String name) throws Exception {
        byte[] bytes = sample(name);
        TraceStorage complete = DamagedInputs.read(importer, bytes);
        TraceStorage truncated = DamagedInputs.read(importer, Arrays.copyOf(bytes, bytes.length - 200));
        assertEquals(0, stat(complete, "nettrace_truncated"));
        assertEquals(1, stat(truncated, "nettrace_truncated"));
        assertEquals(rows(complete), rows(truncated), "only names of methods are missing");
    }

    @Test
    void olderFormatsAreRejectedWithAdvice() {
        byte[] bytes = "\u0014\0\0\0!FastSerialization.1\u0005".getBytes(StandardCharsets.ISO_8859_1);
        assertTrue(importer.sniff(bytes));
        String message = assertThrows(TraceProblem.class, () -> DamagedInputs.read(importer, bytes))
                .getMessage();
        assertTrue(message.contains("netperf") && message.contains("dotnet-trace"), message);
    }

    @Test
    void heapSnapshotsAreRejectedWithTheToolThatReadsThem() {
        byte[] bytes = "\u0014\0\0\0!FastSerialization.1\u0004\u0004\u0001\n\0\0\0\u0008\0\0\0\n\0\0\0GCHeapDump"
                .getBytes(StandardCharsets.ISO_8859_1);
        String message = assertThrows(TraceProblem.class, () -> DamagedInputs.read(importer, bytes))
                .getMessage();
        assertTrue(message.contains("heap snapshot of .NET (gcdump)"), message);
        assertTrue(message.contains("`dotnet-gcdump report`"), message);
    }

    @Test
    void laterVersionsAreRejectedWithTheirNumber() {
        byte[] bytes = "Nettrace\0\0\0\0\u0007\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
        String message = assertThrows(TraceProblem.class, () -> DamagedInputs.read(importer, bytes))
                .getMessage();
        assertTrue(message.contains("version 7"), message);
    }

    @Test
    void aTraceWithoutEventsIsEmpty() throws Exception {
        byte[] bytes = "Nettrace\0\0\0\0\u0006\0\0\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
        TraceStorage s = DamagedInputs.read(importer, bytes);
        assertEquals(0, rows(s));
        assertEquals(0, stat(s, "nettrace_truncated"));
    }

    @Test
    void otherFilesAreNotRecognized() {
        assertFalse(importer.sniff(new byte[0]));
        assertFalse(importer.sniff("NetTrace is not".getBytes(StandardCharsets.UTF_8)));
    }
}
