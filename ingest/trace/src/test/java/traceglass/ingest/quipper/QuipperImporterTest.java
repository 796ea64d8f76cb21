package traceglass.ingest.quipper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.ingest.CaseBytes;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.TraceStorage;

class QuipperImporterTest {

    private byte[] data;

    @BeforeEach
    void readCase() throws Exception {
        data = CaseBytes.of(Path.of(QuipperImporterTest.class
                .getResource("/cases/quipper/samples.wire")
                .toURI()));
    }

    private static int samples(TraceStorage storage) {
        return storage.table("__intrinsic_profiler_sample").rowCount();
    }

    @Test
    void isRecognizedByTheFirstEvent() {
        QuipperImporter importer = new QuipperImporter();
        assertTrue(importer.sniff(data));
        for (int length = 0; length < 30; length++) {
            assertFalse(importer.sniff(Arrays.copyOf(data, length)));
        }
        byte[] otherSize = data.clone();
        otherSize[7] = 12;
        assertFalse(importer.sniff(otherSize));
    }

    @Test
    void keepsTheRecordsBeforeATruncation() throws Exception {
        assertEquals(3, samples(DamagedFile.read(data)));
        assertEquals(0, stat(DamagedFile.read(data), "perf_truncated"));
        TraceStorage truncated = DamagedFile.read(Arrays.copyOf(data, data.length - 3));
        assertEquals(3, samples(truncated));
        assertEquals(1, stat(truncated, "perf_truncated"));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedFile.assertSurvives(data, 23);
    }

    /// The length of a record has 16 bits, so one with more addresses loses them.
    @Test
    void countsARecordThatIsTooLong() throws Exception {
        byte[] chain = new byte[20_000];
        Arrays.fill(chain, (byte) 1);
        byte[] header = {1 << 3 | 2, 2, 1 << 3, 9};
        byte[] event = field(2, join(header, field(3, field(11, chain))));
        TraceStorage storage = DamagedFile.read(join(data, event));
        assertEquals(3, samples(storage));
        assertEquals(1, stat(storage, "perf_record_skipped"));
    }

    private static byte[] field(int number, byte[] content) {
        int n = content.length;
        byte[] head = n < 128
                ? new byte[] {(byte) (number << 3 | 2), (byte) n}
                : new byte[] {(byte) (number << 3 | 2), (byte) (n | 0x80), (byte) (n >> 7 | 0x80), (byte) (n >> 14)};
        return join(head, content);
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] bytes = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, bytes, a.length, b.length);
        return bytes;
    }
}
