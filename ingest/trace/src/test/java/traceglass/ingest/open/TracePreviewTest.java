package traceglass.ingest.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.store.database.ReadingOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.testing.SharedData;

class TracePreviewTest {

    private static final long LARGE = 70L << 20;

    @TempDir
    private Path folder;

    /// Writes slices of one thread, followed by zeros after the first 4 MB, which would be an error if they were
    /// read.
    private Path slices(long size) throws IOException {
        Path file = folder.resolve("slices.json");
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("[\n");
            for (int i = 0; i < 50_000; i++) {
                out.write("{\"ph\":\"X\",\"name\":\"step\",\"cat\":\"test\",\"pid\":10,\"tid\":11,\"ts\":" + 10 * i
                        + ",\"dur\":5},\n");
            }
        }
        assertTrue(Files.size(file) > 3 << 20);
        try (RandomAccessFile longer = new RandomAccessFile(file.toFile(), "rw")) {
            longer.setLength(Math.max(size, longer.length()));
        }
        return file;
    }

    @Test
    void thePrefixOfALargeTraceIsReadLikeAWholeTrace() throws Exception {
        TraceStorage storage = TracePreview.read(slices(LARGE), ReadingOptions.NONE, new ImportProgress())
                .orElseThrow();
        Table slices = storage.table("__intrinsic_slice");
        assertTrue(slices.rowCount() > 5_000 && slices.rowCount() < 10_000, slices.rowCount() + " slices");
        assertEquals(0, slices.longs("ts").get(0));
        assertEquals(5000, slices.longs("dur").get(100));
    }

    @Test
    void aPrefixOfACompressedTraceIsDecompressedOnlyPartly() throws Exception {
        Path trace = SharedData.file("traces/perfetto/linux-chromium-ftrace-sched_20s.pftrace.gz");
        TraceStorage storage = TracePreview.read(trace, ReadingOptions.NONE, new ImportProgress())
                .orElseThrow();
        int runs = storage.table("__intrinsic_sched_slice").rowCount();
        int slices = storage.table("__intrinsic_slice").rowCount();
        assertTrue(runs + slices > 1_000 && runs + slices < 30_000, runs + " and " + slices);
    }

    @Test
    void smallFilesAndOtherFilesHaveNoPreview() throws Exception {
        assertEquals(Optional.empty(), TracePreview.read(slices(0), ReadingOptions.NONE, new ImportProgress()));
        Path zeros = Files.createFile(folder.resolve("zeros"));
        try (RandomAccessFile longer = new RandomAccessFile(zeros.toFile(), "rw")) {
            longer.setLength(LARGE);
        }
        assertEquals(Optional.empty(), TracePreview.read(zeros, ReadingOptions.NONE, new ImportProgress()));
        assertEquals(
                Optional.empty(), TracePreview.read(folder.resolve("gone"), ReadingOptions.NONE, new ImportProgress()));
    }

    @Test
    void stopsWhenTheImportIsCanceled() throws Exception {
        ImportProgress progress = new ImportProgress();
        progress.cancel();
        Path file = slices(LARGE);
        assertThrows(ImportCanceled.class, () -> TracePreview.read(file, ReadingOptions.NONE, progress));
    }
}
