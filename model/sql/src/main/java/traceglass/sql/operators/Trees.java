package traceglass.sql.operators;

import java.util.HashMap;
import java.util.Map;
import traceglass.sql.compute.LongRows;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Trees given as rows whose first two columns are the ids of a node and its parent.
final class Trees {
    private final int[] parents;

    /// @param location position for the error if the rows are not a tree
    Trees(LongRows nodes, Token location) throws SqlSyntaxException {
        Map<Long, Integer> rows = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            if (rows.put(nodes.get(0, i), i) != null) {
                throw new SqlSyntaxException("the nodes are not a tree: duplicate id " + nodes.get(0, i), location);
            }
        }
        parents = new int[nodes.size()];
        for (int i = 0; i < parents.length; i++) {
            long parent = nodes.get(1, i);
            Integer row = parent == LongRows.NULL ? Integer.valueOf(-1) : rows.get(parent);
            if (row == null) {
                throw new SqlSyntaxException("the nodes are not a tree: unknown parent_id " + parent, location);
            }
            parents[i] = row;
        }
    }

    /// Returns the row of a node's parent, -1 for a root.
    int parent(int row) {
        return parents[row];
    }

    /// Returns the rows in an order in which each node comes after its parent; otherwise unchanged.
    static int[] parentsFirst(LongRows nodes, Token location) throws SqlSyntaxException {
        int[] parents = new Trees(nodes, location).parents;
        int[] order = new int[parents.length];
        int n = 0;
        // 0 not visited, 1 on the path up, 2 placed
        byte[] state = new byte[parents.length];
        int[] path = new int[parents.length];
        for (int start = 0; start < parents.length; start++) {
            int length = 0;
            int row = start;
            while (row >= 0 && state[row] == 0) {
                state[row] = 1;
                path[length++] = row;
                row = parents[row];
            }
            if (row >= 0 && state[row] == 1) {
                throw new SqlSyntaxException("the nodes are not a tree: they contain a cycle", location);
            }
            while (length > 0) {
                state[path[--length]] = 2;
                order[n++] = path[length];
            }
        }
        return order;
    }
}
