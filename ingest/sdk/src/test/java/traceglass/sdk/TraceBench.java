package traceglass.sdk;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/// Measures the cost of trace points; not a test. Run it with the classes of the tests:
/// `java -cp … traceglass.sdk.TraceBench`.
public final class TraceBench {

    private static final Category BENCH = Category.of("sdk.bench");
    private static final int EVENTS = 2_000_000;

    private TraceBench() {}

    public static void main(String[] arguments) {
        for (int round = 0; round < 5; round++) {
            measure("off, begin and end", 100);
        }
        try (InProcessRecording recording =
                InProcessRecording.start(new TracingOptions().bufferKb(65536).ring())) {
            for (int round = 0; round < 8; round++) {
                measure("on, begin and end", 1);
            }
            recording.stop();
        }
    }

    private static void measure(String what, int repeat) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        for (int r = 0; r < repeat; r++) {
            slices();
        }
        long ns = System.nanoTime() - start;
        bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
        double count = (double) EVENTS * repeat;
        System.out.println(
                String.format(Locale.ROOT, "%s: %.2f ns, %.4f bytes allocated", what, ns / count, bytes / count));
    }

    private static void slices() {
        for (int i = 0; i < EVENTS; i++) {
            Trace.begin(BENCH, "slice");
            Trace.end(BENCH);
        }
    }
}
