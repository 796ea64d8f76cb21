package traceglass.analysis.slices.sums;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// All slices of a trace in arrays, with the data for sums over any range; 36 bytes for each slice. Slices of equal
/// name, category and track form a run; for any grouping, a run belongs to one row. Immutable.
public final class SliceArrays {

    /// Maximum number of slices; for more, the database computes the sums to save memory.
    static final long MAX_SLICES = 30_000_000;
    /// Bytes needed for each slice while reading.
    public static final int BYTES_PER_SLICE = 72;
    /// End of slices that never ended.
    static final long NEVER_ENDED = Long.MAX_VALUE;

    /// Slice that is not within the time of its parent, or is on another track. Whether it and its parent are in a
    /// range must be tested individually.
    ///
    /// @param track track of the slice
    /// @param run run of the parent
    record Stray(long ts, long end, long track, long parentTs, long parentEnd, int run) {}

    /// Common properties of the slices of a run.
    ///
    /// @param name null for none
    /// @param category null for none
    public record Run(String name, String category, long track) {}

    public final List<Run> runs;
    /// Slices, by run.
    public final EventRuns byRun;
    /// Slices again, by the run of their direct parents.
    final EventRuns children;
    public final List<Stray> strays;

    /// Slices sorted by time.
    public final TimeOrder order;

    /// Index of each run's track among all tracks, and the `track_id`s of these.
    private final int[] trackOf;
    private final long[] tracks;

    private SliceArrays(List<Run> runs, EventRuns byRun, EventRuns children, List<Stray> strays, TimeOrder order) {
        this.runs = runs;
        this.byRun = byRun;
        this.children = children;
        this.strays = strays;
        this.order = order;
        tracks = runs.stream().mapToLong(Run::track).distinct().toArray();
        Map<Long, Integer> numbers = new HashMap<>();
        for (long track : tracks) {
            numbers.put(track, numbers.size());
        }
        trackOf = runs.stream().mapToInt(r -> numbers.get(r.track)).toArray();
    }

    public int size() {
        return byRun.size();
    }

    /// Returns a predicate for the runs on these tracks.
    ///
    /// @param selected `track_id`s
    IntPredicate isOnTracks(Set<Long> selected) {
        boolean[] isSelected = new boolean[tracks.length];
        for (int t = 0; t < isSelected.length; t++) {
            isSelected[t] = selected.contains(tracks[t]);
        }
        return run -> isSelected[trackOf[run]];
    }

    /// Reads all slices; takes seconds for many millions.
    ///
    /// @return null if there are too many
    public static SliceArrays read(TraceQueries q) throws QueryException {
        return q.withConnection(connection -> {
            try (Statement s = connection.createStatement()) {
                long n = number(s, "SELECT count(*) FROM slice");
                if (n > MAX_SLICES || n * BYTES_PER_SLICE > Runtime.getRuntime().maxMemory() / 2) {
                    return null;
                }
                return read(s);
            }
        });
    }

    /// Reads all slices with a statement. While a trace is recorded, slices may be added between the queries; they are
    /// not read.
    public static SliceArrays read(Statement s) throws SQLException {
        s.execute("CREATE OR REPLACE TEMP TABLE area_runs AS SELECT *, CAST(row_number() OVER (ORDER BY name,"
                + " category, track_id) - 1 AS INTEGER) AS run FROM (SELECT name, category, track_id, count(*)"
                + " AS n FROM slice GROUP BY ALL)");
        try {
            return readRuns(s);
        } finally {
            s.execute("DROP TABLE area_runs");
        }
    }

    private static SliceArrays readRuns(Statement s) throws SQLException {
        List<Run> runs = new ArrayList<>();
        int[] counts = new int[(int) number(s, "SELECT count(*) FROM area_runs")];
        Map<String, String> texts = new HashMap<>();
        try (ResultSet r = s.executeQuery("SELECT name, category, track_id, n FROM area_runs ORDER BY run")) {
            while (r.next()) {
                String name = r.getString(1);
                String category = r.getString(2);
                counts[runs.size()] = r.getInt(4);
                runs.add(new Run(
                        name == null ? null : texts.computeIfAbsent(name, t -> t),
                        category == null ? null : texts.computeIfAbsent(category, t -> t),
                        r.getLong(3)));
            }
        }
        EventRuns byRun = new EventRuns(counts);
        int n = byRun.size();
        int[] id = new int[n];
        int[] parent = new int[n];
        int[] read = new int[n];
        int[] next = Arrays.copyOf(byRun.first, counts.length);
        try (ResultSet r = s.executeQuery("""
            SELECT s.id, s.ts, s.dur, r.run, coalesce(s.parent_id, -1)
            FROM slice AS s JOIN area_runs AS r ON r.track_id = s.track_id AND r.name IS NOT DISTINCT FROM s.name AND r.category IS NOT DISTINCT FROM s.category\
            """)) {
            for (int row = 0; row < n && r.next(); ) {
                int run = r.getInt(4);
                if (next[run] == byRun.first[run + 1]) {
                    continue;
                }
                int i = next[run]++;
                id[i] = (int) r.getLong(1);
                byRun.ts[i] = r.getLong(2);
                long dur = r.getLong(3);
                byRun.end[i] = dur < 0 ? NEVER_ENDED : byRun.ts[i] + dur;
                parent[i] = (int) r.getLong(5);
                read[row++] = i;
            }
        }
        IntStream.range(0, counts.length).parallel().forEach(run -> {
            int[] order = EventRuns.order(byRun.ts, byRun.first[run], byRun.first[run + 1]);
            if (order != null) {
                EventRuns.permute(byRun.ts, byRun.first[run], order);
                EventRuns.permute(byRun.end, byRun.first[run], order);
                EventRuns.permute(id, byRun.first[run], order);
                EventRuns.permute(parent, byRun.first[run], order);
            }
        });
        byRun.computeBlocks();
        return withChildren(runs, byRun, id, parent, read);
    }

    /// @param id id of the slice at each index
    /// @param parent id of its parent, or −1
    /// @param read indexes in the order in which they were read, which is mostly by time
    private static SliceArrays withChildren(List<Run> runs, EventRuns byRun, int[] id, int[] parent, int[] read) {
        int[] indexOfId = new int[Arrays.stream(id).max().orElse(-1) + 1];
        Arrays.fill(indexOfId, -1);
        for (int i = 0; i < id.length; i++) {
            indexOfId[id[i]] = i;
        }
        int[] runAt = new int[id.length];
        for (int run = 0; run < byRun.runs(); run++) {
            Arrays.fill(runAt, byRun.first[run], byRun.first[run + 1], run);
        }
        List<Stray> strays = new ArrayList<>();
        int[] counts = new int[byRun.runs()];
        for (int i = 0; i < id.length; i++) {
            int p = parent[i] < 0 || parent[i] >= indexOfId.length ? -1 : indexOfId[parent[i]];
            if (p >= 0
                    && (byRun.ts[i] < byRun.ts[p]
                            || byRun.end[i] > byRun.end[p]
                            || runs.get(runAt[i]).track != runs.get(runAt[p]).track)) {
                strays.add(new Stray(
                        byRun.ts[i], byRun.end[i], runs.get(runAt[i]).track, byRun.ts[p], byRun.end[p], runAt[p]));
                p = -1;
            }
            parent[i] = p < 0 ? -1 : runAt[p];
            if (p >= 0) {
                counts[runAt[p]]++;
            }
        }
        EventRuns children = new EventRuns(counts);
        int[] next = Arrays.copyOf(children.first, counts.length);
        for (int i : read) {
            if (parent[i] >= 0) {
                int index = next[parent[i]]++;
                children.ts[index] = byRun.ts[i];
                children.end[index] = byRun.end[i];
            }
        }
        IntStream.range(0, counts.length).parallel().forEach(run -> {
            int[] order = EventRuns.order(children.ts, children.first[run], children.first[run + 1]);
            if (order != null) {
                EventRuns.permute(children.ts, children.first[run], order);
                EventRuns.permute(children.end, children.first[run], order);
            }
        });
        children.computeBlocks();
        return new SliceArrays(List.copyOf(runs), byRun, children, List.copyOf(strays), TimeOrder.of(byRun, read));
    }

    private static long number(Statement s, String sql) throws SQLException {
        try (ResultSet r = s.executeQuery(sql)) {
            r.next();
            return r.getLong(1);
        }
    }
}
