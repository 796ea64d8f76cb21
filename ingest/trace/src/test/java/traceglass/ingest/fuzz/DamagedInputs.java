package traceglass.ingest.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import java.util.function.ToIntFunction;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.table.TraceStorage;

/// Passes damaged copies of an input to one importer, regardless of whether it recognizes them. A test fails with the
/// exception that escapes; only [TraceProblem] and [IOException] may.
public final class DamagedInputs {

    static final int CUTS = 50;
    private static final int FLIPPED = 300;
    private static final int MAX_FLIPS = 8;

    private DamagedInputs() {}

    /// Imports an input and returns the result.
    public static TraceStorage read(Importer importer, byte[] bytes) throws IOException, TraceProblem {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        importer.read(
                new TraceInput("test", new ByteArrayInputStream(bytes), session.progress()), session.context(0, 0));
        session.finish();
        return storage;
    }

    /// Truncates an input at each fiftieth of its length.
    ///
    /// @param result receives the imported data, if any, and the length in fiftieths
    public static void checkTruncated(Importer importer, byte[] bytes, ObjIntConsumer<TraceStorage> result) {
        for (int i = 0; i < CUTS; i++) {
            TraceStorage storage = tryRead(importer, first(bytes, i));
            if (storage != null) {
                result.accept(storage, i);
            }
        }
    }

    /// Flips some bits of an input, reproducibly.
    public static void checkFlipped(Importer importer, byte[] bytes) {
        Random random = new Random(11);
        for (int i = 0; i < FLIPPED; i++) {
            tryRead(importer, flipped(bytes, random, MAX_FLIPS));
        }
    }

    /// Truncates an input and flips bits of it. Of two truncated copies, the longer one must yield at least as
    /// much as the shorter one.
    ///
    /// @param countRows amount of data that was imported; more than 0 for the whole input
    public static void check(Importer importer, byte[] bytes, ToIntFunction<TraceStorage> countRows) throws Exception {
        int[] before = {0};
        checkTruncated(importer, bytes, (storage, fiftieths) -> {
            int amount = countRows.applyAsInt(storage);
            assertTrue(
                    amount >= before[0], fiftieths + "/" + CUTS + " of the input yield fewer rows than a shorter part");
            before[0] = amount;
        });
        int rows = countRows.applyAsInt(read(importer, bytes));
        assertTrue(rows > 0 && rows >= before[0], "the whole input yields " + rows);
        checkFlipped(importer, bytes);
    }

    /// Returns the first `fiftieths` fiftieths of an input.
    static byte[] first(byte[] bytes, int fiftieths) {
        return Arrays.copyOf(bytes, (int) ((long) bytes.length * fiftieths / CUTS));
    }

    /// Returns a copy with flipped bits.
    static byte[] flipped(byte[] bytes, Random random, int maxFlips) {
        byte[] damaged = bytes.clone();
        for (int flips = 1 + random.nextInt(maxFlips); flips > 0; flips--) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return damaged;
    }

    private static TraceStorage tryRead(Importer importer, byte[] bytes) {
        try {
            return read(importer, bytes);
        } catch (TraceProblem | IOException e) {
            return null;
        }
    }
}
