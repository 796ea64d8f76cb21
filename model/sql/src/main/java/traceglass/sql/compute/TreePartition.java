package traceglass.sql.compute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Partitions a tree by group: the new parent of every node is its nearest ancestor in the same group.
///
/// Walks the tree once from the root and remembers the last node of each group, in time linear in the number of
/// nodes.
public final class TreePartition {
    private TreePartition() {}

    /// Returns the nodes in the order of the walk: columns id, parent (NULL without an ancestor in the group),
    /// group.
    ///
    /// @param tree columns id, parent, group; the first row without a parent is the root, and nodes not connected
    ///     to it are ignored
    public static LongRows byGroup(LongRows tree) {
        LongRows out = new LongRows(3);
        int n = tree.size();
        Map<Long, Integer> nodes = HashMap.newHashMap(n);
        Map<Long, Integer> groups = new HashMap<>();
        int[] group = new int[n];
        int root = -1;
        for (int i = 0; i < n; i++) {
            nodes.putIfAbsent(tree.get(0, i), i);
            group[i] = groups.computeIfAbsent(tree.get(2, i), g -> groups.size());
            root = root < 0 && tree.get(1, i) == LongRows.NULL ? i : root;
        }
        if (root < 0) {
            return out;
        }
        int[] firstChild = new int[n];
        int[] nextSibling = new int[n];
        Arrays.fill(firstChild, -1);
        Arrays.fill(nextSibling, -1);
        for (int i = 0; i < n; i++) {
            Integer parent = tree.get(1, i) == LongRows.NULL ? null : nodes.get(tree.get(1, i));
            if (parent != null && i != root) {
                nextSibling[i] = firstChild[parent];
                firstChild[parent] = i;
            }
        }
        int[] last = new int[groups.size()];
        Arrays.fill(last, -1);
        int[] above = new int[n];
        int[] stack = new int[n + 1];
        int depth = 0;
        stack[depth++] = root;
        boolean[] entered = new boolean[n];
        while (depth > 0) {
            int node = stack[depth - 1];
            if (entered[node]) {
                last[group[node]] = above[node];
                depth--;
                continue;
            }
            entered[node] = true;
            above[node] = last[group[node]];
            out.add(tree.get(0, node), above[node] < 0 ? LongRows.NULL : tree.get(0, above[node]), tree.get(2, node));
            last[group[node]] = node;
            for (int child = firstChild[node]; child >= 0; child = nextSibling[child]) {
                if (!entered[child]) {
                    stack[depth++] = child;
                }
            }
        }
        return out;
    }
}
