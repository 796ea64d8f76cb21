package traceglass.app.panel.area;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All slices of a trace in arrays, by track and then by start: what sums over any range need, 24 bytes a slice. Immutable.
final class SliceArrays {

    /// More take too much memory; their sums are left to the database.
    static final long MOST = 30_000_000;
    /// The end of what never ended.
    static final long OPEN = Long.MAX_VALUE;
    /// Slices that are skipped at once where none of them reaches into the range.
    static final int BLOCK = 256;

    /// Where the slices of a track are.
    record Span(int from, int to) {}

    final List<String> names;
    final long[] ts;
    final long[] end;
    final int[] name;
    final int[] parent;
    private final long[] latestEnd;
    private final Map<Long, Span> tracks;

    private SliceArrays(List<String> names, long[] ts, long[] end, int[] name, int[] parent, Map<Long, Span> tracks) {
        this.names = names;
        this.ts = ts;
        this.end = end;
        this.name = name;
        this.parent = parent;
        this.tracks = tracks;
        latestEnd = new long[ts.length / BLOCK + 1];
        for (int i = 0; i < ts.length; i++) {
            latestEnd[i / BLOCK] = Math.max(latestEnd[i / BLOCK], end[i]);
        }
    }

    int size() {
        return ts.length;
    }

    /// Where the slices of a track are, or null when it has none.
    Span track(long id) {
        return tracks.get(id);
    }

    /// The first slice of `from` to `to` that does not start before `at`.
    int firstFrom(int from, int to, long at) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = low + high >>> 1;
            if (ts[middle] < at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Whether no slice in the block of this one reaches beyond `at`.
    boolean endsBefore(int i, long at) {
        return latestEnd[i / BLOCK] <= at;
    }

    /// Reads all slices; seconds for many millions.
    ///
    /// @return null where there are too many
    static SliceArrays read(Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            long n = number(s, "SELECT count(*) FROM slice");
            if (n > MOST) {
                return null;
            }
            s.execute("CREATE OR REPLACE TEMP TABLE area_names AS SELECT name, CAST(row_number() OVER (ORDER BY name) - 1 AS INTEGER) AS number"
                    + " FROM (SELECT DISTINCT name FROM slice WHERE name IS NOT NULL)");
            try {
                return read(s, (int) n);
            } finally {
                s.execute("DROP TABLE area_names");
            }
        }
    }

    private static SliceArrays read(Statement s, int n) throws SQLException {
        String[] names = new String[(int) number(s, "SELECT count(*) FROM area_names") + 1];
        try (ResultSet r = s.executeQuery("SELECT number, name FROM area_names")) {
            while (r.next()) {
                names[r.getInt(1)] = r.getString(2);
            }
        }
        int nameless = names.length - 1;
        Map<Long, int[]> counts = new HashMap<>();
        try (ResultSet r = s.executeQuery("SELECT track_id, count(*) FROM slice GROUP BY 1 ORDER BY 1")) {
            while (r.next()) {
                counts.put(r.getLong(1), new int[] {r.getInt(2), 0});
            }
        }
        Map<Long, Span> spans = new HashMap<>();
        int at = 0;
        for (long track : counts.keySet().stream().sorted().toList()) {
            int[] place = counts.get(track);
            spans.put(track, new Span(at, at + place[0]));
            place[1] = at;
            at += place[0];
        }
        long[] ts = new long[n];
        long[] end = new long[n];
        int[] name = new int[n];
        long[] id = new long[n];
        int[] parent = new int[n];
        try (ResultSet r = s.executeQuery("""
                SELECT s.id, s.ts, s.dur, s.track_id, coalesce(n.number, %d), coalesce(s.parent_id, -1)
                FROM slice AS s LEFT JOIN area_names AS n ON n.name = s.name""".formatted(nameless))) {
            long lastTrack = Long.MIN_VALUE;
            int[] place = null;
            while (r.next()) {
                long track = r.getLong(4);
                if (track != lastTrack) {
                    place = counts.get(track);
                    lastTrack = track;
                }
                int i = place[1]++;
                id[i] = r.getLong(1);
                ts[i] = r.getLong(2);
                long dur = r.getLong(3);
                end[i] = dur < 0 ? OPEN : ts[i] + dur;
                name[i] = r.getInt(5);
                parent[i] = r.getInt(6);
            }
        }
        for (Span span : spans.values()) {
            sort(span, id, ts, end, name, parent);
        }
        toPlaces(id, parent);
        return new SliceArrays(Arrays.asList(names), ts, end, name, parent, spans);
    }

    /// Puts the slices of a track in order of their starts; mostly they are.
    private static void sort(Span span, long[] id, long[] ts, long[] end, int[] name, int[] parent) {
        boolean sorted = true;
        for (int i = span.from + 1; i < span.to && sorted; i++) {
            sorted = ts[i - 1] <= ts[i];
        }
        if (sorted) {
            return;
        }
        Integer[] order = new Integer[span.to - span.from];
        Arrays.setAll(order, i -> span.from + i);
        Arrays.sort(order, (a, b) -> ts[a] != ts[b] ? Long.compare(ts[a], ts[b]) : Long.compare(id[a], id[b]));
        permute(ts, order, span.from);
        permute(end, order, span.from);
        permute(id, order, span.from);
        permute(name, order, span.from);
        permute(parent, order, span.from);
    }

    private static void permute(long[] values, Integer[] order, int from) {
        long[] copy = new long[order.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = values[order[i]];
        }
        System.arraycopy(copy, 0, values, from, copy.length);
    }

    private static void permute(int[] values, Integer[] order, int from) {
        int[] copy = new int[order.length];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = values[order[i]];
        }
        System.arraycopy(copy, 0, values, from, copy.length);
    }

    /// Makes places in the arrays of ids of parents.
    private static void toPlaces(long[] id, int[] parent) {
        long most = Arrays.stream(id).max().orElse(-1);
        int[] placeOf = new int[(int) Math.min(Integer.MAX_VALUE - 8, most + 1)];
        Arrays.fill(placeOf, -1);
        for (int i = 0; i < id.length; i++) {
            placeOf[(int) id[i]] = i;
        }
        for (int i = 0; i < parent.length; i++) {
            parent[i] = parent[i] < 0 || parent[i] >= placeOf.length ? -1 : placeOf[parent[i]];
        }
    }

    private static long number(Statement s, String sql) throws SQLException {
        try (ResultSet r = s.executeQuery(sql)) {
            r.next();
            return r.getLong(1);
        }
    }
}
