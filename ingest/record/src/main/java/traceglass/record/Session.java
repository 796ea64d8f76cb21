package traceglass.record;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.BufferFill;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.SourceState;
import traceglass.record.spi.TraceFile;

/// One recording, from connecting to the target to the finished file. The recording runs on its own thread; all
/// methods can be called from any thread, and only the `await` methods block. See [SessionState] for the life cycle.
public final class Session {

    /// Connects to the target.
    public interface Connector {

        /// @throws RecordProblem if the target cannot be reached or refuses the connection
        Recorder connect() throws RecordProblem;
    }

    private static final Duration TICK = Duration.ofMillis(100);
    /// Maximum number of log entries; later ones are dropped.
    private static final int MAX_LOG_ENTRIES = 10_000;

    private final String name;
    private final Connector connector;
    private final Path path;
    private final long createdNs = System.nanoTime();
    private final List<Consumer<SessionView>> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    private SessionState state = SessionState.CONNECTING;
    private final List<LogEntry> log = new ArrayList<>();
    private final List<Path> snapshots = new ArrayList<>();
    private final Map<String, SourceState> sources = new LinkedHashMap<>();
    private List<BufferFill> buffers = List.of();
    /// Requested delay before recording starts; 0 for none.
    private final long delayMs;
    /// `System.nanoTime()` at which a delayed recording will start; 0 if no start is pending.
    private long delayedStartNs;
    private long startedNs;
    private long stoppedNs;
    private long durationMs;
    private boolean isStopRequested;
    private boolean isCancelRequested;

    private @Nullable RecordProblem problem;

    private @Nullable Recorder recorder;
    private @Nullable TraceFile file;

    private Session(String name, Connector connector, Path path, long delayMs) {
        this.delayMs = delayMs;
        this.name = name;
        this.connector = connector;
        this.path = path;
    }

    /// Starts a recording.
    ///
    /// @param name name of the target as it appears within a sentence, for messages
    /// @param path path of the trace file; an existing file is replaced
    public static Session start(String name, Connector connector, Path path) {
        return start(name, connector, path, v -> {});
    }

    /// Starts a recording.
    ///
    /// @param listener receives the state after each change, on threads of the session
    public static Session start(String name, Connector connector, Path path, Consumer<SessionView> listener) {
        return start(name, connector, path, 0, listener);
    }

    /// Starts a recording with a delay between connecting to the target and starting to record.
    ///
    /// @param delayMs delay in milliseconds; stopping during the delay cancels the recording
    public static Session start(
            String name, Connector connector, Path path, long delayMs, Consumer<SessionView> listener) {
        Session session = new Session(name, connector, path, delayMs);
        session.listeners.add(listener);
        Thread.ofPlatform().daemon().name("traceglass-record").start(session::run);
        return session;
    }

    /// Path of the trace file.
    public Path path() {
        return path;
    }

    /// Bytes of the trace file that can be read while the recording continues: the data received up to the last
    /// readout of the target.
    public synchronized long readableBytes() {
        return file == null ? 0 : file.readableBytes();
    }

    /// Sets the period for reading the target while the recording is displayed live.
    ///
    /// @param periodMs period in milliseconds; 0 for the period of the config
    public synchronized void setReadPeriod(long periodMs) {
        if (recorder != null) {
            recorder.setReadPeriod(periodMs);
        }
    }

    /// Current state of the recording.
    public synchronized SessionView view() {
        long until = stoppedNs != 0 ? stoppedNs : System.nanoTime();
        long elapsedMs = startedNs == 0 ? 0 : (until - startedNs) / 1_000_000;
        long msUntilStart = delayedStartNs == 0 ? 0 : Math.max(0, (delayedStartNs - System.nanoTime()) / 1_000_000);
        return new SessionView(
                state,
                msUntilStart,
                elapsedMs,
                durationMs,
                recorder != null && recorder.savesWhileRecording(),
                recorder == null || recorder.reportsBuffers(),
                file == null ? 0 : file.bytes(),
                path,
                buffers,
                List.copyOf(sources.values()),
                List.copyOf(log),
                List.copyOf(snapshots),
                problem);
    }

    /// Stops the recording and keeps its data.
    public synchronized void stop() {
        isStopRequested = true;
        notifyAll();
    }

    /// Cancels the recording and discards its data. Returns immediately.
    public void cancel() {
        Recorder abandonedRecorder;
        synchronized (this) {
            if (state.isFinal()) {
                return;
            }
            isCancelRequested = true;
            notifyAll();
            abandonedRecorder = state == SessionState.READING || state == SessionState.STOPPING ? recorder : null;
        }
        if (abandonedRecorder != null) {
            // Unblocks the session's thread, which may be waiting for a reply from the target. On a separate
            // thread, because ending a service with its probes takes seconds.
            Thread.ofPlatform().daemon().name("traceglass-cancel").start(abandonedRecorder::close);
        }
    }

    /// Returns whether the trace can be shown while it is recorded.
    public synchronized boolean canViewLive() {
        return state == SessionState.RECORDING && recorder != null && recorder.canViewLive();
    }

    /// Returns whether [#snapshot] is possible in the current state.
    public synchronized boolean canSnapshot() {
        return state == SessionState.RECORDING && recorder != null && recorder.canSnapshot();
    }

    /// Copies the content of the buffers to a file while the recording continues.
    ///
    /// @return the size of the copy in bytes; fails with a [RecordProblem]
    public CompletableFuture<Long> snapshot(Path copy) {
        CompletableFuture<Long> done = new CompletableFuture<>();
        Recorder current;
        synchronized (this) {
            current = state == SessionState.RECORDING ? recorder : null;
        }
        if (current == null) {
            done.completeExceptionally(new RecordProblem(RecordProblem.Kind.UNSUPPORTED, RecordingTexts.NO_SNAPSHOT));
            return done;
        }
        Thread.ofPlatform().daemon().name("traceglass-snapshot").start(() -> {
            try {
                long bytes = current.snapshot(copy);
                synchronized (this) {
                    snapshots.add(copy);
                }
                addLogEntry(LogEntry.Level.SAVED, RecordingTexts.snapshotSaved(copy, bytes));
                done.complete(bytes);
            } catch (RecordProblem e) {
                addLogEntry(LogEntry.Level.WARNING, e.getMessage());
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /// Waits until the recording has ended.
    public SessionView await() throws InterruptedException {
        ended.await();
        return view();
    }

    /// Waits until the recording has ended, at most for the given time.
    ///
    /// @return whether it has ended
    public boolean await(Duration timeout) throws InterruptedException {
        return ended.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void run() {
        try {
            record();
        } catch (RecordProblem e) {
            fail(e);
        } catch (InterruptedException e) {
            fail(new RecordProblem(RecordProblem.Kind.LOST, RecordingTexts.INTERRUPTED, e));
        } catch (RuntimeException e) {
            fail(new RecordProblem(RecordProblem.Kind.UNSUPPORTED, RecordingTexts.internalError(e), e));
        } finally {
            Recorder last;
            synchronized (this) {
                last = recorder;
            }
            if (last != null) {
                last.close();
            }
            ended.countDown();
            notifyListeners();
        }
    }

    private void record() throws RecordProblem, InterruptedException {
        addLogEntry(LogEntry.Level.INFO, RecordingTexts.connecting(name));
        Recorder connected = connector.connect();
        synchronized (this) {
            recorder = connected;
            durationMs = connected.durationMs();
        }
        addLogEntry(LogEntry.Level.INFO, RecordingTexts.connected(name));
        if (discardIfCanceled()) {
            return;
        }
        TraceFile opened = TraceFile.create(path);
        synchronized (this) {
            file = opened;
        }
        try {
            changeState(SessionState.CONFIGURED);
            if (!awaitStart()) {
                cancel();
                discardIfCanceled();
                return;
            }
            connected.start(opened, new RecorderListener());
            synchronized (this) {
                startedNs = System.nanoTime();
            }
            changeState(SessionState.RECORDING);
            addLogEntry(LogEntry.Level.INFO, RecordingTexts.recording(durationMs));
            awaitEnd(connected);
            if (discardIfCanceled()) {
                return;
            }
            changeState(SessionState.READING);
            addLogEntry(LogEntry.Level.INFO, RecordingTexts.READING);
            connected.read(opened);
            if (discardIfCanceled()) {
                return;
            }
            close(opened);
            addLogEntry(LogEntry.Level.SAVED, RecordingTexts.saved(path, opened.bytes()));
            if (opened.bytes() == 0) {
                throw new RecordProblem(RecordProblem.Kind.LOST, RecordingTexts.EMPTY);
            }
            changeState(SessionState.DONE);
        } catch (RecordProblem e) {
            if (!discardIfCanceled()) {
                throw e;
            }
        } finally {
            closeAfterEnd(opened);
        }
    }

    private static void closeAfterEnd(TraceFile opened) {
        try {
            opened.close();
        } catch (IOException e) {
            // The error that ended the recording has been reported; the file contains all data that could be
            // written.
        }
    }

    /// Waits for the requested start delay.
    ///
    /// @return false if the recording was canceled during the delay
    private boolean awaitStart() throws InterruptedException {
        if (delayMs <= 0) {
            return true;
        }
        addLogEntry(LogEntry.Level.INFO, RecordingTexts.startingIn(delayMs));
        synchronized (this) {
            delayedStartNs = System.nanoTime() + delayMs * 1_000_000;
        }
        while (true) {
            synchronized (this) {
                long leftMs = (delayedStartNs - System.nanoTime()) / 1_000_000;
                if (isStopRequested || isCancelRequested || leftMs <= 0) {
                    delayedStartNs = 0;
                    return !isStopRequested && !isCancelRequested;
                }
                wait(Math.min(TICK.toMillis(), leftMs));
            }
            notifyListeners();
        }
    }

    private static void close(TraceFile file) throws RecordProblem {
        try {
            file.close();
        } catch (IOException e) {
            throw RecordProblem.disk(e);
        }
    }

    private void awaitEnd(Recorder connected) throws RecordProblem, InterruptedException {
        boolean isStopSent = false;
        while (!connected.awaitEnd(TICK)) {
            boolean stopsNow;
            synchronized (this) {
                if (isCancelRequested) {
                    return;
                }
                stopsNow = isStopRequested && !isStopSent;
            }
            if (stopsNow) {
                isStopSent = true;
                onRecordingEnd();
                addLogEntry(LogEntry.Level.INFO, RecordingTexts.STOPPING);
                connected.stop();
            }
            notifyListeners();
        }
        if (!isStopSent) {
            onRecordingEnd();
        }
    }

    private void onRecordingEnd() {
        synchronized (this) {
            if (stoppedNs == 0) {
                stoppedNs = System.nanoTime();
            }
        }
        changeState(SessionState.STOPPING);
    }

    /// Discards all data if [#cancel] was called.
    ///
    /// @return whether it was called
    private boolean discardIfCanceled() {
        Recorder abandonedRecorder;
        TraceFile partial;
        synchronized (this) {
            if (!isCancelRequested) {
                return false;
            }
            if (state.isFinal()) {
                return true;
            }
            abandonedRecorder = recorder;
            partial = file;
        }
        if (abandonedRecorder != null) {
            abandonedRecorder.discard();
        }
        if (partial != null) {
            try {
                partial.discard();
            } catch (IOException e) {
                addLogEntry(LogEntry.Level.WARNING, RecordingTexts.notDeleted(path, e));
            }
        }
        addLogEntry(LogEntry.Level.INFO, RecordingTexts.CANCELED);
        changeState(SessionState.CANCELED);
        return true;
    }

    private void fail(RecordProblem e) {
        long receivedBytes;
        synchronized (this) {
            receivedBytes = file == null ? 0 : file.bytes();
            if (state.isFinal()) {
                return;
            }
            if (stoppedNs == 0) {
                stoppedNs = System.nanoTime();
            }
            String detail = file == null
                    ? ""
                    : receivedBytes > 0
                            ? RecordingTexts.kept(receivedBytes, path)
                            : e.kind() == RecordProblem.Kind.CONFIG || e.kind() == RecordProblem.Kind.DISK
                                    ? ""
                                    : RecordingTexts.NOTHING_RECEIVED;
            problem = detail.isEmpty() ? e : withDetail(e, detail);
        }
        if (receivedBytes == 0 && file != null) {
            try {
                file.discard();
            } catch (IOException x) {
                // Ignore the failure: an empty file is harmless.
            }
        }
        addLogEntry(LogEntry.Level.ERROR, problem.getMessage());
        changeState(SessionState.FAILED);
    }

    private static RecordProblem withDetail(RecordProblem e, String detail) {
        return e instanceof ConfigRefused ? e : new RecordProblem(e.kind(), e.getMessage() + detail, e);
    }

    private void changeState(SessionState next) {
        synchronized (this) {
            if (!state.canChangeTo(next)) {
                throw new IllegalStateException(state + " can't change to " + next);
            }
            state = next;
        }
        notifyListeners();
    }

    private void addLogEntry(LogEntry.Level level, @Nullable String text) {
        synchronized (this) {
            if (log.size() < MAX_LOG_ENTRIES) {
                log.add(new LogEntry((System.nanoTime() - createdNs) / 1_000_000, level, text));
            }
        }
        notifyListeners();
    }

    /// Reports the current state. Synchronized, so that states reported by several threads arrive in order.
    private void notifyListeners() {
        synchronized (listeners) {
            SessionView current = view();
            listeners.forEach(l -> l.accept(current));
        }
    }

    private final class RecorderListener implements Recorder.Listener {

        private boolean isWrapReported;
        private long reportedLostPackets;

        @Override
        public void log(LogEntry.Level level, String text) {
            addLogEntry(level, text);
        }

        @Override
        public void buffers(List<BufferFill> fills) {
            boolean reportsWrap;
            long lost = fills.stream().mapToLong(BufferFill::lostPackets).sum();
            synchronized (Session.this) {
                buffers = List.copyOf(fills);
                reportsWrap = !isWrapReported && fills.stream().anyMatch(f -> f.isRingBuffer() && f.hasWrapped());
            }
            if (reportsWrap) {
                isWrapReported = true;
                addLogEntry(LogEntry.Level.NOTICE, RecordingTexts.RING_BUFFER_FULL);
            }
            if (lost > reportedLostPackets) {
                addLogEntry(LogEntry.Level.WARNING, RecordingTexts.lost(fills, lost - reportedLostPackets));
                reportedLostPackets = lost;
            }
            notifyListeners();
        }

        @Override
        public void snapshotRequested() {
            snapshot(RecordingFiles.snapshot(path));
        }

        @Override
        public void source(SourceState s) {
            synchronized (Session.this) {
                sources.put(s.name(), s);
            }
            notifyListeners();
        }
    }
}
