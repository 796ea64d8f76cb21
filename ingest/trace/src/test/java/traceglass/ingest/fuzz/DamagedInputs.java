package traceglass.ingest.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.table.TraceStorage;

/// Passes damaged copies of an input to one importer, whatever its detection says. A test fails with the exception that
/// escapes; only [TraceProblem] and [IOException] may.
public final class DamagedInputs {

    private static final int CUTS = 50;
    private static final int FLIPPED = 300;

    private DamagedInputs() {}

    /// Imports an input and returns what it wrote.
    public static TraceStorage read(Importer importer, byte[] bytes) throws IOException, TraceProblem {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        importer.read(
                new TraceInput("test", new ByteArrayInputStream(bytes), session.progress()), session.context(0, 0));
        session.finish();
        return storage;
    }

    /// Cuts an input at each fiftieth of its length.
    ///
    /// @param result receives what was read before the cut, and the length in fiftieths; not called if nothing
    ///     could be used
    public static void cut(Importer importer, byte[] bytes, ObjIntConsumer<TraceStorage> result) {
        for (int i = 0; i < CUTS; i++) {
            TraceStorage storage = tryRead(importer, Arrays.copyOf(bytes, (int) ((long) bytes.length * i / CUTS)));
            if (storage != null) {
                result.accept(storage, i);
            }
        }
    }

    /// Flips some bits of an input, reproducibly.
    public static void flip(Importer importer, byte[] bytes) {
        Random random = new Random(11);
        for (int i = 0; i < FLIPPED; i++) {
            byte[] damaged = bytes.clone();
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            tryRead(importer, damaged);
        }
    }

    private static TraceStorage tryRead(Importer importer, byte[] bytes) {
        try {
            return read(importer, bytes);
        } catch (TraceProblem | IOException e) {
            return null;
        }
    }
}
