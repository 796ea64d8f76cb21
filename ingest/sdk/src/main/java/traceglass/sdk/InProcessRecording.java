package traceglass.sdk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import traceglass.sdk.memory.BufferSink;
import traceglass.sdk.memory.SequenceSink;
import traceglass.sdk.memory.SessionBuffer;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.posix.Signals;
import traceglass.sdk.proto.ProtoWriter;

/// A session that records events of this process into memory.
///
/// ```java
/// try (InProcessRecording recording = InProcessRecording.start(new TracingOptions().enable("network"))) {
///     …
///     recording.save(Path.of("trace.pftrace"));
/// }
/// ```
///
/// With [TracingOptions#ring], a recording can run all the time: [#save], [#saveOnCrash], [#saveOnSignal] and
/// [#saveOnTrigger] save the most recent events when something happens.
public final class InProcessRecording implements AutoCloseable {

    /// Number of sequences at which those of ended threads are removed for the first time.
    private static final int FIRST_PRUNE = 64;

    private final TracingOptions options;
    private final SessionBuffer buffer;
    private final AtomicInteger sequences = new AtomicInteger(1);
    private final Map<String, Path> triggers = new ConcurrentHashMap<>();
    private final EventRecorder recorder = new BufferRecorder();
    private final Set<BufferSink> sinks = ConcurrentHashMap.newKeySet();
    private volatile int pruneAt = FIRST_PRUNE;
    private final byte[] firstPackets;

    private InProcessRecording(TracingOptions options) {
        this.options = options;
        buffer = new SessionBuffer(options.bufferKb(), options.isRing());
        firstPackets = firstPackets();
    }

    /// Starts a recording.
    ///
    /// @throws IllegalStateException if 32 sessions of this process are already running
    public static InProcessRecording start(TracingOptions options) {
        InProcessRecording recording = new InProcessRecording(options.copy());
        Sessions.start(recording.recorder);
        return recording;
    }

    /// The recording, as used by the threads that write events.
    final class BufferRecorder implements EventRecorder {

        @Override
        public TracingOptions options() {
            return options;
        }

        @Override
        public int generation() {
            return buffer.generation();
        }

        @Override
        public boolean writesCommandLine() {
            // firstPackets() already contains it.
            return false;
        }

        @Override
        public SequenceSink newSink() {
            Thread thread = Thread.currentThread();
            BufferSink sink = new BufferSink(buffer, sequences.incrementAndGet(), thread.isVirtual() ? null : thread);
            if (sinks.size() >= pruneAt) {
                sinks.removeIf(BufferSink::isAbandoned);
                pruneAt = Math.max(FIRST_PRUNE, 2 * sinks.size());
            }
            sinks.add(sink);
            return sink;
        }

        InProcessRecording recording() {
            return InProcessRecording.this;
        }
    }

    /// Stops recording. The recorded events can still be read.
    public void stop() {
        Sessions.stop(recorder);
    }

    /// Returns whether the recording is running.
    public boolean isRunning() {
        return Sessions.slot(recorder) >= 0;
    }

    /// Makes each thread write its interned data again with its next event, so that a reader can start there.
    public void clearIncrementalState() {
        buffer.clearIncrementalState();
        Sessions.clear(recorder);
    }

    /// Returns the events recorded so far as the contents of a trace file. Recording continues.
    public byte[] toByteArray() {
        Sessions.flush(recorder);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(firstPackets);
        buffer.copyTo(bytes);
        return bytes.toByteArray();
    }

    /// Writes the events recorded so far as a trace file. Recording continues.
    public void writeTo(OutputStream out) throws IOException {
        out.write(toByteArray());
    }

    /// Writes the events recorded so far to a file. An existing file is replaced only after everything is written.
    public void save(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path part = absolute.resolveSibling(
                absolute.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.write(part, toByteArray());
            Files.move(part, absolute, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /// Saves to a file when a thread ends with an uncaught exception. The previous default handler is called
    /// afterwards.
    public void saveOnCrash(Path file) {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> {
            trySave(file);
            if (before != null) {
                before.uncaughtException(thread, problem);
            } else {
                problem.printStackTrace();
            }
        });
    }

    /// Saves to a file whenever the process receives a signal, such as `USR2`.
    ///
    /// @throws IllegalArgumentException if the system has no such signal, or the JVM uses it
    public void saveOnSignal(String signal, Path file) {
        Signals.handle(signal, () -> trySave(file));
    }

    /// Saves to a file whenever [Tracing#activateTriggers] is called with the given trigger name.
    public void saveOnTrigger(String name, Path file) {
        triggers.put(name, file);
    }

    /// Saves the running recordings that wait for one of these triggers.
    static void activate(List<String> names) {
        for (EventRecorder session : Sessions.all()) {
            if (session instanceof BufferRecorder recorder) {
                for (String name : names) {
                    Path file = recorder.recording().triggers.get(name);
                    if (file != null) {
                        recorder.recording().trySave(file);
                    }
                }
            }
        }
    }

    private void trySave(Path file) {
        try {
            save(file);
        } catch (IOException e) {
            Sessions.LOG.log(System.Logger.Level.ERROR, "Can't save the trace to " + file, e);
        }
    }

    /// Stops recording and releases the buffer.
    @Override
    public void close() {
        stop();
        sinks.forEach(BufferSink::close);
        sinks.clear();
        buffer.release();
    }

    /// Encodes the first packets of the trace: a clock snapshot, which relates the event clock to the system
    /// clocks, and the command line.
    private static byte[] firstPackets() {
        ProtoWriter trace = new ProtoWriter();
        int packet = trace.open(1);
        int snapshot = trace.open(6);
        long now = System.nanoTime();
        writeClock(trace, SequenceWriter.MONOTONIC, now);
        if (Posix.isSupported()) {
            writeClock(trace, 6, Posix.clockNs(Posix.CLOCK_BOOTTIME));
            writeClock(trace, 1, Posix.clockNs(Posix.CLOCK_REALTIME));
        } else {
            writeClock(trace, 1, System.currentTimeMillis() * 1_000_000);
        }
        trace.varint(2, SequenceWriter.MONOTONIC);
        trace.close(snapshot);
        trace.varint(8, now).varint(58, SequenceWriter.MONOTONIC).varint(10, 1);
        trace.close(packet);
        int process = trace.open(1);
        trace.varint(8, now).varint(58, SequenceWriter.MONOTONIC).varint(10, 1);
        ProcessTrack.WITH_COMMAND_LINE.describe(trace);
        trace.close(process);
        return trace.toByteArray();
    }

    private static void writeClock(ProtoWriter to, int id, long ns) {
        int clock = to.open(1);
        to.varint(1, id).varint(2, ns);
        to.close(clock);
    }
}
