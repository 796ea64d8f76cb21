package traceglass.sql.compute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Flattens trees of intervals so that at every time under a root only the deepest interval is left.
///
/// If several intervals start at the same time, the one with the largest id is the innermost; when an interval
/// ends, its parent continues until another starts. Empty intervals and those without an end are ignored. Takes
/// O(n log n) time for n intervals.
public final class TreeFlattening {
    private static final int ROOT = 0;
    private static final int TIME = 1;
    private static final int ID = 5;

    private TreeFlattening() {}

    /// Returns the pieces: columns root, id, ts, dur, sorted by root and time.
    ///
    /// @param nodes columns id, parent (NULL for a root), ts, dur
    public static LongRows flatten(LongRows nodes) {
        int n = nodes.size();
        Map<Long, Integer> rows = HashMap.newHashMap(n);
        for (int i = 0; i < n; i++) {
            rows.put(nodes.get(0, i), i);
        }
        int[] roots = roots(nodes, rows);
        // root, time, kind of event (0 the root starts, 1 an interval ends, 2 one starts), priority among
        // simultaneous events (the one that started first of those that end, the innermost of those that
        // start), the current id afterwards
        LongRows events = new LongRows(6);
        for (int i = 0; i < n; i++) {
            long ts = nodes.get(2, i);
            long dur = nodes.get(3, i);
            if (dur <= 0 || nodes.get(3, roots[i]) <= 0) {
                continue;
            }
            long root = nodes.get(0, roots[i]);
            if (roots[i] == i) {
                events.add(root, ts, 0, 0, 0, root);
            } else {
                long id = nodes.get(0, i);
                events.add(root, ts, 2, ts, id, id);
                events.add(root, ts + dur, 1, -ts, -id, nodes.get(1, i));
            }
        }
        return pieces(nodes, rows, events);
    }

    private static LongRows pieces(LongRows nodes, Map<Long, Integer> rows, LongRows events) {
        LongRows out = new LongRows(4);
        int[] order = events.sorted();
        for (int k = 0; k < order.length; k++) {
            long root = events.get(ROOT, order[k]);
            long time = events.get(TIME, order[k]);
            boolean isSameRoot = k + 1 < order.length && events.get(ROOT, order[k + 1]) == root;
            long next = isSameRoot ? events.get(TIME, order[k + 1]) : Long.MAX_VALUE;
            int row = rows.get(root);
            long end = Math.min(next, nodes.get(2, row) + nodes.get(3, row));
            if (time < end) {
                out.add(root, events.get(ID, order[k]), time, end - time);
            }
        }
        return out;
    }

    /// Returns the row of each node's root. A node with an unknown parent is a root.
    private static int[] roots(LongRows nodes, Map<Long, Integer> rows) {
        int[] roots = new int[nodes.size()];
        Arrays.fill(roots, -1);
        int[] path = new int[16];
        for (int i = 0; i < roots.length; i++) {
            int length = 0;
            int index = i;
            while (roots[index] < 0) {
                path = length == path.length ? Arrays.copyOf(path, length * 2) : path;
                path[length++] = index;
                // A node that is its own ancestor counts as a root.
                roots[index] = index;
                Integer parent = nodes.get(1, index) == LongRows.NULL ? null : rows.get(nodes.get(1, index));
                if (parent == null) {
                    break;
                }
                index = parent;
            }
            int root = roots[index];
            for (int k = 0; k < length; k++) {
                roots[path[k]] = root;
            }
        }
        return roots;
    }
}
