package traceglass.sql.compute;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Computes a hash of the path from the root for each node of trees: equal for nodes with the same values along the
/// path.
///
/// The hash is that of the trace processor: the `hash` of the decimal values separated by `|`, the node's own first,
/// then those from its root down to its parent.
public final class PathHashes {
    private PathHashes() {}

    /// Returns the columns id, hash of the node's path, hash of its parent's path (0 for a root), in the order of
    /// the rows.
    ///
    /// @param nodes columns id, parent (NULL for a root), value; a node with an unknown parent is a root, and a
    ///     cycle ends at the repeated node
    public static LongRows of(LongRows nodes) {
        int n = nodes.size();
        Map<Long, Integer> rows = HashMap.newHashMap(n);
        for (int i = 0; i < n; i++) {
            rows.put(nodes.get(0, i), i);
        }
        int[] parents = new int[n];
        for (int i = 0; i < n; i++) {
            Integer parent = nodes.get(1, i) == LongRows.NULL ? null : rows.get(nodes.get(1, i));
            parents[i] = parent == null ? -1 : parent;
        }
        long[] hashes = new long[n];
        int[] seen = new int[n];
        int[] path = new int[64];
        for (int i = 0; i < n; i++) {
            int length = 0;
            seen[i] = i + 1;
            for (int index = parents[i]; index >= 0 && seen[index] != i + 1; index = parents[index]) {
                seen[index] = i + 1;
                if (length == path.length) {
                    path = Arrays.copyOf(path, length * 2);
                }
                path[length++] = index;
            }
            long hash = add(ValueHash.START, nodes.get(2, i));
            while (length > 0) {
                hash = add(ValueHash.add(hash, '|'), nodes.get(2, path[--length]));
            }
            hashes[i] = hash;
        }
        LongRows out = new LongRows(3);
        for (int i = 0; i < n; i++) {
            out.add(nodes.get(0, i), hashes[i], parents[i] < 0 ? 0 : hashes[parents[i]]);
        }
        return out;
    }

    private static long add(long hash, long value) {
        for (byte digit : Long.toString(value).getBytes(StandardCharsets.US_ASCII)) {
            hash = ValueHash.add(hash, digit);
        }
        return hash;
    }
}
