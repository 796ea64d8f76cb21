package traceglass.analysis.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Reads the objects of a dump and their strong references. Weak, phantom and finalizer references do not keep objects
/// alive, as in Perfetto's `android.memory.heap_graph` modules.
public final class HeapDumpReader {

    private static final String WEAK = "'KIND_FINALIZER_REFERENCE', 'KIND_PHANTOM_REFERENCE', 'KIND_WEAK_REFERENCE'";
    /// Field type of weak references in heaps of V8.
    private static final String WEAK_FIELD = "weak";

    private static final String REFERENT = "java.lang.ref.Reference.referent";
    private static final int CHECK_EVERY = 1 << 16;

    private final TraceQueries q;
    private final String dumpCondition;

    private HeapDumpReader(TraceQueries q, long upid, long ts) {
        this.q = q;
        dumpCondition = "o.upid = " + upid + " AND o.graph_sample_ts = " + ts;
    }

    /// @param ts time of the dump, ns
    /// @throws CancellationException if canceled
    public static HeapDump read(TraceQueries q, long upid, long ts) throws QueryException {
        return new HeapDumpReader(q, upid, ts).read();
    }

    /// Columns of the objects, by object number.
    private record Objects(
            long[] ids,
            int[] type,
            long[] self,
            long[] nativeSize,
            boolean[] reachable,
            short[] heapType,
            BitSet weak) {}

    private HeapDump read() throws QueryException {
        int n = (int) number("SELECT count(*) FROM heap_graph_object AS o WHERE " + dumpCondition);
        List<String> classes = new ArrayList<>();
        Set<Long> weakTypes = new HashSet<>();
        Map<Long, Integer> classOfType = classes(classes, weakTypes);
        List<String> heapTypes = texts("SELECT DISTINCT o.heap_type FROM heap_graph_object AS o WHERE " + dumpCondition
                + " AND o.heap_type IS NOT NULL ORDER BY 1");
        Objects o = objects(n, classes, classOfType, weakTypes, heapTypes);
        short[] rootType = new short[n];
        List<String> rootTypes = new ArrayList<>();
        HeapDump nodes = new HeapDump(
                o.ids,
                o.type,
                o.self,
                o.nativeSize,
                o.reachable,
                rootType,
                o.heapType,
                classes,
                rootTypes,
                heapTypes,
                null,
                null,
                null);
        readRootTypes(nodes, rootType, rootTypes);
        int[][] edges = edges(nodes, o.weak);
        return new HeapDump(
                o.ids,
                o.type,
                o.self,
                o.nativeSize,
                o.reachable,
                rootType,
                o.heapType,
                List.copyOf(classes),
                List.copyOf(rootTypes),
                List.copyOf(heapTypes),
                edges[0],
                edges[1],
                roots(nodes));
    }

    private Objects objects(
            int n, List<String> classes, Map<Long, Integer> classOfType, Set<Long> weakTypes, List<String> heapTypes)
            throws QueryException {
        long[] ids = new long[n];
        int[] type = new int[n];
        long[] self = new long[n];
        long[] nativeSize = new long[n];
        boolean[] reachable = new boolean[n];
        short[] heapType = new short[n];
        BitSet weak = new BitSet(n);
        String sql = ("SELECT o.id, coalesce(o.type_id, -1), greatest(coalesce(o.self_size, 0), 0),"
                + " greatest(coalesce(o.native_size, 0), 0), coalesce(o.reachable, 0), "
                + indexSql("o.heap_type", heapTypes) + " FROM heap_graph_object AS o WHERE " + dumpCondition
                + " ORDER BY o.id");
        int[] nextIndex = {0};
        q.forEachRow(sql, r -> {
            int i = nextIndex[0]++;
            long typeId = r.getLong(2);
            ids[i] = r.getLong(1);
            Integer existing = classOfType.get(typeId);
            if (existing == null) {
                existing = classes.size();
                classes.add(HeapDumpTexts.UNKNOWN_CLASS);
                classOfType.put(typeId, existing);
            }
            type[i] = existing;
            weak.set(i, weakTypes.contains(typeId));
            self[i] = r.getLong(3);
            nativeSize[i] = r.getLong(4);
            reachable[i] = r.getLong(5) != 0;
            heapType[i] = r.getShort(6);
            checkCanceled(i);
        });
        return new Objects(ids, type, self, nativeSize, reachable, heapType, weak);
    }

    /// Returns SQL for the index of a string in a list, −1 if absent. Reading numbers is much faster than reading
    /// strings.
    private static String indexSql(String column, List<String> texts) {
        StringBuilder sql = new StringBuilder("CASE ").append(column);
        for (int i = 0; i < texts.size(); i++) {
            sql.append(" WHEN '")
                    .append(texts.get(i).replace("'", "''"))
                    .append("' THEN ")
                    .append(i);
        }
        return texts.isEmpty() ? "-1" : sql.append(" ELSE -1 END").toString();
    }

    private List<String> texts(String sql) throws QueryException {
        List<String> out = new ArrayList<>();
        q.forEachRow(sql, r -> {
            out.add(r.getString(1));
        });
        return out;
    }

    private void readRootTypes(HeapDump nodes, short[] rootType, List<String> rootTypes) throws QueryException {
        Arrays.fill(rootType, (short) -1);
        q.forEachRow(
                "SELECT o.id, o.root_type FROM heap_graph_object AS o WHERE " + dumpCondition
                        + " AND o.root_type IS NOT NULL",
                r -> {
                    String name = r.getString(2);
                    int index = rootTypes.indexOf(name);
                    if (index < 0) {
                        index = rootTypes.size();
                        rootTypes.add(name);
                    }
                    rootType[nodes.find(r.getLong(1))] = (short) index;
                });
    }

    private void checkCanceled(int i) {
        if (i % CHECK_EVERY == 0 && q.isCanceled()) {
            throw new CancellationException("reading a heap dump");
        }
    }

    private long number(String sql) throws QueryException {
        return q.first(sql, r -> r.getLong(1)).orElse(0L);
    }

    /// Merges classes with equal names: the same class of several loaders looks identical to users.
    private Map<Long, Integer> classes(List<String> names, Set<Long> weak) throws QueryException {
        Map<String, Integer> byName = new HashMap<>();
        Map<Long, Integer> byId = new HashMap<>();
        q.forEachRow(
                "SELECT id, coalesce(deobfuscated_name, name, " + SqlLabels.literal(HeapDumpTexts.UNKNOWN_CLASS)
                        + "), coalesce(kind, '') IN (" + WEAK
                        + ") FROM heap_graph_class WHERE id IN"
                        + " (SELECT DISTINCT o.type_id FROM heap_graph_object AS o WHERE " + dumpCondition
                        + ") ORDER BY id",
                r -> {
                    if (r.getBoolean(3)) {
                        weak.add(r.getLong(1));
                    }
                    byId.put(r.getLong(1), byName.computeIfAbsent(r.getString(2), name -> {
                        names.add(name);
                        return names.size() - 1;
                    }));
                });
        return byId;
    }

    /// References with both ends as object numbers, in the order they are read.
    private static final class Edges {

        private int[] owner = new int[1024];
        private int[] targets = new int[1024];
        private int n;
        private int read;

        private void add(int source, int target) {
            if (n == owner.length) {
                owner = Arrays.copyOf(owner, n * 2);
                targets = Arrays.copyOf(targets, n * 2);
            }
            owner[n] = source;
            targets[n++] = target;
        }
    }

    /// Reads the references, sorted by owner and then by target, the order in which paths from the roots are
    /// searched.
    private int[][] edges(HeapDump nodes, BitSet weak) throws QueryException {
        Edges edges = new Edges();
        long from = nodes.size() == 0 ? 0 : nodes.id(0);
        long to = nodes.size() == 0 ? -1 : nodes.id(nodes.size() - 1);
        q.forEachRow(
                "SELECT owner_id, owned_id, CASE WHEN field_name = '" + REFERENT
                        + "' THEN 1 ELSE 0 END FROM heap_graph_reference WHERE owned_id IS NOT NULL"
                        + " AND field_type_name IS DISTINCT FROM '" + WEAK_FIELD + "' AND owner_id"
                        + " BETWEEN "
                        + from + " AND " + to,
                r -> {
                    int source = nodes.find(r.getLong(1));
                    int target = nodes.find(r.getLong(2));
                    checkCanceled(edges.read++);
                    if (source >= 0 && target >= 0 && (r.getInt(3) == 0 || !weak.get(source))) {
                        edges.add(source, target);
                    }
                });
        int n = edges.n;
        int[] owner = edges.owner;
        int[] owned = edges.targets;
        // Sort by the second key, then stably by the first.
        int[] byOwned = order(owned, n, nodes.size(), null);
        int[] byBoth = order(owner, n, nodes.size(), byOwned);
        int[] first = new int[nodes.size() + 1];
        int[] targets = new int[n];
        for (int i = 0; i < n; i++) {
            first[owner[byBoth[i]] + 1]++;
            targets[i] = owned[byBoth[i]];
        }
        for (int i = 0; i < nodes.size(); i++) {
            first[i + 1] += first[i];
        }
        return new int[][] {first, targets};
    }

    /// Stable counting sort: returns indexes sorted by key (0 to `range`); equal keys keep the order of `before`.
    private static int[] order(int[] keys, int n, int range, int[] before) {
        int[] starts = new int[range + 1];
        for (int i = 0; i < n; i++) {
            starts[keys[i] + 1]++;
        }
        for (int i = 0; i < range; i++) {
            starts[i + 1] += starts[i];
        }
        int[] out = new int[n];
        for (int i = 0; i < n; i++) {
            int index = before == null ? i : before[i];
            out[starts[keys[index]]++] = index;
        }
        return out;
    }

    private static int[] roots(HeapDump nodes) {
        List<Integer> roots = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.isRoot(i)) {
                roots.add(i);
            }
        }
        roots.sort(Comparator.comparing((Integer i) -> nodes.className(i)).thenComparing(i -> i));
        return roots.stream().mapToInt(Integer::intValue).toArray();
    }
}
