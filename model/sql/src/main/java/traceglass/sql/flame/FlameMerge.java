package traceglass.sql.flame;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Forest of merged frames: frames with the same key below the same node are one node.
final class FlameMerge {

    private final Map<Long, Integer> nodes = new HashMap<>();
    private int[] parents = new int[64];
    private int[] firstRows = new int[64];
    private int size;

    /// Returns the node of a frame below another, creating it if necessary.
    ///
    /// @param parent -1 for a root
    /// @param frame number of the frame's key
    /// @param row row of the frame, stored in the node if it is its first
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

    /// Returns the row of a node's first frame.
    int firstRow(int node) {
        return firstRows[node];
    }

    /// Adds each node's value to its parent's value, from the leaves up. Nodes of this forest start at `from`
    /// in the column.
    void propagate(FlameColumn values, int from) {
        for (int node = size - 1; node >= 0; node--) {
            if (parents[node] >= 0) {
                values.add(from + parents[node], values, from + node);
            }
        }
    }
}
