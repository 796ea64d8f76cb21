package traceglass.sdk.bench;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import traceglass.sdk.Category;
import traceglass.sdk.InProcessRecording;
import traceglass.sdk.Trace;
import traceglass.sdk.TracingOptions;
import traceglass.sdk.Track;

/// Measures the time that a thread spends on an event.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class EventCost {

    private static final Category ON = Category.of("bench.on");
    private static final Category OFF = Category.of("bench.off", "Never recorded", "debug");
    private static final Track COUNTER = Track.counter("bench", Track.Unit.COUNT);

    /// A session that keeps the newest events.
    @State(Scope.Benchmark)
    public static class Session {

        /// `memory` for an in-process session, `traced` for a session of the real tracing service.
        @Param({"memory", "traced"})
        public String session = "memory";

        private @Nullable AutoCloseable opened;

        @Setup
        public void start() throws Exception {
            opened = session.equals("traced")
                    ? new TracedService(ON, 65_536, "RING_BUFFER")
                    : InProcessRecording.start(
                            new TracingOptions().bufferKb(65_536).ring());
        }

        @TearDown
        public void stop() throws Exception {
            if (opened != null) {
                opened.close();
            }
        }
    }

    @Benchmark
    public void sliceOff() {
        Trace.begin(OFF, "slice");
        Trace.end(OFF);
    }

    @Benchmark
    public void eventOff() {
        Trace.event(OFF, "event").arg("count", 1).arg("text", "some text").instant();
    }

    @Benchmark
    @Threads(1)
    public void slice(Session session) {
        Trace.begin(ON, "slice");
        Trace.end(ON);
    }

    @Benchmark
    @Threads(2)
    public void sliceOnTwoThreads(Session session) {
        Trace.begin(ON, "slice");
        Trace.end(ON);
    }

    @Benchmark
    public void scope(Session session) {
        try (var slice = Trace.scope(ON, "slice")) {
            Trace.instant(OFF, "off");
        }
    }

    @Benchmark
    public void instant(Session session) {
        Trace.instant(ON, "instant");
    }

    @Benchmark
    public void counter(Session session) {
        Trace.counter(ON, COUNTER, 42);
    }

    @Benchmark
    public void sliceWithNumber(Session session) {
        Trace.event(ON, "slice").arg("count", 42).begin();
        Trace.end(ON);
    }

    @Benchmark
    public void sliceWithText(Session session) {
        Trace.event(ON, "slice").arg("text", "some text").begin();
        Trace.end(ON);
    }

    @Benchmark
    public void sliceWithInternedText(Session session) {
        Trace.event(ON, "slice").internedArg("text", "some text").begin();
        Trace.end(ON);
    }

    @Benchmark
    public void sliceWithTwoArguments(Session session) {
        Trace.event(ON, "slice").arg("count", 42).arg("text", "some text").begin();
        Trace.end(ON);
    }
}
