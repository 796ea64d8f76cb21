package traceglass.ingest.tracker.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.tracker.machine.ThreadStateTracker;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;

/// Tests that the heap needed by an import does not grow with the trace, even if a slice and a thread's sleep last
/// from its beginning to its end.
class BoundedHeapTest {

    private static final int ROWS = 4_000_000;

    @TempDir
    Path dir;

    @Test
    void heapStaysSmallAlthoughASliceIsOpenDuringTheWholeTrace() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Xmx160m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Importer.class.getName(),
                        dir.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        process.waitFor(1, TimeUnit.MINUTES);
        assertEquals(ROWS + " slices, the longest " + 10L * ROWS + " ns, sleep " + 10L * ROWS + " ns", output.strip());
    }

    /// Main class of a separate process.
    static final class Importer {

        private Importer() {}

        public static void main(String[] args) throws Exception {
            TraceStorage storage = new TraceStorage();
            StoreOptions options =
                    StoreOptions.uncached().withTempDir(Path.of(args[0])).withMemoryLimit(256L << 20);
            StoreWriter writer = StoreWriter.start(storage, options, null);
            ImportSession session = new ImportSession(storage, new ImportProgress());
            ImportContext context = session.context(0, 0);
            SliceTracker slices = context.slices();
            ThreadStateTracker states =
                    new ThreadStateTracker(context.storage(), context.processes(), context.cpus(), context.stats());
            int sleeping = storage.strings().intern("S");
            int name = storage.strings().intern("work");
            int sleeper = context.processes().thread(7);
            int busy = context.processes().thread(8);
            states.setState(0, sleeper, sleeping, -1);
            slices.begin(0, 1, 0, name, null);
            for (int i = 1; i < ROWS; i++) {
                slices.scoped(10L * i, 5, 0, 0, name, null);
                if (i % 4 == 0) {
                    states.setState(10L * i, busy, sleeping, -1);
                }
            }
            slices.end(10L * ROWS, 1, 0, name, null);
            states.setState(10L * ROWS, sleeper, sleeping, -1);
            session.finish();
            try (TraceStore store = writer.finish();
                    var connection = store.connection();
                    var query = connection.createStatement();
                    var found = query.executeQuery(
                            "SELECT count(*), max(dur), (SELECT dur FROM __intrinsic_thread_state WHERE id = 0) FROM"
                                    + " __intrinsic_slice")) {
                found.next();
                System.out.println(found.getLong(1) + " slices, the longest " + found.getLong(2) + " ns, sleep "
                        + found.getLong(3) + " ns");
            }
        }
    }
}
