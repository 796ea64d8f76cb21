package traceglass.sql.compute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Sums over trees given as rows of nodes (id, parent), in linear time. A node whose parent is NULL or unknown is a
/// root. Nodes on a cycle belong to no tree.
public final class TreeSums {
    private final LongRows nodes;
    private final int[] parents;
    /// Rows with parents before their children.
    private final int[] order;

    /// @param nodes columns id, parent id and any others
    public TreeSums(LongRows nodes) {
        this.nodes = nodes;
        int n = nodes.size();
        Map<Long, Integer> rows = HashMap.newHashMap(n);
        for (int i = 0; i < n; i++) {
            rows.put(nodes.get(0, i), i);
        }
        parents = new int[n];
        int[] first = new int[n + 1];
        for (int i = 0; i < n; i++) {
            Integer parent = nodes.get(1, i) == LongRows.NULL ? null : rows.get(nodes.get(1, i));
            parents[i] = parent == null ? -1 : parent;
            if (parents[i] >= 0) {
                first[parents[i] + 1]++;
            }
        }
        for (int i = 1; i <= n; i++) {
            first[i] += first[i - 1];
        }
        int[] fill = first.clone();
        int[] children = new int[first[n]];
        for (int i = 0; i < n; i++) {
            if (parents[i] >= 0) {
                children[fill[parents[i]]++] = i;
            }
        }
        int[] found = new int[n];
        int end = 0;
        for (int i = 0; i < n; i++) {
            if (parents[i] < 0) {
                found[end++] = i;
            }
        }
        for (int index = 0; index < end; index++) {
            for (int c = first[found[index]]; c < first[found[index] + 1]; c++) {
                found[end++] = children[c];
            }
        }
        order = Arrays.copyOf(found, end);
    }

    /// Rows with parents before their children.
    int[] order() {
        return order;
    }

    /// Returns the row of a row's parent, -1 for a root.
    int parent(int row) {
        return parents[row];
    }

    /// Returns the sums over each node's subtree: columns id, parent, depth (1 for roots), then the sum of each
    /// value column. NULL counts as 0.
    public LongRows sums() {
        int values = nodes.width() - 2;
        long[][] sums = new long[values][nodes.size()];
        long[] depth = new long[nodes.size()];
        for (int row : order) {
            depth[row] = parents[row] < 0 ? 1 : depth[parents[row]] + 1;
            for (int v = 0; v < values; v++) {
                long value = nodes.get(v + 2, row);
                sums[v][row] = value == LongRows.NULL ? 0 : value;
            }
        }
        for (int i = order.length - 1; i >= 0; i--) {
            int row = order[i];
            for (int v = 0; v < values && parents[row] >= 0; v++) {
                sums[v][parents[row]] += sums[v][row];
            }
        }
        LongRows out = new LongRows(values + 3);
        long[] line = new long[values + 3];
        for (int row = 0; row < nodes.size(); row++) {
            if (depth[row] == 0) {
                continue;
            }
            line[0] = nodes.get(0, row);
            line[1] = parents[row] < 0 ? LongRows.NULL : nodes.get(1, row);
            line[2] = depth[row];
            for (int v = 0; v < values; v++) {
                line[v + 3] = sums[v][row];
            }
            out.add(line);
        }
        return out;
    }

    /// Returns each start node with itself and all its ancestors: columns start, node.
    public LongRows pathsUp(LongRows starts) {
        Map<Long, Integer> rows = HashMap.newHashMap(nodes.size());
        for (int row : order) {
            rows.put(nodes.get(0, row), row);
        }
        LongRows out = new LongRows(2);
        for (int i = 0; i < starts.size(); i++) {
            Integer start = rows.get(starts.get(0, i));
            for (int row = start == null ? -1 : start; row >= 0; row = parents[row]) {
                out.add(starts.get(0, i), nodes.get(0, row));
            }
        }
        return out;
    }
}
