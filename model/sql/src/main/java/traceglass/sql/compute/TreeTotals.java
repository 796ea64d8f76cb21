package traceglass.sql.compute;

import java.util.Arrays;

/// Sums along the branches of a tree, in the order of pipelines: upwards with children before their parents, or
/// downwards with parents before their children. The order of the rows is kept or reversed if that suffices.
public final class TreeTotals {
    /// Parent of a root.
    public static final long ROOT = -1;
    /// Parent that is not a row.
    public static final long UNKNOWN = -2;

    private final LongRows rows;
    private final int[] nodes;
    private final int[] parents;

    private TreeTotals(LongRows rows) {
        this.rows = rows;
        int n = rows.size();
        nodes = new int[n];
        parents = new int[n];
        for (int i = 0; i < n; i++) {
            if (rows.get(1, i) == UNKNOWN) {
                throw new IllegalArgumentException("a row names a parent which is not itself a row in the input");
            }
            nodes[i] = (int) rows.get(0, i);
            parents[i] = (int) rows.get(1, i);
        }
    }

    /// Returns the total of each row and value: columns row, totals.
    ///
    /// @param rows columns node, parent, values; a node is the index of the first row with its id
    /// @throws IllegalArgumentException if the rows are not a tree
    /// @throws ArithmeticException if a total does not fit
    public static LongRows of(LongRows rows, boolean isUp) {
        TreeTotals tree = new TreeTotals(rows);
        int n = rows.size();
        int[] order = tree.order(isUp);
        int values = rows.width() - 2;
        long[][] byNode = new long[values][n];
        LongRows out = new LongRows(values + 1);
        long[] line = new long[values + 1];
        for (int row : order) {
            int node = tree.nodes[row];
            int parent = tree.parents[row];
            line[0] = row;
            for (int v = 0; v < values; v++) {
                long value = tree.rows.get(v + 2, row);
                long rest = isUp ? byNode[v][node] : parent < 0 ? 0 : byNode[v][parent];
                long total = Math.addExact(value == LongRows.NULL ? 0 : value, rest);
                line[v + 1] = total;
                if (!isUp) {
                    byNode[v][node] = total;
                } else if (parent >= 0) {
                    byNode[v][parent] = Math.addExact(byNode[v][parent], total);
                }
            }
            out.add(line);
        }
        return out;
    }

    /// Returns an order of the nodes in which children come before their parents, or after them.
    private int[] order(boolean putsChildrenFirst) {
        int n = nodes.length;
        boolean[] seen = new boolean[n];
        boolean isChildFirst = true;
        boolean isParentFirst = true;
        for (int i = 0; i < n; i++) {
            if (parents[i] >= 0) {
                isChildFirst &= !seen[parents[i]];
                isParentFirst &= seen[parents[i]];
            }
            seen[nodes[i]] = true;
        }
        int[] order = new int[n];
        Arrays.setAll(order, i -> i);
        if (putsChildrenFirst ? isChildFirst : isParentFirst) {
            return order;
        }
        if (!(putsChildrenFirst ? isParentFirst : isChildFirst)) {
            order = parentsFirst();
            if (!putsChildrenFirst) {
                return order;
            }
        }
        for (int i = 0; i < n / 2; i++) {
            int other = order[n - 1 - i];
            order[n - 1 - i] = order[i];
            order[i] = other;
        }
        return order;
    }

    private int[] parentsFirst() {
        int n = nodes.length;
        int[] begin = new int[n + 1];
        int roots = 0;
        for (int parent : parents) {
            if (parent >= 0) {
                begin[parent + 1]++;
            } else {
                roots++;
            }
        }
        for (int i = 0; i < n; i++) {
            begin[i + 1] += begin[i];
        }
        int[] fill = begin.clone();
        int[] children = new int[n - roots];
        int[] pending = new int[n];
        int top = 0;
        for (int i = 0; i < n; i++) {
            if (parents[i] >= 0) {
                children[fill[parents[i]]++] = i;
            } else {
                pending[top++] = i;
            }
        }
        int[] order = new int[n];
        boolean[] open = new boolean[n];
        Arrays.fill(open, true);
        int found = 0;
        while (top > 0) {
            int row = pending[--top];
            order[found++] = row;
            int node = nodes[row];
            // Rows with the same id share their children.
            for (int i = begin[node]; open[node] && i < begin[node + 1]; i++) {
                pending[top++] = children[i];
            }
            open[node] = false;
        }
        if (found < n) {
            throw new IllegalArgumentException(
                    "the rows are not a tree, because " + (n - found) + " of them are in a cycle");
        }
        return order;
    }
}
