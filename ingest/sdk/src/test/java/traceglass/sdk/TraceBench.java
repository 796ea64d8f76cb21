package traceglass.sdk;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/// Measures the cost of trace points; not a test. Run it with the classes of the tests:
/// `java -cp … traceglass.sdk.TraceBench [SOCKET]`. With the socket of a service, a session there must record the
/// category `sdk.bench`.
public final class TraceBench {

    private static final Category BENCH = Category.of("sdk.bench");
    private static final Category OFF = Category.of("sdk.bench.off", "Never on", "slow");
    private static final Track COUNTER = Track.counter("bench", Track.Unit.COUNT);
    /// Short and long strings, ASCII and non-ASCII.
    private static final String[] TEXTS = {"some text", "GET", "/api/v2/orders/7fa3e1/items?limit=100", "Größe"};
    private static final int EVENTS = 2_000_000;
    private static final int ROUNDS = 9;

    private static long sum;

    private TraceBench() {}

    public static void main(String[] arguments) throws InterruptedException {
        measure("clock, two readings", 1, TraceBench::measureClock);
        measure("off, begin and end", 100, () -> measureSlices(OFF));
        if (arguments.length == 0) {
            try (InProcessRecording recording = InProcessRecording.start(
                    new TracingOptions().bufferKb(65536).ring())) {
                measureEvents();
                recording.stop();
            }
        } else {
            try (Tracing tracing =
                    Tracing.initialize(new TracingSetup().address(arguments[0]), Tracing.Backend.SYSTEM)) {
                while (!BENCH.isEnabled()) {
                    Thread.sleep(10);
                }
                measureEvents();
                System.out.println(tracing.isConnected() ? "" : "The service closed the connection");
            }
        }
        System.out.println(sum == 0 ? "" : " ");
    }

    private static void measureEvents() throws InterruptedException {
        measure("on, begin and end", 1, () -> measureSlices(BENCH));
        measure("on, counter", 1, TraceBench::measureCounters);
        measure("on, begin with an argument, and end", 1, TraceBench::measureArguments);
        measure("on, begin with a string, and end", 1, TraceBench::measureTexts);
        measure("on, begin with an interned string, and end", 1, TraceBench::measureInternedTexts);
        measure("on, begin with a number and a string, and end", 1, TraceBench::measureNumbersAndTexts);
        Thread other = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                measureSlices(BENCH);
            }
        });
        measure("on, begin and end, two threads", 1, () -> measureSlices(BENCH));
        other.join();
    }

    /// Prints the median wall-clock and CPU time of an operation. They differ if other processes use the CPUs.
    private static void measure(String name, int repeat, Runnable body) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        double[] times = new double[ROUNDS];
        double[] cpuTimes = new double[ROUNDS];
        double bytes = 0;
        double count = (double) EVENTS * repeat;
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long cpu = threads.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            for (int r = 0; r < repeat; r++) {
                body.run();
            }
            times[round] = (System.nanoTime() - start) / count;
            cpuTimes[round] = (threads.getCurrentThreadCpuTime() - cpu) / count;
            bytes = (threads.getCurrentThreadAllocatedBytes() - allocated) / count;
        }
        Arrays.sort(times);
        Arrays.sort(cpuTimes);
        System.out.println(String.format(
                Locale.ROOT,
                "%s: %.2f ns, on a CPU %.2f ns (least %.2f ns), %.4f bytes allocated",
                name,
                times[ROUNDS / 2],
                cpuTimes[ROUNDS / 2],
                cpuTimes[0],
                bytes));
    }

    private static void measureClock() {
        long all = 0;
        for (int i = 0; i < EVENTS; i++) {
            all += System.nanoTime();
            all -= System.nanoTime();
        }
        sum += all;
    }

    private static void measureSlices(Category category) {
        for (int i = 0; i < EVENTS; i++) {
            Trace.begin(category, "slice");
            Trace.end(category);
        }
    }

    private static void measureCounters() {
        for (int i = 0; i < EVENTS; i++) {
            Trace.counter(BENCH, COUNTER, i);
        }
    }

    private static void measureArguments() {
        for (int i = 0; i < EVENTS; i++) {
            Trace.event(BENCH, "slice").arg("number", i).begin();
            Trace.end(BENCH);
        }
    }

    private static void measureTexts() {
        for (int i = 0; i < EVENTS; i++) {
            Trace.event(BENCH, "slice").arg("text", TEXTS[i & 3]).begin();
            Trace.end(BENCH);
        }
    }

    private static void measureInternedTexts() {
        for (int i = 0; i < EVENTS; i++) {
            Trace.event(BENCH, "slice").internedArg("text", TEXTS[i & 3]).begin();
            Trace.end(BENCH);
        }
    }

    private static void measureNumbersAndTexts() {
        for (int i = 0; i < EVENTS; i++) {
            Trace.event(BENCH, "slice")
                    .arg("number", i)
                    .arg("text", TEXTS[i & 3])
                    .begin();
            Trace.end(BENCH);
        }
    }
}
