package traceglass.app.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import traceglass.analysis.doctor.FirstView;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.live.LiveTracks;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.timeline.StoreTracks;
import traceglass.app.task.DeferredFxQueue;
import traceglass.app.task.FxThread;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.FleetMember;
import traceglass.ingest.open.Importers;
import traceglass.ingest.open.TraceOpener;
import traceglass.ingest.open.TracePreview;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// Opens a trace file on a separate thread and hands over the tracks of its beginning, then those read so far, and
/// finally the whole trace.
final class TraceLoader {

    /// With one or two processors, all of them are needed to create the window and paint the first tracks.
    private static final boolean HAS_FEW_PROCESSORS = Runtime.getRuntime().availableProcessors() <= 2;
    private static final long MAX_PAUSE_NS = 2_000_000_000L;
    private static final long PREVIEW_STAYS_NS = 5_000_000_000L;

    /// Receives the results, on the JavaFX thread.
    interface Receiver {

        /// Receives the name of the trace if it differs from the file name.
        void named(String name);

        /// Receives tracks before the import has finished.
        void snapshotRead(TraceSession.Tracks tracks);

        void ready(QueryableTrace trace);

        void canceled();

        /// @param message one sentence for the user
        /// @param problem problem with the file, or null
        void failed(String message, TraceProblem problem);
    }

    private final Path file;
    private final StoreOptions options;
    private final ImportProgress progress;
    private final DeferredFxQueue delivery;
    private final Receiver receiver;
    private final long startedNs = System.nanoTime();
    /// Completed when the first tracks are painted, or if the loader does not have to wait for that.
    private final CompletableFuture<Void> firstPaint = new CompletableFuture<>();
    private final AtomicReference<LiveTracks.Snapshot> latestSnapshot = new AtomicReference<>();
    /// Value of [System#nanoTime] when the preview was sent.
    private volatile long previewNs;
    /// The last tracks passed on; used on the JavaFX thread.
    private TraceSession.Tracks last;

    TraceLoader(Path file, StoreOptions options, ImportProgress progress, DeferredFxQueue delivery, Receiver receiver) {
        this.file = file;
        this.options = options;
        this.progress = progress;
        this.delivery = delivery;
        this.receiver = receiver;
    }

    /// Starts the thread. May be called from any thread.
    void start() {
        Thread thread = new Thread(this::load, "open-trace");
        thread.setDaemon(true);
        thread.start();
    }

    /// Continues an import that waits for the first paint.
    void continueImport() {
        firstPaint.complete(null);
    }

    private void load() {
        LiveTracks[] live = new LiveTracks[1];
        FleetMember.name(file).ifPresent(name -> delivery.send(() -> receiver.named(name)));
        try {
            TraceOpener.Opened result = TraceOpener.open(file, options, progress, storage -> {
                // A file that an importer of a jar could not read is read again.
                if (live[0] != null) {
                    live[0].stop();
                }
                live[0] = watch(storage);
            });
            TraceStore store = result.store();
            try {
                TraceSummary summary = TraceQueries.query(
                        store, q -> TraceSummary.read(q, Importers.of(options.reading())::formatName));
                long bytes = TraceOpener.sizeOf(file);
                QueryPool queries = QueryPool.of(store, FxThread::later);
                StoreTracks tracks = StoreTracks.read(store);
                TimeSpan first = TraceQueries.query(store, q -> FirstView.read(q, store.bounds()));
                long took = System.nanoTime() - startedNs;
                delivery.send(() -> receiver.ready(new QueryableTrace(
                        store, result.report(), result.warnings(), took, bytes, summary, queries, tracks, first)));
                returnFreedMemory(store);
            } catch (QueryException | IOException e) {
                store.close();
                throw new TraceProblem(SessionTexts.cantShow(file, e), e);
            }
        } catch (ImportCanceled e) {
            delivery.send(receiver::canceled);
        } catch (TraceProblem e) {
            delivery.send(() -> receiver.failed(e.getMessage(), e));
        } catch (RuntimeException | Error e) {
            // Catches everything: the window would otherwise wait forever.
            System.getLogger(TraceLoader.class.getName()).log(System.Logger.Level.ERROR, "opening " + file, e);
            String message = e instanceof OutOfMemoryError
                    ? SessionTexts.notEnoughMemory(file)
                    : SessionTexts.internalError(file, e);
            delivery.send(() -> receiver.failed(message, null));
        } finally {
            if (live[0] != null) {
                live[0].stop();
            }
        }
    }

    private static void returnFreedMemory(TraceStore store) {
        try {
            store.returnFreedMemory();
        } catch (StoreException e) {
            // The trace may be closed already. Otherwise queries work as well, the program just takes more memory.
            System.getLogger(TraceLoader.class.getName())
                    .log(System.Logger.Level.DEBUG, "can't return freed memory", e);
        }
    }

    private LiveTracks watch(TraceStorage storage) {
        Optional<LiveTracks.Snapshot> preview = preview();
        if (preview.isEmpty()) {
            LiveTracks live = LiveTracks.watch(storage, this::sendSnapshot);
            if (HAS_FEW_PROCESSORS) {
                live.waitForFirstPaint(firstPaint, MAX_PAUSE_NS);
            }
            return live;
        }
        previewNs = System.nanoTime();
        delivery.send(() -> showSnapshot(preview.get(), true));
        if (HAS_FEW_PROCESSORS) {
            firstPaint
                    .copy()
                    .completeOnTimeout(null, MAX_PAUSE_NS, TimeUnit.NANOSECONDS)
                    .join();
        }
        return LiveTracks.watchAfterPreview(storage, this::sendSnapshot);
    }

    private Optional<LiveTracks.Snapshot> preview() {
        try {
            return TracePreview.read(file, options.reading(), progress)
                    .map(LiveTracks::preview)
                    // The beginning may contain only events on tracks that are only shown after the import.
                    .filter(g -> g.bounds().durNs() > 0 && !g.root().children().isEmpty());
        } catch (ImportCanceled e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            // Errors are ignored here: the full import either handles or reports them.
            System.getLogger(TraceLoader.class.getName()).log(System.Logger.Level.DEBUG, "no preview of " + file, e);
            return Optional.empty();
        }
    }

    /// Sends a snapshot; while the JavaFX thread is busy, only the newest one waits.
    private void sendSnapshot(LiveTracks.Snapshot snapshot) {
        if (latestSnapshot.getAndSet(snapshot) == null) {
            delivery.send(() -> showSnapshot(latestSnapshot.getAndSet(null), false));
        }
    }

    /// Passes on tracks before the import has finished.
    private void showSnapshot(LiveTracks.Snapshot snapshot, boolean isPreview) {
        if (!coversLess(snapshot)) {
            last = new TraceSession.Tracks(snapshot.root().children(), snapshot.bounds(), snapshot.data(), isPreview);
            receiver.snapshotRead(last);
        }
    }

    /// Returns whether a snapshot covers less time than the preview shown, so that events would vanish. Applies
    /// only for a short period, because a preview may contain single events from the whole trace.
    private boolean coversLess(LiveTracks.Snapshot snapshot) {
        return last != null
                && last.isPreview()
                && snapshot.bounds().durNs() < last.bounds().durNs()
                && System.nanoTime() - previewNs < PREVIEW_STAYS_NS;
    }
}
