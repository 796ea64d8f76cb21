package traceglass.app.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.doctor.FirstView;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.events.EventPlace;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.formula.ComputedTable;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.live.LiveTracks;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.timeline.StoreTracks;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.task.Delivery;
import traceglass.app.task.FxThread;
import traceglass.ingest.ImportCancelled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.ImportReport;
import traceglass.ingest.open.TraceGlimpse;
import traceglass.ingest.open.TraceOpener;
import traceglass.ingest.open.TraceReading;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// One trace, open or being opened in a window. Opening runs on a thread of its own; everything here is used on the
/// JavaFX thread, where properties change too.
public final class TraceSession implements AutoCloseable {

    /// So few processors are all needed to paint the first tracks, and to make the window that they are painted in.
    private static final boolean FEW_PROCESSORS = Runtime.getRuntime().availableProcessors() <= 2;
    private static final long LONGEST_PAUSE_NS = 2_000_000_000L;
    private static final long GLIMPSE_STAYS_NS = 5_000_000_000L;
    private static final System.Logger LOG = System.getLogger(TraceSession.class.getName());

    /// How far the session is.
    public enum State {
        /// Being read; tracks may be there already.
        OPENING,
        /// All of it can be queried.
        READY,
        /// It could not be opened, see [TraceSession#failure].
        FAILED,
        /// A person stopped it.
        CANCELLED
    }

    /// The tracks of a trace at one moment: while it is read there are several of these, one after another.
    ///
    /// @param roots top of the track tree
    /// @param bounds start and end of the trace
    /// @param data events of the tracks
    /// @param glimpse whether they come from the beginning of the file alone, see [TraceGlimpse]: ids of events
    ///     will be others
    public record Tracks(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data, boolean glimpse) {

        public Tracks {
            roots = List.copyOf(roots);
        }

        /// Tracks that are no glimpse.
        public Tracks(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
            this(roots, bounds, data, false);
        }
    }

    private final Path file;
    private final ImportProgress progress = new ImportProgress();
    private final long startedNs = System.nanoTime();
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.OPENING);
    private final ReadOnlyObjectWrapper<Tracks> tracks = new ReadOnlyObjectWrapper<>();
    private final DebugTrackList debugTracks = new DebugTrackList(this);
    private final FormulaList formulas = new FormulaList(this);
    private final HeapAnalyses heaps = new HeapAnalyses();
    private String failure = "";
    private Opened opened;
    private boolean closed;
    private final Delivery delivery = new Delivery();
    /// Done when the first tracks are on the screen, or nobody looks.
    private final CompletableFuture<Void> pictured = new CompletableFuture<>();
    /// When a glimpse was sent.
    private volatile long glimpseNs;
    private final AtomicReference<LiveTracks.Snapshot> early = new AtomicReference<>();
    private final List<Runnable> whenClosed = new ArrayList<>();

    /// What the opening thread hands over at once.
    private record Opened(
            TraceStore store,
            ImportReport report,
            List<String> warnings,
            long tookNs,
            long fileBytes,
            TraceSummary summary,
            QueryPool queries,
            StoreTracks tracks,
            TimeSpan first) {}

    private TraceSession(Path file) {
        this.file = file;
    }

    /// Starts to open a file, unless [HeadStart] has, and returns at once.
    public static TraceSession open(Path file, StoreOptions options) {
        TraceSession begun = HeadStart.take(normal(file), options);
        TraceSession session = begun == null ? begin(normal(file), options) : begun;
        session.delivery.open();
        return session;
    }

    /// Starts to open a file. Nothing comes of it on the JavaFX thread before its delivery is opened. From any
    /// thread.
    static TraceSession begin(Path file, StoreOptions options) {
        TraceSession session = new TraceSession(file);
        Thread thread = new Thread(() -> session.load(options), "open-trace");
        thread.setDaemon(true);
        thread.start();
        return session;
    }

    /// Shows what has come so far, so that whoever has just asked for the trace need not draw anything before it.
    /// Otherwise that comes with the next turn of the JavaFX thread.
    public void showArrived() {
        delivery.handOver();
    }

    /// Ends what [#begin] began and nobody wants.
    void abandon() {
        close();
        delivery.open();
    }

    static Path normal(Path file) {
        return file.toAbsolutePath().normalize();
    }

    private void load(StoreOptions options) {
        LiveTracks[] live = new LiveTracks[1];
        try {
            TraceOpener.Opened result = TraceOpener.open(file, options, progress, storage -> live[0] = watch(storage));
            TraceStore store = result.store();
            try {
                TraceSummary summary = TraceQueries.ask(store, q -> TraceSummary.read(q, TraceReading::formatName));
                long bytes = Files.size(file);
                QueryPool queries = QueryPool.of(store, FxThread::later);
                StoreTracks all = StoreTracks.read(store);
                TimeSpan first = TraceQueries.ask(store, q -> FirstView.read(q, store.bounds()));
                long took = System.nanoTime() - startedNs;
                delivery.send(() -> ready(new Opened(
                        store, result.report(), result.warnings(), took, bytes, summary, queries, all, first)));
            } catch (QueryException | java.io.IOException e) {
                store.close();
                throw new TraceProblem(file + " cannot be shown: " + e.getMessage(), e);
            }
        } catch (ImportCancelled e) {
            delivery.send(this::cancel);
        } catch (TraceProblem e) {
            delivery.send(() -> fail(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // Whatever it is: nobody may wait for ever.
            LOG.log(System.Logger.Level.ERROR, "opening " + file, e);
            delivery.send(() -> fail(
                    e instanceof OutOfMemoryError
                            ? file + " needs more memory than this program may use"
                            : file + " cannot be opened, by an error of this program: " + e));
        } finally {
            if (live[0] != null) {
                live[0].stop();
            }
        }
    }

    private LiveTracks watch(TraceStorage storage) {
        Optional<LiveTracks.Snapshot> glimpse = glimpse();
        if (glimpse.isEmpty()) {
            LiveTracks live = LiveTracks.watch(storage, this::sendEarly);
            if (FEW_PROCESSORS) {
                live.waitForPicture(pictured, LONGEST_PAUSE_NS);
            }
            return live;
        }
        glimpseNs = System.nanoTime();
        delivery.send(() -> showEarly(glimpse.get(), true));
        if (FEW_PROCESSORS) {
            pictured.copy()
                    .completeOnTimeout(null, LONGEST_PAUSE_NS, TimeUnit.NANOSECONDS)
                    .join();
        }
        return LiveTracks.watchOn(storage, this::sendEarly);
    }

    private Optional<LiveTracks.Snapshot> glimpse() {
        try {
            return TraceGlimpse.read(file, progress)
                    .map(LiveTracks::glimpse)
                    .filter(g -> g.bounds().durNs() > 0);
        } catch (ImportCancelled e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            // Whatever is wrong with the beginning: the import of all of it says so, or can do with it.
            LOG.log(System.Logger.Level.DEBUG, "no glimpse of " + file, e);
            return Optional.empty();
        }
    }

    /// Reads from a store what a window shows of it first, and throws it away: done once with a small trace, the
    /// tracks of the next one that is opened are there sooner. Not for the JavaFX thread.
    public static void practise(TraceStore store) throws QueryException {
        TraceQueries.ask(store, q -> TraceSummary.read(q, TraceReading::formatName));
        StoreTracks.read(store).practise();
        TraceQueries.ask(store, q -> FirstView.read(q, store.bounds()));
    }

    /// While the JavaFX thread is busy, only the newest waits.
    private void sendEarly(LiveTracks.Snapshot snapshot) {
        if (early.getAndSet(snapshot) == null) {
            delivery.send(() -> showEarly(early.getAndSet(null), false));
        }
    }

    /// Shows what there is before the import is done.
    private void showEarly(LiveTracks.Snapshot snapshot, boolean glimpse) {
        if (state.get() == State.OPENING && !closed && !isLess(snapshot)) {
            tracks.set(new Tracks(snapshot.root().children(), snapshot.bounds(), snapshot.data(), glimpse));
        }
    }

    /// Whether it would make events vanish that a glimpse has. For a moment alone: a glimpse may have a few events
    /// of all of the trace.
    private boolean isLess(LiveTracks.Snapshot snapshot) {
        Tracks shown = tracks.get();
        return shown != null
                && shown.glimpse()
                && snapshot.bounds().durNs() < shown.bounds().durNs()
                && System.nanoTime() - glimpseNs < GLIMPSE_STAYS_NS;
    }

    private void ready(Opened result) {
        opened = result;
        if (closed) {
            release();
            return;
        }
        tracks.set(tracksOf(result.tracks));
        state.set(State.READY);
    }

    private void fail(String message) {
        if (state.get() == State.OPENING) {
            failure = message;
            state.set(State.FAILED);
        }
    }

    /// Stops opening. For the person it is over at once; the thread ends as soon as it can, and leaves nothing
    /// behind.
    public void cancel() {
        progress.cancel();
        pictured.complete(null);
        if (state.get() == State.OPENING) {
            closed = true;
            state.set(State.CANCELLED);
        }
    }

    public Path file() {
        return file;
    }

    /// The file's name, as it stands in the top bar.
    public String name() {
        return file.getFileName().toString();
    }

    public ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    public State state() {
        return state.get();
    }

    /// Analyses of the trace's heap dumps.
    public HeapAnalyses heaps() {
        return heaps;
    }

    /// Whether it is ready and has no track.
    public boolean isEmpty() {
        return isReady() && (tracks() == null || tracks().roots().isEmpty());
    }

    /// Whether the import is done, so that [#queries], [#summary] and every table can be used.
    public boolean isReady() {
        return state.get() == State.READY;
    }

    /// Why it could not be opened: one sentence for people.
    public String failure() {
        return failure;
    }

    /// How far the import is.
    public ImportProgress progress() {
        return progress;
    }

    /// Nanoseconds since opening began.
    public long runningNs() {
        return System.nanoTime() - startedNs;
    }

    /// What can be shown on the timeline, or null as long as there is nothing; replaced while the trace is read.
    public ReadOnlyObjectProperty<Tracks> tracksProperty() {
        return tracks.getReadOnlyProperty();
    }

    /// The newest of [#tracksProperty], or null.
    public Tracks tracks() {
        return tracks.get();
    }

    private static Tracks tracksOf(StoreTracks read) {
        return new Tracks(read.roots(), read.bounds(), read.data());
    }

    /// Tracks that were made of queries.
    public DebugTrackList debugTracks() {
        return debugTracks;
    }

    /// Counters that a person computes from others.
    public FormulaList formulas() {
        return formulas;
    }

    /// Puts the tracks that a person made above those of the trace.
    void madeTracksChanged() {
        if (isReady()) {
            Tracks own = tracksOf(opened.tracks);
            List<TrackNode> roots = new ArrayList<>(own.roots());
            formulas.group().ifPresent(roots::addFirst);
            debugTracks.group().ifPresent(roots::addFirst);
            tracks.set(new Tracks(roots, own.bounds(), own.data()));
        }
    }

    /// The track of a counter that is computed, by the table that stands for its samples; or null.
    public TrackNode computedTrack(String table) {
        return tracks.get() == null
                ? null
                : ComputedTable.trackKey(table)
                        .map(key -> FormulaList.find(tracks.get().roots(), key))
                        .orElse(null);
    }

    /// Lets the data of tracks go that are no longer shown.
    void forget(List<TrackNode> gone) {
        if (opened != null) {
            gone.forEach(node -> opened.tracks.data().forget(node.key()));
        }
    }

    /// Start and end of the trace, as far as it is known.
    public TimeSpan bounds() {
        return tracks.get() == null ? new TimeSpan(0, 0) : tracks.get().bounds();
    }

    /// Finds tracks by what is on them. Finds nothing until [#isReady].
    public TrackLookup index() {
        return opened == null ? TrackLookup.NONE : opened.tracks.index();
    }

    /// The stretch of the trace that is worth looking at first. Only when [#isReady].
    public TimeSpan firstView() {
        return opened.first;
    }

    /// How busy the trace is over its length. Only when [#isReady].
    public MinimapData minimap() {
        return opened.tracks.minimap();
    }

    /// Runs SQL on the trace off the JavaFX thread. Only when [#isReady].
    public QueryPool queries() {
        return opened.queries;
    }

    /// Says when the first tracks are on the screen. What is asked of a trace that comes from the cache waits until
    /// then, see [QueryPool#holdUntil]; an import waits on a computer with few processors.
    public void holdUntil(CompletionStage<?> painted) {
        if (opened != null) {
            opened.queries.holdUntil(painted);
        }
        painted.whenComplete((_, _) -> pictured.complete(null));
    }

    /// What the trace is. Only when [#isReady].
    public TraceSummary summary() {
        return opened.summary;
    }

    /// What the import did. Only when [#isReady].
    public ImportReport report() {
        return opened.report;
    }

    /// How long opening took, ns. Only when [#isReady].
    public long tookNs() {
        return opened.tookNs;
    }

    /// Size of the file when it was opened. Only when [#isReady].
    public long fileBytes() {
        return opened.fileBytes;
    }

    /// The database file, when there is one that stays. Only when [#isReady].
    public Optional<Path> cacheFile() {
        return opened.store.file();
    }

    /// What people should know of the trace, or went wrong without keeping it from being opened, one sentence each.
    /// Only when [#isReady].
    public List<String> warnings() {
        return opened.warnings;
    }

    /// A session that may read the trace and nothing else, with the standard modules. Only when [#isReady].
    public SqlSession openSql() throws QueryException {
        return openSql(SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    /// A new SQL session, which the caller uses on one thread at a time and closes. Arguments that are decoded late
    /// are there for it. Only when [#isReady]. May take a while where it is the first that may use files.
    ///
    /// @param policy what statements may do beside reading the trace
    /// @param library the modules that they can include
    public SqlSession openSql(SqlPolicy policy, ModuleLibrary library) throws QueryException {
        return SqlSession.on(opened.store, policy, library);
    }

    /// Makes what the import left out until somebody asks for it, unless it is there; takes a second for a million
    /// events. Not for the JavaFX thread. Only when [#isReady].
    ///
    /// @param what as for [TraceStore#ensure], such as the arguments of raw ftrace events, or a table of
    ///     [DerivedTables]
    public void ensure(String what) throws traceglass.store.database.StoreException {
        if (!DerivedTables.isTable(what)) {
            opened.store.ensure(what);
            return;
        }
        try {
            opened.tracks.data().derived().ensure(what);
        } catch (QueryException e) {
            throw new traceglass.store.database.StoreException(e.getMessage(), e);
        }
    }

    /// When a row of a table of events was, and on which track; makes the table before where that has to be. Only
    /// when [#isReady].
    ///
    /// @return empty when there is no such row or no such table
    public Optional<EventPlace> find(TraceQueries q, String table, long id)
            throws QueryException, traceglass.store.database.StoreException {
        Optional<EventTable> known = Subjects.table(table);
        if (known.isPresent() && !known.get().needs().isEmpty()) {
            ensure(known.get().needs());
        }
        return Subjects.find(q, index(), table, id);
    }

    /// The trace's database, for tests. Only when [#isReady].
    TraceStore store() {
        return opened.store;
    }

    /// Does something when the session is let go: for what outlives the panels of its trace.
    public void whenClosed(Runnable action) {
        whenClosed.add(action);
    }

    /// Ends what goes on and lets the database go; returns at once.
    @Override
    public void close() {
        closed = true;
        List<Runnable> told = List.copyOf(whenClosed);
        whenClosed.clear();
        told.forEach(Runnable::run);
        progress.cancel();
        pictured.complete(null);
        if (opened != null) {
            release();
        }
    }

    private void release() {
        Opened o = opened;
        // Waiting for queries to end is not for the JavaFX thread.
        Thread.ofPlatform().daemon().name("close-trace").start(() -> {
            o.queries.close();
            o.tracks.data().close();
            o.store.close();
        });
    }
}
