package traceglass.sdk.jfr;

import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/// Streams Flight Recorder events of this JVM and writes those that ended within a time range to the trace.
final class JfrStream {

    private final RecordingStream stream = new RecordingStream();
    private final JfrClock clock = new JfrClock();
    /// Kept in a field, because Flight Recorder needs the same object for removal.
    private final Runnable periodic = this::writeClock;
    private volatile long fromNs = Long.MIN_VALUE;
    private volatile long untilNs = Long.MAX_VALUE;

    private JfrStream() {}

    /// Starts a stream. It contains all events that end after this method returns.
    static JfrStream start(JfrConfig config) {
        JfrStream started = new JfrStream();
        started.open(config);
        return started;
    }

    private void open(JfrConfig config) {
        JfrWriter writer = new JfrWriter(clock);
        config.applyTo(stream);
        stream.enable(ClockEvent.NAME);
        stream.onEvent(ClockEvent.NAME, event -> clock.set(event.getStartTime(), event.getLong("nanoTime")));
        on("jdk.GarbageCollection", writer::writeCollection);
        on("jdk.GCPhasePause", writer::writePause);
        on("jdk.GCHeapSummary", writer::writeHeap);
        for (String lock :
                new String[] {"jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep"}) {
            on(lock, writer::writeLock);
        }
        on("jdk.ObjectAllocationSample", writer::writeAllocation);
        on("jdk.ExecutionSample", writer::writeSample);
        on("jdk.NativeMethodSample", writer::writeSample);
        on("jdk.CPULoad", writer::writeCpuLoad);
        config.others().forEach(name -> on(name, writer::writeOther));
        FlightRecorder.addPeriodicEvent(ClockEvent.class, periodic);
        stream.startAsync();
        writeClock();
    }

    private void writeClock() {
        ClockEvent.write();
    }

    private void on(String name, Consumer<RecordedEvent> action) {
        stream.onEvent(name, event -> {
            long end = clock.nanoTime(event.getEndTime());
            if (end > fromNs && end <= untilNs) {
                action.accept(event);
            }
        });
    }

    /// Skips events that ended at or before a time.
    void startAt(long nanoTime) {
        fromNs = nanoTime;
    }

    /// Ends the stream after writing the events that ended at or before a time.
    void stop(long nanoTime) {
        untilNs = nanoTime;
        try (stream) {
            FlightRecorder.removePeriodicEvent(periodic);
            stream.stop();
        }
    }
}
