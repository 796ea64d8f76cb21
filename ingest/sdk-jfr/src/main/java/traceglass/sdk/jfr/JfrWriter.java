package traceglass.sdk.jfr;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.Category;
import traceglass.sdk.Trace;
import traceglass.sdk.TraceEvent;
import traceglass.sdk.Track;

/// Writes Flight Recorder events as slices, instants and counters. Events of a thread are on child tracks of
/// its track, because their times are not exact enough to nest with the thread's own slices.
final class JfrWriter {

    private static final Category GC = Category.of("jfr.gc", "Garbage collections");
    private static final Category LOCKS = Category.of("jfr.locks", "Waiting threads");
    private static final Category ALLOCATIONS = Category.of("jfr.allocations", "Allocation samples");
    private static final Category SAMPLES = Category.of("jfr.samples", "Callstack samples of running threads");
    private static final Category CPU = Category.of("jfr.cpu", "CPU load");
    private static final Category EVENTS = Category.of("jfr.events", "Other Flight Recorder events");

    private static final Track COLLECTIONS = Track.named("Garbage collections");
    private static final Track HEAP_USED = Track.counter("Java heap used", Track.Unit.BYTES);
    private static final Track HEAP_COMMITTED = Track.counter("Java heap committed", Track.Unit.BYTES);
    private static final Track LOAD_USER = Track.counter("CPU load of the JVM, user", "%", 1, false);
    private static final Track LOAD_SYSTEM = Track.counter("CPU load of the JVM, system", "%", 1, false);
    private static final Track LOAD_MACHINE = Track.counter("CPU load of the computer", "%", 1, false);

    private static final Map<String, String> LOCK_NAMES = Map.of(
            "jdk.JavaMonitorEnter", "Enter monitor",
            "jdk.JavaMonitorWait", "Wait on monitor",
            "jdk.ThreadPark", "Park",
            "jdk.ThreadSleep", "Sleep");
    private static final List<String> IMPLIED =
            List.of("startTime", "duration", "eventThread", "stackTrace", "sampledThread");

    private final JfrClock clock;
    private final Map<String, Track> tracks = new HashMap<>();

    JfrWriter(JfrClock clock) {
        this.clock = clock;
    }

    void writeCollection(RecordedEvent event) {
        TraceEvent slice = Trace.event(GC, text(event, "name"))
                .arg("cause", text(event, "cause"))
                .arg("id", event.getInt("gcId"))
                .arg("sum_of_pauses_ns", event.getDuration("sumOfPauses").toNanos())
                .arg("longest_pause_ns", event.getDuration("longestPause").toNanos());
        write(slice, GC, track(text(event, "name"), 0, COLLECTIONS), event);
    }

    void writePause(RecordedEvent event) {
        TraceEvent slice = Trace.event(GC, text(event, "name")).arg("id", event.getInt("gcId"));
        write(slice, GC, track("Pauses", 0, COLLECTIONS), event);
    }

    void writeHeap(RecordedEvent event) {
        long timeNs = clock.nanoTime(event.getStartTime());
        writeCounter(GC, HEAP_USED, event.getLong("heapUsed"), timeNs);
        writeCounter(GC, HEAP_COMMITTED, event.getLong("heapSpace.committedSize"), timeNs);
    }

    void writeCpuLoad(RecordedEvent event) {
        long timeNs = clock.nanoTime(event.getStartTime());
        writeCounter(CPU, LOAD_USER, 100.0 * event.getFloat("jvmUser"), timeNs);
        writeCounter(CPU, LOAD_SYSTEM, 100.0 * event.getFloat("jvmSystem"), timeNs);
        writeCounter(CPU, LOAD_MACHINE, 100.0 * event.getFloat("machineTotal"), timeNs);
    }

    void writeLock(RecordedEvent event) {
        String name = event.getEventType().getName();
        TraceEvent slice = Trace.event(LOCKS, Objects.requireNonNull(LOCK_NAMES.get(name)));
        for (String field : new String[] {"monitorClass", "parkedClass"}) {
            if (event.hasField(field)) {
                slice.arg("class", className(event.getClass(field)));
            }
        }
        if (event.hasField("previousOwner")) {
            slice.arg("previous_owner", threadName(event.getThread("previousOwner")));
        }
        writeStack(slice, event);
        write(slice, LOCKS, threadTrack("Locks", event.getThread()), event);
    }

    void writeAllocation(RecordedEvent event) {
        TraceEvent instant = Trace.event(ALLOCATIONS, className(event.getClass("objectClass")))
                .arg("weight", event.getLong("weight"));
        writeStack(instant, event);
        instant.on(threadTrack("Allocations", event.getThread()))
                .at(clock.nanoTime(event.getStartTime()))
                .instant();
    }

    void writeSample(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack == null || stack.getFrames().isEmpty()) {
            return;
        }
        TraceEvent instant =
                Trace.event(SAMPLES, name(stack.getFrames().getFirst())).arg("state", text(event, "state"));
        writeStack(instant, event);
        instant.on(threadTrack("Samples", event.getThread("sampledThread")))
                .at(clock.nanoTime(event.getStartTime()))
                .instant();
    }

    /// Writes an event of any type with its fields.
    void writeOther(RecordedEvent event) {
        String label = event.getEventType().getLabel();
        TraceEvent any =
                Trace.event(EVENTS, label == null ? event.getEventType().getName() : label);
        for (ValueDescriptor field : event.getFields()) {
            if (!IMPLIED.contains(field.getName())) {
                writeArgument(any, field.getName(), event.getValue(field.getName()));
            }
        }
        writeStack(any, event);
        Track track = threadTrack("Events", event.getThread());
        if (event.getDuration().isZero()) {
            any.on(track).at(clock.nanoTime(event.getStartTime())).instant();
        } else {
            write(any, EVENTS, track, event);
        }
    }

    private static void writeArgument(TraceEvent to, String name, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case Boolean flag -> to.arg(name, flag.booleanValue());
            case Float number -> to.arg(name, number.doubleValue());
            case Double number -> to.arg(name, number.doubleValue());
            case Number number -> to.arg(name, number.longValue());
            case RecordedClass type -> to.arg(name, type.getName());
            case RecordedThread thread -> to.arg(name, threadName(thread));
            default -> to.arg(name, value.toString());
        }
    }

    /// Writes a slice with the start and end time of an event.
    private void write(TraceEvent slice, Category category, Track track, RecordedEvent event) {
        long start = clock.nanoTime(event.getStartTime());
        slice.on(track).at(start).begin();
        Trace.event(category, "")
                .on(track)
                .at(start + event.getDuration().toNanos())
                .end();
    }

    private static void writeCounter(Category category, Track track, double value, long timeNs) {
        Trace.event(category, "").on(track).at(timeNs).counter(value);
    }

    private static String text(RecordedEvent event, String field) {
        String text = event.getString(field);
        return text == null ? "unknown" : text;
    }

    private static String className(@Nullable RecordedClass type) {
        return type == null ? "unknown" : type.getName();
    }

    private static @Nullable String threadName(@Nullable RecordedThread thread) {
        if (thread == null) {
            return null;
        }
        String name = thread.getJavaName();
        return name == null ? thread.getOSName() : name;
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    private static void writeStack(TraceEvent to, RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack != null) {
            to.callstack(stack.getFrames().stream().map(JfrWriter::element).toArray(StackTraceElement[]::new));
        }
    }

    private static StackTraceElement element(RecordedFrame frame) {
        return new StackTraceElement(
                frame.getMethod().getType().getName(), frame.getMethod().getName(), null, frame.getLineNumber());
    }

    private Track threadTrack(String name, @Nullable RecordedThread thread) {
        if (thread == null) {
            return track(name, 0, Track.process());
        }
        String threadName = threadName(thread);
        String trackName = threadName == null || threadName.isEmpty() ? "unnamed thread" : threadName;
        if (thread.isVirtual() || thread.getOSThreadId() <= 0) {
            return track(name + " of " + trackName, thread.getJavaThreadId(), Track.process());
        }
        long tid = thread.getOSThreadId();
        return tracks.computeIfAbsent(
                name + "@" + tid, key -> Track.named(name).under(Track.thread((int) tid, trackName)));
    }

    private Track track(String name, long id, Track parent) {
        return tracks.computeIfAbsent(
                name + "#" + id, key -> Track.named(name).withId(id).under(parent));
    }
}
