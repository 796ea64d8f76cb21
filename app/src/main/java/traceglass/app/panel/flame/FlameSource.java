package traceglass.app.panel.flame;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.app.grid.RowReader;
import traceglass.app.grid.RowStore;
import traceglass.app.session.Cancellation;
import traceglass.model.demangle.Demangler;

/// What a flame graph can be made of.
enum FlameSource {

    /// Slices of the selected tracks: nanoseconds within the range.
    SLICES("Slices") {
        @Override
        FlameTree read(Connection connection, FlameRange range, Cancellation cancel) throws SQLException, IOException {
            if (range.sliceTracks().isEmpty()) {
                return FlameTree.EMPTY;
            }
            return slices(RowReader.query(connection, """
                    SELECT id, parent_id, name, least(CASE WHEN dur < 0 THEN %d ELSE ts + dur END, %d) - greatest(ts, %d) AS ns
                    FROM slice
                    WHERE track_id IN (%s) AND ts < %d AND (dur < 0 OR ts + dur > %d)
                    ORDER BY id""".formatted(range.traceEnd(), range.end(), range.start(), range.list(range.sliceTracks()), range.end(), range.start()), cancel));
        }

        /// A parent was begun before its children, so its id is smaller: it is found among the rows before.
        private FlameTree slices(RowStore rows) {
            FlameTree.Builder b = new FlameTree.Builder();
            long[] ids = new long[rows.size()];
            int[] nodes = new int[rows.size()];
            for (int r = 0; r < rows.size(); r++) {
                int at = rows.isNull(r, 1) ? -1 : Arrays.binarySearch(ids, 0, r, rows.getLong(r, 1));
                int above = at < 0 ? 0 : nodes[at];
                String name = rows.getText(r, 2);
                long ns = rows.getLong(r, 3);
                ids[r] = rows.getLong(r, 0);
                nodes[r] = b.child(above, name == null ? "unnamed" : name, "");
                b.add(nodes[r], ns);
                if (above > 0) {
                    b.add(above, -ns);
                }
            }
            return b.build();
        }
    },

    /// Samples of callstacks by timer or counter (perf), of the selected threads.
    PERF("CPU samples") {
        @Override
        FlameTree read(Connection connection, FlameRange range, Cancellation cancel) throws SQLException, IOException {
            return samples(connection, "perf_sample", range, cancel);
        }
    },

    /// Samples of a profiler that is part of the program, such as V8's or Chrome's.
    PROFILER("Profiler samples") {
        @Override
        FlameTree read(Connection connection, FlameRange range, Cancellation cancel) throws SQLException, IOException {
            return samples(connection, "cpu_profile_stack_sample", range, cancel);
        }
    };

    private final String title;

    FlameSource(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /// Whether values are durations in ns, and not numbers of samples.
    boolean isTime() {
        return this == SLICES;
    }

    /// Whether there is anything of this kind in a range. Work for a query thread.
    boolean isIn(Connection connection, FlameRange range, Cancellation cancel) throws SQLException, IOException {
        String from = switch (this) {
            case SLICES -> range.sliceTracks().isEmpty() ? null
                    : "slice WHERE track_id IN (" + range.list(range.sliceTracks()) + ") AND ts < " + range.end() + " AND (dur < 0 OR ts + dur > " + range.start() + ")";
            case PERF -> samplesIn("perf_sample", range);
            case PROFILER -> samplesIn("cpu_profile_stack_sample", range);
        };
        return from != null && RowReader.query(connection, "SELECT 1 FROM " + from + " LIMIT 1", cancel).size() > 0;
    }

    private static String samplesIn(String table, FlameRange range) {
        return table + " AS s WHERE s.callsite_id IS NOT NULL AND s.ts >= " + range.start() + " AND s.ts < " + range.end()
                + (range.threads().isEmpty() ? "" : " AND s.utid IN (" + range.list(range.threads()) + ")");
    }

    /// Work for a query thread.
    abstract FlameTree read(Connection connection, FlameRange range, Cancellation cancel) throws SQLException, IOException;

    private static FlameTree samples(Connection connection, String table, FlameRange range, Cancellation cancel) throws SQLException, IOException {
        RowStore counts = RowReader.query(connection, """
                SELECT s.callsite_id, coalesce(p.name, t.name, 'unknown process'), count(*)
                FROM (SELECT * FROM %s) AS s LEFT JOIN thread AS t USING (utid) LEFT JOIN process AS p USING (upid)
                GROUP BY ALL""".formatted(samplesIn(table, range)), cancel);
        if (counts.size() == 0) {
            return FlameTree.EMPTY;
        }
        RowStore sites = RowReader.query(connection, """
                SELECT c.id, c.parent_id, coalesce(f.deobfuscated_name, f.name, '0x' || printf('%x', f.rel_pc)), coalesce(m.name, '')
                FROM stack_profile_callsite AS c
                JOIN stack_profile_frame AS f ON f.id = c.frame_id
                LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping""", cancel);
        Map<Long, Integer> rowOf = new HashMap<>();
        for (int r = 0; r < sites.size(); r++) {
            rowOf.put(sites.getLong(r, 0), r);
        }
        FlameTree.Builder b = new FlameTree.Builder();
        String[] names = new String[sites.size()];
        long[] stack = new long[256];
        for (int r = 0; r < counts.size(); r++) {
            String process = counts.getText(r, 1);
            int depth = 0;
            Integer at = rowOf.get(counts.getLong(r, 0));
            while (at != null) {
                if (depth == stack.length) {
                    stack = Arrays.copyOf(stack, depth * 2);
                }
                stack[depth++] = at;
                at = sites.isNull(at, 1) ? null : rowOf.get(sites.getLong(at, 1));
            }
            int node = b.child(0, process, process);
            while (depth > 0) {
                int site = (int) stack[--depth];
                if (names[site] == null) {
                    names[site] = readable(sites.getText(site, 2));
                }
                node = b.child(node, names[site], module(sites.getText(site, 3)));
            }
            b.add(node, counts.getLong(r, 2));
        }
        return b.build();
    }

    /// The name as it was written, where the compiler changed it.
    private static String readable(String name) {
        String written = Demangler.demangle(name);
        return written == null ? name : written;
    }

    /// The file's name without its folders.
    private static String module(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Those that have something in a range.
    static List<FlameSource> all() {
        return List.of(values());
    }
}
