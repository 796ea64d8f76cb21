package traceglass.sql.operators;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.sql.compute.Graphs;
import traceglass.sql.compute.LongRows;
import traceglass.sql.flame.FlameColumn;
import traceglass.sql.flame.FlameConfig;
import traceglass.sql.flame.FlameTree;
import traceglass.sql.flame.Flamegraph;

/// A Java heap as a flame graph: each object on its shortest path from a root, merged by class; native memory is
/// below the objects that own it.
final class HeapFlamegraph {

    private static final String NO_ROOTS = "ERROR: INCOMPLETE GRAPH (try increasing buffer size)";
    private static final String WEAK = "'KIND_FINALIZER_REFERENCE', 'KIND_PHANTOM_REFERENCE', 'KIND_WEAK_REFERENCE'";

    private final Connection connection;
    private final String dump;

    HeapFlamegraph(Connection connection, long upid, long ts) {
        this.connection = connection;
        dump = "o.upid = " + upid + " AND o.graph_sample_ts = " + ts;
    }

    /// Returns the frames; none if the dump has no roots, and a single error frame if it is truncated.
    List<ExperimentalFlamegraph.Frame> build() throws SQLException {
        LongRows roots = rows(
                "SELECT o.id FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id = o.type_id WHERE " + dump
                        + " AND o.root_type IS NOT NULL ORDER BY c.name, o.id",
                1);
        if (roots.size() == 0) {
            return rows(
                                            "SELECT 1 FROM heap_graph AS o WHERE "
                                                    + dump.replace("graph_sample_ts", "ts") + " AND o.truncated",
                                            1)
                                    .size()
                            == 0
                    ? List.of()
                    : List.of(incompleteFrame());
        }
        LongRows edges = rows(
                "SELECT r.owner_id, r.owned_id FROM heap_graph_reference AS r JOIN heap_graph_object AS o ON o.id ="
                        + " r.owner_id JOIN heap_graph_class AS c ON c.id = o.type_id WHERE " + dump
                        + " AND r.owned_id IS NOT NULL AND NOT (coalesce(c.kind, '') IN (" + WEAK
                        + ") AND coalesce(r.field_name, '') = 'java.lang.ref.Reference.referent') ORDER BY r.owned_id,"
                        + " r.id",
                2);
        LongRows walk = new Graphs(edges).breadthFirst(roots);
        Map<Long, Long> parents = HashMap.newHashMap(walk.size() + roots.size());
        for (int i = 0; i < walk.size(); i++) {
            parents.put(walk.get(0, i), walk.get(1, i));
        }
        // Without references there is no graph to walk, but the roots exist.
        for (int i = 0; i < roots.size(); i++) {
            parents.putIfAbsent(roots.get(0, i), LongRows.NULL);
        }
        return merge(parents);
    }

    private LongRows rows(String sql, int width) throws SQLException {
        LongRows out = new LongRows(width);
        long[] line = new long[width];
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                for (int c = 0; c < width; c++) {
                    line[c] = r.getLong(c + 1);
                }
                out.add(line);
            }
        }
        return out;
    }

    private List<ExperimentalFlamegraph.Frame> merge(Map<Long, Long> parents) throws SQLException {
        List<Long> ids = new ArrayList<>();
        List<Long> above = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        List<Long> holders = new ArrayList<>();
        List<String> holderNames = new ArrayList<>();
        List<Long> nativeSizes = new ArrayList<>();
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("SELECT o.id, coalesce(c.deobfuscated_name, c.name) || CASE WHEN"
                        + " o.root_type IS NULL THEN '' ELSE ' [' || o.root_type || ']' END, o.self_size, o.native_size"
                        + " FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id = o.type_id WHERE " + dump
                        + " ORDER BY o.id")) {
            while (r.next()) {
                long id = r.getLong(1);
                Long parent = parents.get(id);
                if (parent == null) {
                    continue;
                }
                // Native memory has the odd ids.
                ids.add(id * 2);
                above.add(parent == LongRows.NULL ? null : (Long) (parent * 2));
                names.add(r.getString(2));
                sizes.add(r.getLong(3));
                if (r.getLong(4) != 0) {
                    holders.add(id * 2);
                    holderNames.add("[native] " + r.getString(2));
                    nativeSizes.add(r.getLong(4));
                }
            }
        }
        for (int i = 0; i < holders.size(); i++) {
            ids.add(holders.get(i) + 1);
            above.add(holders.get(i));
            names.add(holderNames.get(i));
            sizes.add(nativeSizes.get(i));
        }
        return frames(ids, above, names, sizes);
    }

    private static List<ExperimentalFlamegraph.Frame> frames(
            List<Long> ids, List<Long> above, List<String> names, List<Long> sizes) {
        long[] id = ids.stream().mapToLong(Long::longValue).toArray();
        Long[] parent = above.toArray(Long[]::new);
        int[] order = FlameTree.parentsFirst(id, parent);
        FlameColumn name = new FlameColumn("name", FlameColumn.Kind.TEXT, id.length);
        FlameColumn count = new FlameColumn("count", FlameColumn.Kind.LONG, id.length);
        FlameColumn size = new FlameColumn("size", FlameColumn.Kind.LONG, id.length);
        for (int i = 0; i < order.length; i++) {
            name.set(i, names.get(order[i]));
            count.set(i, 1L);
            // An object that was only referenced has no size.
            size.set(i, Math.max(sizes.get(order[i]), 0L));
        }
        FlameTree tree = new FlameTree(FlameTree.parentsIn(order, id, parent), List.of(name, count, size));
        Flamegraph graph = new Flamegraph(
                tree,
                new FlameConfig(
                        FlameConfig.View.TOP_DOWN,
                        null,
                        List.of(),
                        List.of("count", "size"),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of()));
        List<ExperimentalFlamegraph.Frame> out = new ArrayList<>();
        for (Flamegraph.Node n : graph.nodes()) {
            ExperimentalFlamegraph.Frame f = new ExperimentalFlamegraph.Frame();
            f.parent = n.parent();
            f.depth = n.depth() - 1;
            f.name = name.text(n.row());
            f.mapping = "JAVA";
            f.self[ExperimentalFlamegraph.COUNT] = graph.self().get(0).longValue(n.source());
            f.self[ExperimentalFlamegraph.SIZE] = graph.self().get(1).longValue(n.source());
            f.cumulative[ExperimentalFlamegraph.COUNT] =
                    graph.cumulative().get(0).longValue(n.source());
            f.cumulative[ExperimentalFlamegraph.SIZE] =
                    graph.cumulative().get(1).longValue(n.source());
            out.add(f);
        }
        return out;
    }

    private static ExperimentalFlamegraph.Frame incompleteFrame() {
        ExperimentalFlamegraph.Frame f = new ExperimentalFlamegraph.Frame();
        f.name = NO_ROOTS;
        f.mapping = "JAVA";
        f.self = new long[] {1, 1, 0, 0};
        f.cumulative = f.self.clone();
        return f;
    }
}
