package traceglass.analysis.load;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.duckdb.DuckDBConnection;
import traceglass.analysis.derived.DerivedMaker;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.formula.CounterFormula;
import traceglass.analysis.formula.FormulaProblem;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;
import traceglass.analysis.tree.ProcessTracks;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.NumberedThreads;
import traceglass.store.database.StoredAmounts;

/// Reads tracks from the store, on two threads with a connection each, and on a third what nobody waits for. What was
/// read is kept, up to a limit; what was used longest ago goes first.
public final class StoreTrackData implements TrackDataSource, AutoCloseable {

    /// Bytes of arrays to keep.
    private static final long LIMIT = 256L << 20;
    private static final int THREADS = 2;

    private final TraceStore store;
    private final DerivedMaker derived;
    private final CounterBlocks counters = new CounterBlocks();
    private final SchedSlices sched;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, new NumberedThreads("track-data-"));
    private final ExecutorService aheadThread = Executors.newSingleThreadExecutor(Thread.ofPlatform()
            .daemon()
            .priority(Thread.MIN_PRIORITY)
            .name("track-ahead")
            .factory());
    private final ArrayDeque<DuckDBConnection> connections = new ArrayDeque<>();
    private final Map<String, Kept> kept = new LinkedHashMap<>(64, 0.75f, true);
    private long keptBytes;
    private Map<Long, ThreadLabel> labels;
    private Map<Long, Integer> lanes;

    private final class Kept implements Runnable {
        private final TrackNode node;
        private final CompletableFuture<TrackData> data = new CompletableFuture<>();
        /// Whether a thread has it: it may wait for one of each kind.
        private final AtomicBoolean begun = new AtomicBoolean();
        private boolean wanted;
        private long bytes;

        Kept(TrackNode node) {
            this.node = node;
        }

        @Override
        public void run() {
            if (!begun.compareAndSet(false, true)) {
                return;
            }
            try {
                data.complete(read(node));
            } catch (Throwable e) {
                // Whatever it is: nobody may wait for ever.
                data.completeExceptionally(e);
            }
        }
    }

    /// How a thread is called on CPU tracks.
    ///
    /// @param upid its process, −1 for none
    private record ThreadLabel(String thread, String withProcess, String process, boolean idle, long upid) {}

    private static final ThreadLabel UNKNOWN = new ThreadLabel("unknown thread", "unknown thread", "", false, -1);

    public StoreTrackData(TraceStore store) {
        this(store, new SchedSlices());
    }

    StoreTrackData(TraceStore store, SchedSlices sched) {
        this.store = store;
        this.sched = sched;
        derived = new DerivedMaker(store);
        // Whoever tells the system which threads may wait finds it.
        aheadThread.execute(() -> {});
    }

    /// Makes the tables of tracks that standard modules find.
    public DerivedMaker derived() {
        return derived;
    }

    @Override
    public CompletableFuture<TrackData> load(TrackNode node) {
        return load(node, true);
    }

    @Override
    public boolean readsAhead() {
        return true;
    }

    @Override
    public CompletableFuture<TrackData> ahead(TrackNode node) {
        return load(node, false);
    }

    @Override
    public void hurry(TrackNode node) {
        load(node, true);
    }

    private CompletableFuture<TrackData> load(TrackNode node, boolean wanted) {
        synchronized (kept) {
            Kept known = kept.get(node.key());
            if (known == null || known.data.isCompletedExceptionally()) {
                Kept made = new Kept(node);
                (wanted ? threads : aheadThread).execute(made);
                made.wanted = wanted;
                kept.put(node.key(), made);
                made.data.thenAccept(d -> account(node.key(), made, d));
                return made.data;
            }
            if (wanted && !known.wanted) {
                known.wanted = true;
                if (!known.begun.get()) {
                    threads.execute(known);
                }
            }
            return known.data;
        }
    }

    @Override
    public CompletableFuture<String> category(String table, long id) {
        return table.equals("slice")
                ? CompletableFuture.supplyAsync(() -> category(id), threads)
                : TrackDataSource.super.category(table, id);
    }

    private String category(long slice) {
        DuckDBConnection connection = null;
        String[] found = {""};
        try {
            connection = borrow();
            each(
                    connection,
                    "SELECT coalesce(category, '') FROM __intrinsic_slice WHERE id = " + slice,
                    r -> found[0] = r.getString(1));
            giveBack(connection);
        } catch (SQLException e) {
            // A tip without a category is a tip still.
            closeQuietly(connection);
        }
        return found[0];
    }

    /// Lets the data of tracks go whose keys begin with this, when they are there no more.
    public void forget(String keyPrefix) {
        synchronized (kept) {
            kept.entrySet().removeIf(e -> {
                boolean gone = e.getKey().startsWith(keyPrefix);
                keptBytes -= gone ? e.getValue().bytes : 0;
                return gone;
            });
        }
    }

    private void account(String key, Kept made, TrackData data) {
        synchronized (kept) {
            if (kept.get(key) != made) {
                return;
            }
            made.bytes = bytes(data);
            keptBytes += made.bytes;
            var oldest = kept.entrySet().iterator();
            while (keptBytes > LIMIT && oldest.hasNext()) {
                var entry = oldest.next();
                if (entry.getValue() != made && entry.getValue().data.isDone()) {
                    keptBytes -= entry.getValue().bytes;
                    oldest.remove();
                }
            }
        }
    }

    private static long bytes(TrackData data) {
        return switch (data) {
            case SliceData s -> 33L * s.size() + 64L * s.names().length;
            case CounterData c -> 24L * c.size();
        };
    }

    @Override
    public void close() {
        threads.shutdownNow();
        aheadThread.shutdownNow();
        derived.close();
        synchronized (connections) {
            for (DuckDBConnection connection : connections) {
                closeQuietly(connection);
            }
            connections.clear();
        }
    }

    private TrackData read(TrackNode node) {
        DuckDBConnection connection = null;
        try {
            connection = borrow();
            TrackData data = switch (node.source()) {
                case TrackSource.CpuSched s -> cpu(connection, s.ucpu());
                case TrackSource.ThreadState s -> states(connection, s.utid());
                case TrackSource.Slices s
                when node.kind() == TrackKind.FRAMES -> FrameEvents.read(connection, s.trackIds(), end());
                case TrackSource.Slices s -> slices(connection, s.trackIds());
                case TrackSource.States s -> ownStates(connection, s.trackId());
                case TrackSource.Counter s -> counters.read(connection, s.trackId(), s.unit());
                case TrackSource.CpuFrequency s -> frequency(connection, s);
                case TrackSource.Computed s -> computed(connection, s);
                case TrackSource.Samples s -> samples(connection, s);
                case TrackSource.Formula s -> formula(s);
                case TrackSource.Events s -> events(connection, s);
                case TrackSource.ProcessSched s -> process(connection, s.upid());
                case TrackSource.SliceSummary s -> summary(connection, s.trackIds());
                case TrackSource.None s -> SliceLayout.inRows(new EventArrays(true), 0);
            };
            giveBack(connection);
            return data;
        } catch (SQLException e) {
            closeQuietly(connection);
            String message = String.valueOf(e.getMessage());
            int line = message.indexOf('\n');
            throw new CompletionException(
                    "This track cannot be read: " + (line < 0 ? message : message.substring(0, line)), e);
        }
    }

    private SliceData cpu(DuckDBConnection c, long ucpu) throws SQLException {
        Map<Long, ThreadLabel> threadLabels = labels(c);
        EventArrays events = new EventArrays(false);
        Map<ThreadLabel, String[]> keys = new IdentityHashMap<>();
        SchedRow row = (id, ts, dur, utid, _, rank) -> {
            ThreadLabel label = threadLabels.getOrDefault(utid, UNKNOWN);
            if (!label.idle) {
                String[] ofLabel = keys.computeIfAbsent(label, _ -> new String[128]);
                if (ofLabel[rank] == null) {
                    ofLabel[rank] = label.process + TrackKind.PRIORITY_MARK + rank;
                }
                events.add(id, ts, dur, 0, 0, label.withProcess, ofLabel[rank]);
            }
        };
        SchedSlices.Rows kept = sched.rows(c);
        if (kept == null) {
            each(
                    c,
                    "SELECT id, ts, dur, utid, coalesce(priority, 120) FROM __intrinsic_sched_slice WHERE ucpu = "
                            + ucpu,
                    r -> row.add(
                            r.getLong(1),
                            r.getLong(2),
                            r.getLong(3),
                            r.getLong(4),
                            ucpu,
                            SchedSlices.rank(r.getLong(5))));
        } else {
            for (int i = 0; i < kept.size(); i++) {
                if (kept.ucpu()[i] == ucpu) {
                    row.add(kept.id()[i], kept.ts()[i], kept.dur()[i], kept.utid()[i], ucpu, (char) kept.rank()[i]);
                }
            }
        }
        return SliceLayout.inRows(events, end());
    }

    private interface SchedRow {
        void add(long id, long ts, long dur, long utid, long ucpu, char rank);
    }

    private SliceData process(DuckDBConnection c, long upid) throws SQLException {
        Map<Long, ThreadLabel> threadLabels = labels(c);
        Map<Long, Integer> cpuLanes = cpuLanes(c);
        EventArrays events = new EventArrays(true);
        SchedRow row = (id, ts, dur, utid, ucpu, _) -> events.add(
                id, ts, dur, cpuLanes.getOrDefault(ucpu, 0), 0, threadLabels.getOrDefault(utid, UNKNOWN).thread, null);
        SchedSlices.Rows kept = sched.rows(c);
        if (kept == null) {
            each(
                    c,
                    "SELECT s.id, s.ts, s.dur, s.utid, s.ucpu FROM __intrinsic_sched_slice AS s"
                            + " JOIN __intrinsic_thread AS t ON t.id = s.utid WHERE t.upid = " + upid
                            + " ORDER BY s.ts",
                    r -> row.add(r.getLong(1), r.getLong(2), r.getLong(3), r.getLong(4), r.getLong(5), ' '));
        } else {
            BitSet utids = new BitSet();
            threadLabels.forEach((utid, label) -> utids.set(utid.intValue(), label.upid == upid));
            for (int i = 0; i < kept.size(); i++) {
                if (utids.get(kept.utid()[i])) {
                    row.add(kept.id()[i], kept.ts()[i], kept.dur()[i], kept.utid()[i], kept.ucpu()[i], ' ');
                }
            }
        }
        return SliceLayout.inRows(events, end());
    }

    /// How busy the trace is, see [MinimapData#read].
    public MinimapData minimap(int buckets, Supplier<List<Long>> processes) throws SQLException {
        return MinimapData.read(store, sched, buckets, processes);
    }

    /// The lanes of the CPUs that threads ran on, from the top: the same for every process, and asked of a whole
    /// table.
    private Map<Long, Integer> cpuLanes(DuckDBConnection c) throws SQLException {
        synchronized (this) {
            if (lanes != null) {
                return lanes;
            }
        }
        Map<Long, Integer> read = new HashMap<>();
        each(
                c,
                "SELECT DISTINCT ucpu FROM " + StoredAmounts.SCHED + " WHERE ucpu IS NOT NULL ORDER BY ucpu",
                r -> read.put(r.getLong(1), read.size()));
        synchronized (this) {
            lanes = read;
        }
        return read;
    }

    private SliceData states(DuckDBConnection c, long utid) throws SQLException {
        EventArrays events = new EventArrays(true);
        Map<String, String> words = new HashMap<>();
        each(c, "SELECT id, ts, dur, state, io_wait FROM __intrinsic_thread_state WHERE utid = " + utid, r -> {
            String state = r.getString(4);
            long io = r.getLong(5);
            Boolean ioWait = r.wasNull() ? null : io != 0;
            String word = words.computeIfAbsent(state + "/" + ioWait, k -> ThreadStateWords.of(state, ioWait));
            events.add(r.getLong(1), r.getLong(2), r.getLong(3), 0, 0, word, null);
        });
        return SliceLayout.inRows(events, end());
    }

    private SliceData slices(DuckDBConnection c, List<Long> trackIds) throws SQLException {
        Map<Long, Integer> index = index(trackIds);
        EventArrays events = new EventArrays(true);
        each(
                c,
                "SELECT id, ts, dur, depth, name, track_id FROM __intrinsic_slice WHERE " + in("track_id", trackIds),
                r -> events.add(
                        r.getLong(1),
                        r.getLong(2),
                        r.getLong(3),
                        r.getInt(4),
                        index.get(r.getLong(6)),
                        r.getString(5),
                        null));
        return trackIds.size() == 1 ? SliceLayout.inRows(events, end()) : SliceLayout.merged(events, end());
    }

    private SliceData ownStates(DuckDBConnection c, long trackId) throws SQLException {
        EventArrays events = new EventArrays(true);
        each(
                c,
                "SELECT id, ts, dur, value FROM __intrinsic_state WHERE track_id = " + trackId,
                r -> events.add(r.getLong(1), r.getLong(2), r.getLong(3), 0, 0, r.getString(4), null));
        return SliceLayout.inRows(events, end());
    }

    private SliceData summary(DuckDBConnection c, List<Long> trackIds) throws SQLException {
        Map<Long, Integer> index = index(trackIds);
        EventArrays events = new EventArrays(true);
        each(
                c,
                "SELECT id, ts, dur, name, track_id FROM __intrinsic_slice WHERE depth = 0 AND "
                        + in("track_id", trackIds),
                r -> events.add(
                        r.getLong(1), r.getLong(2), r.getLong(3), index.get(r.getLong(5)), 0, r.getString(4), null));
        return SliceLayout.inRows(events, end());
    }

    private static CounterData computed(DuckDBConnection c, TrackSource.Computed source) throws SQLException {
        CounterBuilder samples = new CounterBuilder();
        each(c, source.sql(), r -> samples.add(-1, r.getLong(1), r.getDouble(2)));
        return samples.build(source.unit());
    }

    private static CounterData samples(DuckDBConnection c, TrackSource.Samples source) throws SQLException {
        CounterBuilder samples = new CounterBuilder();
        each(c, source.sql(), r -> samples.add(r.getLong(1), r.getLong(2), r.getDouble(3)));
        return samples.build(source.unit());
    }

    private CounterData formula(TrackSource.Formula source) throws SQLException {
        try {
            CounterFormula formula =
                    CounterFormula.of(source.expression(), source.counters().size());
            List<CounterData> counters = new ArrayList<>();
            for (int i = 0; i < source.counters().size(); i++) {
                counters.add(
                        formula.uses(i) ? (CounterData) known(source.counters().get(i)) : null);
            }
            return formula.over(counters, source.unit());
        } catch (FormulaProblem e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    /// What was read already, or is read now.
    private TrackData known(TrackNode node) {
        synchronized (kept) {
            Kept before = kept.get(node.key());
            if (before != null && before.data.isDone() && !before.data.isCompletedExceptionally()) {
                return before.data.join();
            }
        }
        return read(node);
    }

    /// A sample more wherever the CPU becomes idle or busy: what is between two samples has one frequency and is
    /// one of both.
    private CounterData frequency(DuckDBConnection c, TrackSource.CpuFrequency source) throws SQLException {
        CounterData frequency = counters.read(c, source.trackId(), source.unit());
        return source.idleTrackId() < 0
                ? frequency
                : IdleTimes.over(frequency, counters.read(c, source.idleTrackId(), ""));
    }

    private SliceData events(DuckDBConnection c, TrackSource.Events source) throws SQLException {
        if (DerivedTables.isTable(source.table())) {
            try {
                derived.ensure(source.table());
            } catch (QueryException e) {
                throw e.asSqlException();
            }
        }
        EventArrays events = new EventArrays(false);
        boolean[] nested = new boolean[1];
        each(c, source.sql(), r -> {
            String color = r.getString(5);
            nested[0] = r.getMetaData().getColumnCount() > 5;
            events.add(
                    r.getLong(1),
                    r.getLong(2),
                    r.getLong(3),
                    nested[0] ? r.getInt(6) : 0,
                    nested[0] ? r.getInt(7) : 0,
                    r.getString(4),
                    color == null ? r.getString(4) : color);
        });
        if (nested[0]) {
            return SliceLayout.merged(events, end());
        }
        // Events at one moment would push each other into rows of their own: what is not a stretch of time
        // stays in one.
        return events.areInstants() ? SliceLayout.inOneRow(events) : SliceLayout.inRows(events, end());
    }

    private Map<Long, ThreadLabel> labels(DuckDBConnection c) throws SQLException {
        synchronized (this) {
            if (labels != null) {
                return labels;
            }
        }
        Map<Long, ThreadLabel> read = new HashMap<>();
        each(
                c,
                "SELECT t.id, t.name, t.tid, coalesce(t.is_idle, 0), p.name, p.pid, coalesce(t.upid, -1) FROM"
                        + " __intrinsic_thread AS t LEFT JOIN __intrinsic_process AS p ON p.id = t.upid",
                r -> {
                    String process = r.getString(5) == null
                            ? r.getString(6) == null ? "" : "Process " + r.getString(6)
                            : ProcessTracks.baseName(r.getString(5));
                    String thread = r.getString(2) == null || r.getString(2).isEmpty()
                            ? "Thread " + r.getString(3)
                            : r.getString(2);
                    boolean same = process.isEmpty() || process.equals(thread);
                    read.put(
                            r.getLong(1),
                            new ThreadLabel(
                                    thread,
                                    same ? thread : thread + " · " + process,
                                    process.isEmpty() ? thread : process,
                                    r.getLong(4) != 0,
                                    r.getLong(7)));
                });
        synchronized (this) {
            labels = read;
        }
        return read;
    }

    private long end() {
        return store.bounds().end();
    }

    static Map<Long, Integer> index(List<Long> ids) {
        Map<Long, Integer> index = new HashMap<>();
        for (long id : ids) {
            index.putIfAbsent(id, index.size());
        }
        return index;
    }

    static String in(String column, List<Long> ids) {
        if (ids.size() == 1) {
            return column + " = " + ids.getFirst();
        }
        StringBuilder list = new StringBuilder();
        for (long id : ids) {
            list.append(list.isEmpty() ? "" : ",").append(id);
        }
        return column + " IN (" + list + ")";
    }

    interface Row {
        void read(ResultSet r) throws SQLException;
    }

    static void each(DuckDBConnection c, String sql, Row row) throws SQLException {
        try (var statement = c.createStatement();
                ResultSet r = statement.executeQuery(sql)) {
            while (r.next()) {
                row.read(r);
            }
        }
    }

    private DuckDBConnection borrow() throws SQLException {
        synchronized (connections) {
            DuckDBConnection free = connections.poll();
            if (free != null) {
                return free;
            }
        }
        return store.connection();
    }

    private void giveBack(DuckDBConnection connection) {
        synchronized (connections) {
            if (!threads.isShutdown()) {
                connections.push(connection);
                return;
            }
        }
        closeQuietly(connection);
    }

    private static void closeQuietly(DuckDBConnection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // It was given up already.
        }
    }
}
