package traceglass.ingest.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToIntFunction;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.table.TraceStorage;

/// Imports damaged copies of a file with one importer. For tests of single formats.
public final class DamagedCopies {

    private static final int PARTS = 50;
    private static final int FLIPPED_COPIES = 200;

    private DamagedCopies() {}

    /// Imports bytes.
    public static TraceStorage read(Importer importer, byte[] bytes) throws IOException, TraceProblem {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        TraceInput input = new TraceInput("test", new ByteArrayInputStream(bytes), session.progress());
        importer.read(input, session.context(0, 0));
        session.finish();
        return storage;
    }

    /// Checks that only declared exceptions are thrown for copies that are truncated at each fiftieth or have
    /// flipped bits, and that the longer of two truncated copies yields at least as much.
    ///
    /// @param yield amount of data that was imported
    public static void check(Importer importer, byte[] bytes, ToIntFunction<TraceStorage> yield) {
        int before = 0;
        for (int i = 0; i <= PARTS; i++) {
            int length = (int) ((long) bytes.length * i / PARTS);
            int got = yieldOf(importer, Arrays.copyOf(bytes, length), "the first " + length + " bytes", yield);
            assertTrue(got >= before || got < 0, length + " bytes yield less than fewer bytes");
            before = Math.max(before, got);
        }
        assertTrue(before > 0, "nothing was imported");
        Random random = new Random(1);
        for (int i = 0; i < FLIPPED_COPIES; i++) {
            byte[] copy = bytes.clone();
            for (int n = 1 + random.nextInt(4); n > 0; n--) {
                copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
            }
            yieldOf(importer, copy, "copy " + i, yield);
        }
    }

    private static int yieldOf(Importer importer, byte[] bytes, String what, ToIntFunction<TraceStorage> yield) {
        try {
            return yield.applyAsInt(read(importer, bytes));
        } catch (IOException | TraceProblem e) {
            return -1;
        } catch (RuntimeException | Error e) {
            return fail(what + ": " + e, e);
        }
    }
}
