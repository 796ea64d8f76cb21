package traceglass.sql.flame;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Frames with their callers, and columns with their names and weights. Parents come before their children.
///
/// @param parents row of each frame's caller, -1 for the outermost
public record FlameTree(int[] parents, List<FlameColumn> columns) {

    /// Returns the column with this name, null if there is none.
    public FlameColumn column(String name) {
        return columns.stream().filter(c -> c.name().equals(name)).findFirst().orElse(null);
    }

    public int size() {
        return parents.length;
    }

    /// Returns an order of the rows in which parents come first: unchanged if they already do, else each row after
    /// its ancestors.
    ///
    /// @param parentIds null for none
    /// @throws IllegalArgumentException for a duplicate id, an unknown parent, or a cycle
    public static int[] parentsFirst(long[] ids, Long[] parentIds) {
        int[] parents = parents(ids, parentIds);
        boolean isSorted = true;
        for (int i = 0; i < parents.length; i++) {
            isSorted &= parents[i] < i;
        }
        int[] order = new int[ids.length];
        if (isSorted) {
            Arrays.setAll(order, i -> i);
            return order;
        }
        byte[] state = new byte[ids.length];
        int[] path = new int[ids.length];
        int done = 0;
        for (int start = 0; start < ids.length; start++) {
            int length = 0;
            int row = start;
            while (row >= 0 && state[row] == 0) {
                state[row] = 1;
                path[length++] = row;
                row = parents[row];
            }
            if (row >= 0 && state[row] == 1) {
                throw new IllegalArgumentException("tree: cycle detected in parent relation");
            }
            while (length > 0) {
                state[path[--length]] = 2;
                order[done++] = path[length];
            }
        }
        return order;
    }

    /// Returns the row of each row's parent, -1 for none.
    static int[] parents(long[] ids, Long[] parentIds) {
        Map<Long, Integer> rows = HashMap.newHashMap(ids.length);
        for (int i = 0; i < ids.length; i++) {
            if (rows.put(ids[i], i) != null) {
                throw new IllegalArgumentException("tree: duplicate id");
            }
        }
        int[] parents = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            Integer parent = parentIds[i] == null ? Integer.valueOf(-1) : rows.get(parentIds[i]);
            if (parent == null) {
                throw new IllegalArgumentException("tree: parent_id not found in id column");
            }
            parents[i] = parent;
        }
        return parents;
    }

    /// Returns the parents of rows in the given order.
    public static int[] parentsIn(int[] order, long[] ids, Long[] parentIds) {
        int[] parents = parents(ids, parentIds);
        int[] positions = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            positions[order[i]] = i;
        }
        int[] out = new int[order.length];
        Arrays.setAll(out, i -> parents[order[i]] < 0 ? -1 : positions[parents[order[i]]]);
        return out;
    }
}
