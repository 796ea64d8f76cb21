package traceglass.analysis.slices;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.duckdb.DuckDBConnection;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.analysis.slices.sums.DurationRanks;
import traceglass.analysis.slices.sums.SliceArrays;
import traceglass.analysis.slices.sums.SliceSums;
import traceglass.sql.result.QueryException;

/// Sums of slices, computed from arrays that are read once for a trace, when the first range is selected. Used
/// by query threads.
public final class SliceSummary {

    /// Grouping of rows.
    public enum By {
        NAME("name"),
        NAME_THREAD("process", "thread", "name"),
        THREAD("process", "thread"),
        PROCESS("process"),
        CATEGORY("category");

        private final List<String> keys;

        By(String... keys) {
            this.keys = List.of(keys);
        }

        /// Returns the values that identify the row of a run.
        private List<String> values(SliceArrays.Run run, Owner owner) {
            return switch (this) {
                case NAME -> Collections.singletonList(run.name());
                case NAME_THREAD -> Arrays.asList(owner.process, owner.thread, run.name());
                case THREAD -> Arrays.asList(owner.process, owner.thread);
                case PROCESS -> List.of(owner.process);
                case CATEGORY -> Collections.singletonList(run.category());
            };
        }
    }

    /// Process and thread of a track; the track's name if it belongs to no thread.
    private record Owner(String process, String thread) {}

    /// Number of slices above which an estimate is shown before the exact quantiles.
    private static final long LARGE_TRACE = 500_000;
    /// Number of durations of each group used for the estimate.
    private static final int SAMPLE = 200;

    /// Row of each run, and the values of the rows.
    private record Groups(int[] groupOf, List<List<String>> values) {

        static Groups of(SliceArrays slices, Map<Long, Owner> owners, By by) {
            int[] groupOf = new int[slices.runs.size()];
            Map<List<String>, Integer> numbers = new HashMap<>();
            List<List<String>> values = new ArrayList<>();
            for (int run = 0; run < groupOf.length; run++) {
                SliceArrays.Run r = slices.runs.get(run);
                List<String> key = by.values(r, owners.getOrDefault(r.track(), NO_OWNER));
                Integer number = numbers.putIfAbsent(key, values.size());
                groupOf[run] = number == null ? values.size() : number;
                if (number == null) {
                    values.add(key);
                }
            }
            return new Groups(groupOf, values);
        }
    }

    /// All slices, and cached results. Used by query threads.
    private static final class Loaded {

        private final SliceArrays slices;
        private final Map<Long, Owner> owners;
        private final Map<By, Groups> groups = new ConcurrentHashMap<>();
        private volatile IndexedGroups ranks;
        private boolean isDiscarded;

        Loaded(SliceArrays slices, Map<Long, Owner> owners) {
            this.slices = slices;
            this.owners = owners;
        }

        Groups groups(By by) {
            return groups.computeIfAbsent(by, b -> Groups.of(slices, owners, b));
        }

        /// Returns the index for fast quantiles; null until it is ready.
        DurationRanks ranked(By by) {
            IndexedGroups r = ranks;
            return r != null && r.by == by ? r.durations : null;
        }

        /// Starts to build the index for the last requested grouping, if that is worthwhile. Only one grouping
        /// is kept.
        synchronized void rank(By by) {
            if (slices.size() < LARGE_TRACE || isDiscarded || ranks != null && ranks.by == by) {
                return;
            }
            IndexedGroups groups = new IndexedGroups(by, null);
            ranks = groups;
            Groups g = groups(by);
            Thread.ofPlatform().daemon().name("slice-ranks").start(() -> {
                try {
                    DurationRanks newRanks =
                            DurationRanks.of(slices, g.groupOf, g.values.size(), () -> ranks != groups);
                    synchronized (this) {
                        if (ranks == groups) {
                            ranks = new IndexedGroups(by, newRanks);
                        }
                    }
                } catch (RuntimeException | OutOfMemoryError e) {
                    // Fast quantiles stay unavailable; the index is not requested again.
                    System.getLogger(SliceSummary.class.getName())
                            .log(System.Logger.Level.WARNING, "Can't sort slices by duration", e);
                }
            });
        }

        synchronized void discard() {
            isDiscarded = true;
            ranks = null;
        }
    }

    /// @param durations null while it is being built
    private record IndexedGroups(By by, DurationRanks durations) {}

    /// Sums of all runs of a range, from which rows of any grouping are derived, and the sums of the next range.
    private record LastRange(Loaded loaded, long start, long end, Set<Long> tracks, SliceSums sums) {}

    private static final Owner NO_OWNER = new Owner("", null);

    private static final String OWNERS = """
        SELECT t.id, coalesce(p.name, ''), coalesce(th.name, t.name)
        FROM track AS t
        LEFT JOIN thread_track AS tt ON tt.id = t.id
        LEFT JOIN thread AS th ON th.utid = tt.utid
        LEFT JOIN process_track AS pt ON pt.id = t.id
        LEFT JOIN process AS p ON p.upid = coalesce(th.upid, pt.upid)\
        """;

    private CompletableFuture<Loaded> loading;
    private volatile LastRange last;

    /// Drops the cached data of a trace.
    public synchronized void clear() {
        if (loading != null) {
            loading.thenAccept(Loaded::discard);
        }
        loading = null;
        last = null;
    }

    /// Returns whether quantiles of the next range use the index.
    public boolean isRanked(By by) {
        LastRange l = last;
        return l != null && l.loaded.ranked(by) != null;
    }

    /// Returns whether the index for this grouping is complete.
    public synchronized boolean isPrepared(By by) {
        Loaded l = loading == null ? null : loading.getNow(null);
        return l != null && l.slices != null && l.ranked(by) != null;
    }

    /// Returns whether the slices have been or are being read.
    public synchronized boolean isStarted() {
        return loading != null;
    }

    /// Returns the number of slices of a trace.
    static long size(TraceQueries q) throws QueryException {
        return q.first("SELECT count(*) FROM slice", r -> r.getLong(1)).orElse(0L);
    }

    /// Returns whether rows of this grouping can be computed without reading or grouping all slices first.
    public synchronized boolean isReady(By by) {
        Loaded l = loading == null ? null : loading.getNow(null);
        return l != null && l.slices != null && l.groups.containsKey(by);
    }

    /// Starts reading the slices in the background, unless this has been done.
    void start(TraceQueries q) throws QueryException {
        load(q);
    }

    /// Reads the slices of a large trace in advance and builds the index for rows by name, if they fit in a
    /// fraction of the memory. Returns immediately.
    public void prepare(TraceQueries q) throws QueryException {
        long n = size(q);
        if (n >= LARGE_TRACE
                && n * SliceArrays.BYTES_PER_SLICE <= Runtime.getRuntime().maxMemory() / 4) {
            load(q).thenAccept(l -> {
                // Unless another index was requested in the meantime, perhaps for another grouping.
                if (l.slices != null && l.ranks == null) {
                    l.rank(By.NAME);
                }
            });
        }
    }

    private synchronized CompletableFuture<Loaded> load(TraceQueries q) throws QueryException {
        if (loading == null) {
            // A separate connection: reading continues if the range that started it is no longer needed.
            Connection connection =
                    q.withConnection(c -> c.unwrap(DuckDBConnection.class).duplicate());
            CompletableFuture<Loaded> future = new CompletableFuture<>();
            Thread.ofPlatform().daemon().name("slice-arrays").start(() -> {
                try (connection) {
                    TraceQueries background = new TraceQueries(connection);
                    Map<Long, Owner> owners = new HashMap<>();
                    background.forEachRow(
                            OWNERS, r -> owners.put(r.getLong(1), new Owner(r.getString(2), r.getString(3))));
                    future.complete(new Loaded(SliceArrays.read(background), owners));
                } catch (SQLException | QueryException | RuntimeException | OutOfMemoryError e) {
                    System.getLogger(SliceSummary.class.getName())
                            .log(System.Logger.Level.WARNING, "Can't read slices", e);
                    future.complete(new Loaded(null, Map.of()));
                }
            });
            loading = future;
        }
        return loading;
    }

    /// Sums up the slices of a scope.
    ///
    /// @param onEstimate receives the same rows with estimated quantiles, if exact ones take a while
    /// @return null if the trace has too many slices, or the result is no longer needed
    public RowStore read(TraceQueries q, AreaScope scope, By by, Consumer<AreaReport.Estimate> onEstimate)
            throws QueryException, IOException {
        Loaded loaded = null;
        CompletableFuture<Loaded> future = load(q);
        while (loaded == null && !q.isCanceled()) {
            try {
                loaded = future.get(50, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // Check again whether it is still needed.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            } catch (ExecutionException e) {
                throw new QueryException(String.valueOf(e.getCause().getMessage()), e.getCause());
            }
        }
        return loaded == null || loaded.slices == null || q.isCanceled()
                ? null
                : rows(q, loaded, scope, by, onEstimate);
    }

    private RowStore rows(
            TraceQueries q, Loaded loaded, AreaScope scope, By by, Consumer<AreaReport.Estimate> onEstimate)
            throws IOException {
        Set<Long> tracks = Set.copyOf(scope.slices());
        LastRange range = last;
        if (range == null || range.loaded != loaded || !range.tracks.equals(tracks)) {
            range = null;
        } else if (range.start != scope.start() || range.end != scope.end()) {
            SliceSums moved = range.sums.moveRange(scope.start(), scope.end(), tracks);
            range = moved == null ? null : new LastRange(loaded, scope.start(), scope.end(), tracks, moved);
        }
        if (range == null) {
            range = new LastRange(
                    loaded,
                    scope.start(),
                    scope.end(),
                    tracks,
                    SliceSums.of(loaded.slices, scope.start(), scope.end(), tracks));
        }
        last = range;
        Groups groups = loaded.groups(by);
        SliceSums sums = range.sums.sumGroups(groups.groupOf, groups.values.size());
        DurationRanks ranked = loaded.ranked(by);
        double[] quantiles =
                ranked == null || q.isCanceled() ? null : ranked.quantiles(scope.start(), scope.end(), tracks);
        if (quantiles != null) {
            sums.quantiles = quantiles;
            return write(groups, sums, by);
        }
        if (sums.size() > LARGE_TRACE) {
            if (sums.fillQuantiles(SAMPLE)) {
                loaded.rank(by);
                return write(groups, sums, by);
            }
            onEstimate.accept(new AreaReport.Estimate(write(groups, sums, by), SliceTexts.PERCENTILES_FOLLOW));
        }
        if (q.isCanceled()) {
            return null;
        }
        sums.fillQuantiles(Integer.MAX_VALUE);
        loaded.rank(by);
        return write(groups, sums, by);
    }

    private static RowStore write(Groups groups, SliceSums s, By by) throws IOException {
        List<String> names = new ArrayList<>(by.keys);
        List<RowType> types = new ArrayList<>();
        by.keys.forEach(k -> types.add(RowType.TEXT));
        names.addAll(List.of("count", "total", "self", "average", "min", "p50", "p90", "p95", "p99", "max"));
        types.addAll(List.of(
                RowType.LONG,
                RowType.LONG,
                RowType.LONG,
                RowType.DOUBLE,
                RowType.LONG,
                RowType.DOUBLE,
                RowType.DOUBLE,
                RowType.DOUBLE,
                RowType.DOUBLE,
                RowType.LONG));
        int[] shown =
                IntStream.range(0, s.count.length).filter(g -> s.count[g] > 0).toArray();
        return RowWriter.write(names, types, shown.length, (out, row) -> {
            int g = shown[row];
            int c = 0;
            for (String value : groups.values.get(g)) {
                setText(out, c++, value);
            }
            out.setLong(c, s.count[g]);
            out.setLong(c + 1, s.total[g]);
            out.setLong(c + 2, s.self[g]);
            out.setDouble(c + 3, (double) s.total[g] / s.count[g]);
            out.setLong(c + 4, s.min[g]);
            for (int q = 0; q < SliceSums.SHARES.length; q++) {
                out.setDouble(c + 5 + q, s.quantiles[g * SliceSums.SHARES.length + q]);
            }
            out.setLong(c + 9, s.max[g]);
        });
    }

    private static void setText(RowWriter out, int column, String value) {
        if (value == null) {
            out.setNull(column);
        } else {
            out.setText(column, value);
        }
    }
}
