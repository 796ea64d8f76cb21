package traceglass.sql.flame;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// A forest of merged frames: what is called alike below the same node is one node.
final class FlameMerge {

    private final Map<Long, Integer> nodes = new HashMap<>();
    private int[] parents = new int[64];
    private int[] firstRows = new int[64];
    private int size;

    /// The node of a frame below another, made if it is new.
    ///
    /// @param parent -1 for a root
    /// @param frame number that stands for what the frame is called
    /// @param row of the frame, kept by the node if it is its first
    int node(int parent, int frame, int row) {
        Integer known = nodes.putIfAbsent((long) (parent + 1) << 32 | frame, size);
        if (known != null) {
            return known;
        }
        if (size == parents.length) {
            parents = Arrays.copyOf(parents, size * 2);
            firstRows = Arrays.copyOf(firstRows, size * 2);
        }
        parents[size] = parent;
        firstRows[size] = row;
        return size++;
    }

    int size() {
        return size;
    }

    int parent(int node) {
        return parents[node];
    }

    /// Row of the first frame of a node.
    int firstRow(int node) {
        return firstRows[node];
    }

    /// Adds each node's value to that of its parent, from the leaves on. Nodes of this forest begin at `from` in
    /// the column.
    void propagate(FlameColumn values, int from) {
        for (int node = size - 1; node >= 0; node--) {
            if (parents[node] >= 0) {
                values.add(from + parents[node], values, from + node);
            }
        }
    }
}
