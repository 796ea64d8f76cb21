package traceglass.ingest.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceFileReader;
import traceglass.store.table.TraceStorage;

/// Imports a file of any format, whole or damaged, for tests of importers.
public final class DamagedFile {

    private static final int FLIPPED_FILES = 120;
    private static final int MAX_FLIPS = 12;
    private static final long MAX_SECONDS = 20;

    private DamagedFile() {}

    /// Imports a file and returns the tables.
    public static TraceStorage read(byte[] content) throws IOException, TraceProblem {
        Path file = Files.createTempFile("traceglass-test-", ".bin");
        try {
            Files.write(file, content);
            TraceStorage storage = new TraceStorage();
            TraceFileReader.readAll(file, storage, new ImportProgress());
            return storage;
        } finally {
            Files.delete(file);
        }
    }

    /// Imports a file and returns the id of its format.
    public static String type(byte[] content) throws IOException, TraceProblem {
        TraceStorage storage = read(content);
        return storage.strings()
                .get(storage.table("__intrinsic_trace_file")
                        .strings("trace_type")
                        .get(0));
    }

    /// Asserts that copies truncated in steps of a fiftieth, and copies with flipped bits, are imported or rejected
    /// quickly and without any other exception.
    public static void assertSurvives(byte[] content, long seed) throws IOException {
        for (int i = 0; i < DamagedInputs.CUTS; i++) {
            readOrReject(DamagedInputs.first(content, i), "cut " + i);
        }
        Random random = new Random(seed);
        for (int i = 0; i < FLIPPED_FILES; i++) {
            readOrReject(DamagedInputs.flipped(content, random, MAX_FLIPS), "flipped file " + i + " of seed " + seed);
        }
    }

    private static void readOrReject(byte[] content, String description) throws IOException {
        long start = System.nanoTime();
        try {
            read(content);
        } catch (TraceProblem expected) {
            assertTrue(!expected.getMessage().isEmpty(), description);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            fail(description, e);
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        assertTrue(seconds < MAX_SECONDS, description + " took " + seconds + " s");
    }
}
