package traceglass.model.sql;

import java.util.HashMap;
import java.util.Map;

/// Gives nodes of trees a number for the way from their root: equal for nodes that carry the same values along the same way.
final class PathHashes {
    private static final long ODD = 0x9E3779B97F4A7C15L;

    private PathHashes() {
    }

    /// Columns id, hash of the way to the node, hash of the way to its parent (0 for a root), in the order of the rows. Hashes are not negative.
    ///
    /// @param nodes columns id, parent (NULL for a root), value; a node whose parent is not there is a root
    static LongRows of(LongRows nodes) {
        int n = nodes.size();
        Map<Long, Integer> rows = HashMap.newHashMap(n);
        for (int i = 0; i < n; i++) {
            rows.put(nodes.get(0, i), i);
        }
        long[] hashes = new long[n];
        long[] above = new long[n];
        boolean[] known = new boolean[n];
        LongRows way = new LongRows(1);
        for (int i = 0; i < n; i++) {
            int at = i;
            while (!known[at]) {
                known[at] = true;
                way.add(at);
                Integer parent = nodes.get(1, at) == LongRows.NULL ? null : rows.get(nodes.get(1, at));
                if (parent == null) {
                    break;
                }
                at = parent;
            }
            while (way.size() > 0) {
                int node = (int) way.get(0, way.size() - 1);
                way.pop();
                Integer parent = nodes.get(1, node) == LongRows.NULL ? null : rows.get(nodes.get(1, node));
                above[node] = parent == null ? 0 : hashes[parent];
                hashes[node] = mix(above[node], nodes.get(2, node));
            }
        }
        LongRows out = new LongRows(3);
        for (int i = 0; i < n; i++) {
            out.add(nodes.get(0, i), hashes[i], above[i]);
        }
        return out;
    }

    private static long mix(long above, long value) {
        long h = ((above * ODD ^ value) + ODD) * ODD;
        h ^= h >>> 29;
        h *= 0xBF58476D1CE4E5B9L;
        // 0 is what a root's parent has.
        return Math.max((h ^ h >>> 32) >>> 1, 1);
    }
}
