package traceglass.analysis.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Shortest path from a root to each object. Among equally short paths, the root whose class name comes first and the
/// objects with the smaller ids win, as in Perfetto's class tree. Immutable.
public final class HeapPaths {

    private static final int NOT_REACHED = -2;
    private static final int NO_PARENT = -1;

    private final int[] parent;
    private final int[] order;
    private final int reachableCount;

    public HeapPaths(HeapDump dump) {
        int n = dump.size();
        parent = new int[n];
        order = new int[n];
        Arrays.fill(parent, NOT_REACHED);
        int end = 0;
        for (int root : dump.roots()) {
            parent[root] = NO_PARENT;
            order[end++] = root;
        }
        int[] first = dump.first();
        int[] targets = dump.targets();
        for (int index = 0; index < end; index++) {
            int from = order[index];
            for (int e = first[from]; e < first[from + 1]; e++) {
                if (parent[targets[e]] == NOT_REACHED) {
                    parent[targets[e]] = from;
                    order[end++] = targets[e];
                }
            }
        }
        reachableCount = end;
    }

    /// Returns the number of reachable objects.
    public int reachableCount() {
        return reachableCount;
    }

    /// Returns the object at an index of the breadth-first order, from 0: parents come before children.
    public int objectAt(int index) {
        return order[index];
    }

    public boolean isReachable(int object) {
        return parent[object] != NOT_REACHED;
    }

    /// Returns the previous object on the path, −1 for roots and unreachable objects.
    public int parent(int object) {
        return Math.max(-1, parent[object]);
    }

    /// Returns the path from a root to the object, including both; empty if there is none.
    public List<Integer> pathTo(int object) {
        List<Integer> path = new ArrayList<>();
        for (int i = isReachable(object) ? object : -1; i >= 0; i = parent(i)) {
            path.add(i);
        }
        return path.reversed();
    }
}
