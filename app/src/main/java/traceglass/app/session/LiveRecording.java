package traceglass.app.session;

import java.io.IOException;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.live.recording.LiveTimeline;
import traceglass.analysis.query.TraceQueries;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.GrowingTraceReader;
import traceglass.ingest.open.Importers;
import traceglass.sql.result.QueryException;
import traceglass.store.LiveStoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// Imports the trace of a running recording and reads its timeline, on two threads. One follows the file and makes
/// new events available in the store. The other reads the visible part of the timeline whenever there are new
/// events or the view has moved.
///
/// An event is shown after the target has been read twice, because by then all earlier events have arrived, too.
public final class LiveRecording {

    /// Interval at which the file is checked for new data.
    private static final long POLL_MS = 20;
    /// Minimum pause between two publications: the larger of a time and a multiple of the duration of the
    /// previous one.
    private static final long PUBLISH_PAUSE_NS = 100_000_000L;
    private static final int PUBLISH_PAUSE_FACTOR = 2;
    /// Time without new data after which the last events are shown.
    private static final long QUIET_NS = 500_000_000L;
    /// Minimum time between two reads of the timeline.
    private static final long FRAME_MS = 100;
    /// Longest time to wait until a timeline is drawn before the next one is read.
    private static final long DRAWING_MS = 3000;

    /// Receives timelines and problems, on threads of the recording.
    interface Receiver {

        /// The first events are available.
        void started(TraceStore store, LiveTimeline timeline, TraceSummary summary, LiveTimeline.View view);

        /// A newer timeline, or the timeline of another part of the recording.
        void read(LiveTimeline.View view);

        /// The recording can no longer be shown; it continues to record.
        ///
        /// @param message the reason, as a sentence
        void failed(String message);
    }

    private final LiveSource source;
    private final StoreOptions options;
    private final ImportProgress progress;
    private final Receiver receiver;
    private final Thread importThread;
    private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
    private volatile boolean isStopped;
    /// Number of publications; guarded by this object, like all fields below.
    private long published;
    private TimeSpan visible;
    private boolean isAtEnd;
    private boolean isPaused;
    private TimeSpan pausedBounds;
    private boolean isMoved;
    private TimeSpan window = new TimeSpan(0, 0);
    /// Whether a timeline was passed on that is not drawn yet.
    private boolean isDrawing;

    private LiveRecording(LiveSource source, StoreOptions options, ImportProgress progress, Receiver receiver) {
        this.source = source;
        this.options = options;
        this.progress = progress;
        this.receiver = receiver;
        importThread = Thread.ofPlatform().daemon().name("live-import").unstarted(this::importAll);
    }

    static LiveRecording start(LiveSource source, StoreOptions options, ImportProgress progress, Receiver receiver) {
        LiveRecording recording = new LiveRecording(source, options, progress, receiver);
        source.setShown(true);
        recording.importThread.start();
        return recording;
    }

    /// Returns the recording that is shown.
    public LiveSource source() {
        return source;
    }

    /// Sets the visible time. If its events are not all known, they are read.
    ///
    /// @param isAtEnd whether the visible time moves with the end of the recording
    public synchronized void setVisible(TimeSpan span, boolean isAtEnd) {
        visible = span;
        this.isAtEnd = isAtEnd;
        boolean isInside = window.start() <= span.start() && window.end() >= span.end();
        // A window with many events contains only some of them, so a much smaller window is read again.
        if (!isInside || window.durNs() / 8 > span.durNs()) {
            isMoved = true;
            notifyAll();
        }
    }

    /// Pauses the timeline, or lets it grow again. Other parts of the recording can be viewed in the meantime.
    ///
    /// @param bounds start and end of the timeline while it is paused
    public synchronized void setPaused(boolean isPaused, TimeSpan bounds) {
        this.isPaused = isPaused;
        pausedBounds = bounds;
        notifyAll();
    }

    /// Called when the timeline that was passed on last is drawn; the next one is not read before that.
    public synchronized void drawingFinished() {
        isDrawing = false;
        notifyAll();
    }

    /// Reason why the timeline no longer grows, or an empty string. Changes on the JavaFX thread.
    public ReadOnlyStringProperty problemProperty() {
        return problem.getReadOnlyProperty();
    }

    void setProblem(String message) {
        problem.set(message);
    }

    /// Stops both threads. Returns immediately; [#join] waits for the end.
    void stop() {
        source.setShown(false);
        isStopped = true;
        progress.cancel();
        synchronized (this) {
            notifyAll();
        }
        importThread.interrupt();
    }

    /// Waits until nothing uses the store except its own connections.
    void join() {
        try {
            importThread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void importAll() {
        TraceStorage storage = new TraceStorage();
        try (LiveStoreWriter writer = LiveStoreWriter.start(storage, options);
                GrowingTraceReader reader = GrowingTraceReader.open(source.file(), storage, progress);
                LiveTimeline timeline = new LiveTimeline(writer.store())) {
            Thread showing =
                    Thread.ofPlatform().daemon().name("live-view").start(() -> showAll(writer.store(), timeline));
            try {
                follow(reader, writer);
            } catch (TraceProblem | IOException e) {
                // The imported rows stay available.
                report(e);
                awaitStop();
            } finally {
                showing.interrupt();
                joinUninterruptibly(showing);
            }
        } catch (ImportCanceled | InterruptedException e) {
            // The recording is no longer shown.
        } catch (IOException | RuntimeException | Error e) {
            report(e);
        }
    }

    /// Waits for a thread that uses resources that the caller closes next, even if the caller is interrupted.
    @SuppressWarnings("ThreadJoinLoop") // the library that Error Prone proposes instead is not used here
    private static void joinUninterruptibly(Thread thread) {
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                // The caller ends anyway.
            }
        }
    }

    private void report(Throwable e) {
        if (!isStopped) {
            System.getLogger(LiveRecording.class.getName())
                    .log(System.Logger.Level.WARNING, "live view of " + source.file(), e);
            receiver.failed(SessionTexts.cantShowLive(String.valueOf(e.getMessage())));
        }
    }

    private synchronized void awaitStop() throws InterruptedException {
        while (!isStopped) {
            wait();
        }
    }

    private void follow(GrowingTraceReader reader, LiveStoreWriter writer)
            throws IOException, TraceProblem, InterruptedException {
        long complete = Long.MIN_VALUE;
        long grewNs = System.nanoTime();
        long nextNs = grewNs;
        boolean isWaiting = false;
        boolean wasEmitted = false;
        while (!isStopped) {
            if (reader.readTo(source.readableBytes())) {
                reader.emitUntil(complete);
                complete = reader.latestTs();
                grewNs = System.nanoTime();
                isWaiting = true;
                wasEmitted = true;
            } else if (isWaiting && System.nanoTime() - grewNs > QUIET_NS) {
                reader.emitUntil(complete);
                isWaiting = false;
                wasEmitted = true;
            }
            long startNs = System.nanoTime();
            if (wasEmitted && startNs - nextNs >= 0) {
                publish(writer);
                wasEmitted = false;
                long endNs = System.nanoTime();
                nextNs = endNs + Math.max(PUBLISH_PAUSE_NS, (endNs - startNs) * PUBLISH_PAUSE_FACTOR);
            }
            Thread.sleep(POLL_MS);
        }
    }

    private void publish(LiveStoreWriter writer) throws StoreException {
        writer.publish();
        synchronized (this) {
            published++;
            notifyAll();
        }
    }

    private void showAll(TraceStore store, LiveTimeline timeline) {
        long count = 0;
        boolean hasStarted = false;
        try {
            while (true) {
                TimeSpan requestedSpan;
                TimeSpan bounds;
                synchronized (this) {
                    while (!isMoved && (published == count || isPaused)) {
                        wait();
                    }
                    isMoved = false;
                    count = published;
                    bounds = isPaused ? pausedBounds : store.bounds();
                    requestedSpan = visible == null
                            ? bounds
                            : isAtEnd && !isPaused
                                    ? new TimeSpan(bounds.end() - visible.durNs(), bounds.end())
                                    : visible;
                }
                if (bounds.durNs() == 0) {
                    continue;
                }
                LiveTimeline.View view = timeline.read(requestedSpan, bounds);
                synchronized (this) {
                    window = view.window();
                    isDrawing = true;
                }
                if (hasStarted) {
                    receiver.read(view);
                } else {
                    hasStarted = true;
                    TraceSummary summary = TraceQueries.query(
                            store, q -> TraceSummary.read(q, Importers.of(options.reading())::formatName));
                    receiver.started(store, timeline, summary, view);
                }
                awaitDrawing();
            }
        } catch (InterruptedException e) {
            // The recording is no longer shown.
        } catch (QueryException | RuntimeException | Error e) {
            report(e);
        }
    }

    private void awaitDrawing() throws InterruptedException {
        Thread.sleep(FRAME_MS);
        long endMs = System.currentTimeMillis() + DRAWING_MS;
        synchronized (this) {
            for (long leftMs; isDrawing && (leftMs = endMs - System.currentTimeMillis()) > 0; ) {
                wait(leftMs);
            }
        }
    }
}
