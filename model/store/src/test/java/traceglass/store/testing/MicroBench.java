package traceglass.store.testing;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;

/// Micro-benchmark in a process that does nothing else: some warm-up rounds, then measured rounds whose median,
/// fastest and slowest time is printed with time and allocation per step. To detect differences of a few percent,
/// interleave several processes.
public final class MicroBench {

    private static final int WARM_UP = 5;
    private static final int ROUNDS = 11;
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @SuppressWarnings("UnusedVariable") // Written to prevent the result from being optimized away.
    private static volatile long sink;

    private static long consumed;

    private MicroBench() {}

    /// Consumes a result, so that the compiler cannot eliminate its computation.
    public static void consume(long value) {
        consumed += value;
    }

    /// Runs the work and prints a line of results.
    ///
    /// @param step unit that is counted, such as `event`
    /// @param task runs once and returns the number of steps
    public static void run(String name, String step, Callable<? extends Number> task) throws Exception {
        double[] nsPerStep = new double[ROUNDS];
        double bytes = 0;
        for (int i = -WARM_UP; i < ROUNDS; i++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            double steps = Math.max(1, task.call().doubleValue());
            long took = System.nanoTime() - start;
            if (i >= 0) {
                nsPerStep[i] = took / steps;
                bytes = (THREADS.getCurrentThreadAllocatedBytes() - allocated) / steps;
            }
            sink = consumed;
        }
        Arrays.sort(nsPerStep);
        System.out.printf(
                Locale.ROOT,
                "%-64s %8.2f ns/%s (%.2f to %.2f), %.1f B/%s on this thread%n",
                name,
                nsPerStep[ROUNDS / 2],
                step,
                nsPerStep[0],
                nsPerStep[ROUNDS - 1],
                bytes,
                step);
    }
}
