package traceglass.app.session;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.analysis.doctor.FirstView;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.formula.ComputedTable;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.live.recording.LiveTimeline;
import traceglass.analysis.query.QueryPool;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.timeline.StoreTracks;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.task.DeferredFxQueue;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.ImportReport;
import traceglass.ingest.open.Importers;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeSpan;

/// A trace that is open or being opened in a window. Opening runs on its own thread; all members are used on the
/// JavaFX thread, which also changes the properties.
public final class TraceSession implements AutoCloseable {

    /// State of the session.
    public enum State {
        /// Being read; tracks may already be available.
        OPENING,
        /// Completely read; everything can be queried.
        READY,
        /// Could not be opened, see [TraceSession#failure].
        FAILED,
        /// Opening was canceled by the user.
        CANCELED
    }

    /// The tracks of a trace at one moment; while the trace is being read, several instances follow each other.
    ///
    /// @param roots roots of the track tree
    /// @param bounds start and end of the trace
    /// @param data events of the tracks
    /// @param isPreview whether the tracks come from the beginning of the file only, see
    ///     [traceglass.ingest.open.TracePreview]; ids of events differ from the final ones
    public record Tracks(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data, boolean isPreview) {

        public Tracks {
            roots = List.copyOf(roots);
        }

        /// Creates tracks that are not a preview.
        public Tracks(List<TrackNode> roots, TimeSpan bounds, TrackDataSource data) {
            this(roots, bounds, data, false);
        }
    }

    private final Path file;
    private final StoreOptions options;
    private final ImportProgress progress = new ImportProgress();
    private final long startedNs = System.nanoTime();
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.OPENING);
    private final ReadOnlyObjectWrapper<Tracks> tracks = new ReadOnlyObjectWrapper<>();
    private final DebugTrackList debugTracks = new DebugTrackList(this);
    private final FormulaList formulas = new FormulaList(this);
    private final HeapAnalyses heaps = new HeapAnalyses();
    private String failure = "";
    private TraceProblem problem;
    private QueryableTrace opened;
    private boolean isClosed;
    private boolean isReleased;
    private final DeferredFxQueue delivery = new DeferredFxQueue();
    private final TraceLoader loader;
    private final List<Runnable> whenClosed = new ArrayList<>();

    /// Imports the trace while it is being recorded; null for a trace that is complete.
    private LiveRecording recording;

    /// Name of the trace if it differs from the file name, or null.
    private String name;

    private TraceSession(Path file, StoreOptions options) {
        this.file = file;
        this.options = options;
        loader = new TraceLoader(file, options, progress, delivery, new Opening());
    }

    /// Starts opening a file, unless [PrefetchedSession] already has, and returns immediately.
    public static TraceSession open(Path file, StoreOptions options) {
        TraceSession prefetched = PrefetchedSession.claim(normalized(file), options);
        TraceSession session = prefetched == null ? begin(normalized(file), options) : prefetched;
        session.delivery.open();
        return session;
    }

    /// Starts showing a recording that is still running. The session is ready when the first events have arrived;
    /// then its tracks are replaced repeatedly until it is closed.
    public static TraceSession openLive(LiveSource source, StoreOptions options) {
        TraceSession session = new TraceSession(normalized(source.file()), options);
        session.delivery.open();
        session.recording = LiveRecording.start(source, options, session.progress, session.new LiveReceiver());
        return session;
    }

    /// Passes the timelines of a running recording to the JavaFX thread.
    private final class LiveReceiver implements LiveRecording.Receiver {

        private LiveTimeline timeline;

        @Override
        public void started(TraceStore store, LiveTimeline newTimeline, TraceSummary summary, LiveTimeline.View view) {
            timeline = newTimeline;
            QueryableTrace first = QueryableTrace.of(store, newTimeline, summary, view, runningNs());
            delivery.send(() -> ready(first));
        }

        @Override
        public void read(LiveTimeline.View view) {
            delivery.send(() -> {
                if (opened != null && !isClosed) {
                    opened = opened.with(view, timeline);
                    updateUserTracks();
                }
            });
        }

        @Override
        public void failed(String message) {
            delivery.send(() -> {
                fail(message);
                recording.setProblem(message);
            });
        }
    }

    /// Takes over the trace from the loader.
    private final class Opening implements TraceLoader.Receiver {

        @Override
        public void named(String traceName) {
            name = traceName;
        }

        @Override
        public void snapshotRead(Tracks read) {
            if (state.get() == State.OPENING && !isClosed) {
                tracks.set(read);
            }
        }

        @Override
        public void ready(QueryableTrace trace) {
            TraceSession.this.ready(trace);
        }

        @Override
        public void canceled() {
            cancel();
        }

        @Override
        public void failed(String message, TraceProblem cause) {
            problem = cause;
            fail(message);
        }
    }

    /// Starts opening a file. Nothing is delivered to the JavaFX thread until the delivery is opened. May be called
    /// from any thread.
    static TraceSession begin(Path file, StoreOptions options) {
        TraceSession session = new TraceSession(file, options);
        session.loader.start();
        return session;
    }

    /// Applies the results received so far, so that a caller that has just opened the trace need not draw an empty
    /// window first. Otherwise they arrive with the next JavaFX event.
    public void applyResults() {
        delivery.drain();
    }

    /// Cancels an opening started by [#begin] that was not taken over.
    void discard() {
        close();
        delivery.open();
    }

    static Path normalized(Path file) {
        return file.toAbsolutePath().normalize();
    }

    /// Reads everything a window initially shows from a store and discards it. Called once with a small trace to
    /// warm up the code, so that the next trace opens faster. Must not be called on the JavaFX thread.
    public static void warmUp(TraceStore store) throws QueryException {
        TraceQueries.query(store, q -> TraceSummary.read(q, Importers.builtIn()::formatName));
        StoreTracks.read(store).warmUp();
        TraceQueries.query(store, q -> FirstView.read(q, store.bounds()));
    }

    private void ready(QueryableTrace result) {
        opened = result;
        if (isClosed) {
            release();
            return;
        }
        tracks.set(result.timelineTracks());
        state.set(State.READY);
    }

    private void fail(String message) {
        if (state.get() == State.OPENING) {
            failure = message;
            state.set(State.FAILED);
        }
    }

    /// Cancels opening. The state changes immediately; the thread ends soon and removes its temporary files.
    public void cancel() {
        progress.cancel();
        loader.continueImport();
        if (state.get() == State.OPENING) {
            isClosed = true;
            state.set(State.CANCELED);
        }
    }

    /// Absolute path of the trace file.
    public Path file() {
        return file;
    }

    /// Options for the database of the trace, such as the cache folder.
    public StoreOptions options() {
        return options;
    }

    /// File name, as shown in the top bar; for a trace in a fleet, the name of the imported file.
    public String name() {
        return name == null ? file.getFileName().toString() : name;
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

    /// Returns whether the session is ready and has no tracks.
    public boolean isEmpty() {
        return isReady() && (tracks() == null || tracks().roots().isEmpty());
    }

    /// The running recording that the trace comes from; empty for a trace that is complete.
    public Optional<LiveRecording> recording() {
        return Optional.ofNullable(recording);
    }

    /// Returns whether the import has finished, so that [#queries], [#summary] and all tables are available.
    public boolean isReady() {
        return state.get() == State.READY;
    }

    /// Reason why the trace could not be opened, as one sentence for the user.
    public String failure() {
        return failure;
    }

    /// Problem with the file that caused the failure, or null.
    public TraceProblem problem() {
        return problem;
    }

    /// Progress of the import.
    public ImportProgress progress() {
        return progress;
    }

    /// Nanoseconds since opening started.
    public long runningNs() {
        return System.nanoTime() - startedNs;
    }

    /// The tracks for the timeline, or null while there are none; replaced while the trace is being read.
    public ReadOnlyObjectProperty<Tracks> tracksProperty() {
        return tracks.getReadOnlyProperty();
    }

    /// Current value of [#tracksProperty], or null.
    public Tracks tracks() {
        return tracks.get();
    }

    /// Tracks created from query results.
    public DebugTrackList debugTracks() {
        return debugTracks;
    }

    /// Counters computed by user formulas.
    public FormulaList formulas() {
        return formulas;
    }

    /// Updates the user's own tracks, which are placed above the tracks of the trace.
    void updateUserTracks() {
        if (isReady()) {
            Tracks traceTracks = opened.timelineTracks();
            List<TrackNode> roots = new ArrayList<>(traceTracks.roots());
            formulas.group().ifPresent(roots::addFirst);
            debugTracks.group().ifPresent(roots::addFirst);
            tracks.set(new Tracks(roots, traceTracks.bounds(), traceTracks.data()));
        }
    }

    /// The computed counter track whose samples this table name refers to, or null.
    public TrackNode computedTrack(String table) {
        return tracks.get() == null
                ? null
                : ComputedTable.trackKey(table)
                        .map(key -> FormulaList.find(tracks.get().roots(), key))
                        .orElse(null);
    }

    /// Discards cached data of removed tracks.
    void discardTracks(List<TrackNode> removed) {
        if (opened != null) {
            removed.forEach(node -> opened.tracks().data().dropTracks(node.key()));
        }
    }

    /// Start and end of the trace as far as they are known.
    public TimeSpan bounds() {
        return tracks.get() == null ? new TimeSpan(0, 0) : tracks.get().bounds();
    }

    /// Lookup of tracks by their content. Empty until [#isReady].
    public TrackLookup trackLookup() {
        return opened == null ? TrackLookup.NONE : opened.tracks().index();
    }

    /// Initial time span of the timeline. Requires [#isReady].
    public TimeSpan firstView() {
        return opened.first();
    }

    /// Load over the length of the trace, for the minimap. Requires [#isReady].
    public MinimapData minimap() {
        return opened.tracks().minimap();
    }

    /// Runs SQL on the trace off the JavaFX thread. Requires [#isReady].
    public QueryPool queries() {
        return opened.queries();
    }

    /// Holds back work until the first tracks are painted: queries on a cached trace, see [QueryPool#holdUntil],
    /// and, on machines with few processors, the import.
    ///
    /// @param painted completed when the first tracks are painted
    public void holdUntil(CompletionStage<?> painted) {
        if (opened != null) {
            opened.queries().holdUntil(painted);
        }
        painted.whenComplete((_, _) -> loader.continueImport());
    }

    /// Summary of the trace. Requires [#isReady].
    public TraceSummary summary() {
        return opened.summary();
    }

    /// Report of the import. Requires [#isReady].
    public ImportReport report() {
        return opened.report();
    }

    /// Duration of opening in nanoseconds. Requires [#isReady].
    public long openingNs() {
        return opened.tookNs();
    }

    /// Size of the file in bytes when it was opened. Requires [#isReady].
    public long fileBytes() {
        return opened.fileBytes();
    }

    /// The cached database file, if the trace was cached. Requires [#isReady].
    public Optional<Path> cacheFile() {
        return opened.store().file();
    }

    /// Notes and non-fatal problems of the trace, one sentence each. Requires [#isReady].
    public List<String> warnings() {
        return opened.warnings();
    }

    /// Opens a read-only SQL session with the standard modules. Requires [#isReady].
    public SqlSession openSql() throws QueryException {
        return openSql(SqlPolicy.TRACE_ONLY, new ModuleLibrary());
    }

    /// Opens a new SQL session, which the caller uses on one thread at a time and closes. Lazily decoded arguments
    /// are available in it. Requires [#isReady]. The first session that may access files can take a while to open.
    ///
    /// @param policy permissions of the statements besides reading the trace
    /// @param library the modules that statements can include
    public SqlSession openSql(SqlPolicy policy, ModuleLibrary library) throws QueryException {
        return SqlSession.on(opened.store(), policy, library);
    }

    /// Creates data that the import deferred, unless it exists; takes about a second per million events. Must not
    /// be called on the JavaFX thread. Requires [#isReady].
    ///
    /// @param name name of the data, see [TraceStore#ensure], e.g. the arguments of raw ftrace events, or a
    ///     table of [traceglass.analysis.derived.DerivedTables]
    public void ensure(String name) throws StoreException {
        opened.ensure(name);
    }

    /// Finds time and track of a row of an event table, creating the table if necessary. Requires [#isReady].
    ///
    /// @return empty if the row or the table does not exist
    public Optional<EventPosition> find(TraceQueries q, String table, long id) throws QueryException, StoreException {
        Optional<EventTable> known = Subjects.table(table);
        if (known.isPresent() && !known.get().requiredData().isEmpty()) {
            ensure(known.get().requiredData());
        }
        return Subjects.find(q, trackLookup(), table, id);
    }

    /// Database of the trace, for tests. Requires [#isReady].
    TraceStore store() {
        return opened.store();
    }

    /// Database of the trace for saving it in another format, on a separate thread. Requires [#isReady].
    public TraceStore storeForExport() {
        return opened.store();
    }

    /// Registers an action that runs when the session is closed, for objects that outlive the panels of the trace.
    public void whenClosed(Runnable action) {
        whenClosed.add(action);
    }

    /// Stops all work and releases the database; returns immediately. May be called several times.
    @Override
    public void close() {
        isClosed = true;
        List<Runnable> actions = List.copyOf(whenClosed);
        whenClosed.clear();
        actions.forEach(Runnable::run);
        if (recording == null) {
            progress.cancel();
        }
        loader.continueImport();
        if (opened != null) {
            if (!isReleased) {
                isReleased = true;
                release();
            }
        } else if (recording != null) {
            recording.stop();
        }
    }

    private void release() {
        // The thread of a recording closes everything except the queries.
        opened.close(recording == null ? null : recording::stop);
    }
}
