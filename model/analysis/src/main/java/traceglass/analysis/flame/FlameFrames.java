package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Merged frames with one or more values each, from a source or after filtering. Frames with the same parent, name and
/// module are one frame. Frame 0 is the root; parents come before their children. Immutable.
///
/// @param parent parent frame, 0 for the outermost frames
/// @param name name of the frame
/// @param module library, package or process of the frame; may be empty
/// @param upward whether the frame is shown above the root, as a caller of the pivot; null if there is none
/// @param self self value by measure and frame
/// @param total value including all frames further from the root, by measure and frame
public record FlameFrames(
        int[] parent, String[] name, String[] module, boolean[] upward, long[][] self, long[][] total) {

    static final String ROOT = FlameGraphTexts.ROOT;

    public int size() {
        return parent.length;
    }

    public int valueCount() {
        return self.length;
    }

    /// Returns whether the frame is shown above the root.
    public boolean isUpward(int frame) {
        return upward != null && upward[frame];
    }

    /// Returns the names from below the root to a frame.
    List<String> path(int frame) {
        List<String> names = new ArrayList<>();
        for (int i = frame; i > 0; i = parent[i]) {
            names.addFirst(name[i]);
        }
        return names;
    }

    /// Merges the frames of two selections, each frame with two values: the one in `base`, and the one in `current`.
    ///
    /// @param isScaled whether the values of `base` are scaled so that both have the same total
    public static FlameFrames difference(
            FlameFrames base, int baseValue, FlameFrames current, int currentValue, boolean isScaled) {
        Builder b = new Builder(2);
        double factor = isScaled && base.total[baseValue][0] > 0
                ? (double) current.total[currentValue][0] / base.total[baseValue][0]
                : 1;
        add(b, base, base.self[baseValue], 0, factor);
        add(b, current, current.self[currentValue], 1, 1);
        return b.build();
    }

    private static void add(Builder b, FlameFrames from, long[] values, int valueIndex, double factor) {
        int[] to = new int[from.size()];
        for (int i = 1; i < from.size(); i++) {
            to[i] = b.getOrAddChild(to[from.parent[i]], from.name[i], from.module[i]);
            b.add(to[i], valueIndex, factor == 1 ? values[i] : Math.round(values[i] * factor));
        }
    }

    /// Returns the tree of modules, in which consecutive frames of one module are merged. Only for frames below the
    /// root.
    FlameFrames byModule() {
        Builder b = new Builder(valueCount());
        int[] to = new int[size()];
        for (int i = 1; i < size(); i++) {
            int parentNode = to[parent[i]];
            String m = module[i].isEmpty() ? name[i] : module[i];
            to[i] = parentNode > 0 && b.names.get(parentNode).equals(m)
                    ? parentNode
                    : b.getOrAddChild(parentNode, m, m);
            for (int v = 0; v < valueCount(); v++) {
                b.add(to[i], v, self[v][i]);
            }
        }
        return b.build();
    }

    /// Builder of merged frames.
    public static final class Builder {

        private record Key(int parent, String name, String module) {}

        private final Map<Key, Integer> nodes = new HashMap<>();
        private int[] parent = new int[64];
        private final long[][] self;
        private final List<String> names = new ArrayList<>(List.of(ROOT));
        private final List<String> modules = new ArrayList<>(List.of(""));

        /// @param values number of values of each frame
        public Builder(int values) {
            self = new long[values][64];
        }

        /// Returns the child frame of this name and module, and creates it if necessary.
        public int getOrAddChild(int parentNode, String name, String module) {
            return nodes.computeIfAbsent(new Key(parentNode, name, module), k -> {
                int node = names.size();
                if (node == parent.length) {
                    parent = Arrays.copyOf(parent, node * 2);
                    for (int v = 0; v < self.length; v++) {
                        self[v] = Arrays.copyOf(self[v], node * 2);
                    }
                }
                parent[node] = parentNode;
                names.add(name);
                modules.add(module);
                return node;
            });
        }

        /// Adds to the self value of a frame, which may be negative until its children are subtracted.
        public void add(int node, int value, long amount) {
            self[value][node] += amount;
        }

        public FlameFrames build() {
            int n = names.size();
            int[] parents = Arrays.copyOf(parent, n);
            long[][] selfValues = new long[self.length][];
            long[][] totals = new long[self.length][];
            for (int v = 0; v < self.length; v++) {
                selfValues[v] = Arrays.copyOf(self[v], n);
                for (int i = 0; i < n; i++) {
                    selfValues[v][i] = Math.max(0, selfValues[v][i]);
                }
                totals[v] = selfValues[v].clone();
                for (int i = n - 1; i > 0; i--) {
                    totals[v][parents[i]] += totals[v][i];
                }
            }
            return new FlameFrames(
                    parents, names.toArray(String[]::new), modules.toArray(String[]::new), null, selfValues, totals);
        }
    }
}
