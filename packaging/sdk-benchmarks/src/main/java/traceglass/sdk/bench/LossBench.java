package traceglass.sdk.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.sdk.Category;
import traceglass.sdk.Trace;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Writes slices through the real tracing service at increasing rates, each for a second, and prints how many arrived.
///
/// Usage: `LossBench [threads]`
public final class LossBench {

    private static final Category LOSS = Category.of("bench.loss");
    private static final int[] RATES = {100_000, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000};
    private static final int BATCHES = 1000;

    private LossBench() {}

    public static void main(String[] arguments) throws Exception {
        int threads = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
        System.out.println("threads  target/s  written/s  written  arrived  bytes/slice");
        for (int rate : RATES) {
            measure(threads, rate);
        }
    }

    private static void measure(int threads, int rate) throws Exception {
        try (TracedService service = new TracedService(LOSS, 1 << 19, "DISCARD")) {
            int perBatch = rate / threads / BATCHES;
            Thread[] writers = new Thread[threads];
            long start = System.nanoTime();
            for (int t = 0; t < threads; t++) {
                writers[t] = Thread.ofPlatform().start(() -> write(perBatch, start));
            }
            for (Thread writer : writers) {
                writer.join();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            long written = (long) perBatch * BATCHES * threads;
            byte[] trace = service.stop();
            System.out.println(String.format(
                    Locale.ROOT,
                    "%7d  %8d  %9.0f  %7d  %7d  %.1f",
                    threads,
                    rate,
                    written / seconds,
                    written,
                    count(trace),
                    (double) trace.length / written));
        }
    }

    /// Writes a batch every millisecond, or as soon as the previous batch is written.
    private static void write(int perBatch, long start) {
        for (int batch = 0; batch < BATCHES; batch++) {
            for (long rest = start + batch * 1_000_000L - System.nanoTime();
                    rest > 0;
                    rest = start + batch * 1_000_000L - System.nanoTime()) {
                LockSupport.parkNanos(rest);
            }
            for (int i = 0; i < perBatch; i++) {
                Trace.begin(LOSS, "slice");
                Trace.end(LOSS);
            }
        }
    }

    private static long count(byte[] trace) throws Exception {
        Path file = Files.createTempFile("loss", ".pftrace");
        try {
            Files.write(file, trace);
            try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                            .store();
                    Connection connection = store.connection();
                    Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("select count(*) from slice where dur >= 0")) {
                result.next();
                return result.getLong(1);
            }
        } finally {
            Files.delete(file);
        }
    }
}
