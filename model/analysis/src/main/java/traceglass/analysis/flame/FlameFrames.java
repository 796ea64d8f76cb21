package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Merged frames with one or more values each: what a source gave, or what filters made of it. Frames of one name and
/// module below one frame are one. Frame 0 stands for everything; one that leads to another comes before it. Immutable.
///
/// @param parent frame above, 0 for the outermost
/// @param name what it is called
/// @param module library, package or process that it is of; may be empty
/// @param upward whether it is shown above the root: callers of what a view turns on; null when none is
/// @param self by value and frame: what the frame took itself
/// @param total by value and frame: the same with all further from the root
public record FlameFrames(
        int[] parent, String[] name, String[] module, boolean[] upward, long[][] self, long[][] total) {

    static final String ROOT = "All";

    public int size() {
        return parent.length;
    }

    public int values() {
        return self.length;
    }

    /// Whether the frame is shown above the root.
    public boolean isUpward(int frame) {
        return upward != null && upward[frame];
    }

    /// The names from below the root to a frame.
    List<String> path(int frame) {
        List<String> names = new ArrayList<>();
        for (int i = frame; i > 0; i = parent[i]) {
            names.addFirst(name[i]);
        }
        return names;
    }

    /// Frames of two selections as one, each with two values: what it has in `base`, and what it has in `now`.
    ///
    /// @param scaled whether what `base` has is scaled so that both have the same total
    public static FlameFrames difference(
            FlameFrames base, int baseValue, FlameFrames now, int nowValue, boolean scaled) {
        Builder b = new Builder(2);
        double factor =
                scaled && base.total[baseValue][0] > 0 ? (double) now.total[nowValue][0] / base.total[baseValue][0] : 1;
        add(b, base, base.self[baseValue], 0, factor);
        add(b, now, now.self[nowValue], 1, 1);
        return b.build();
    }

    private static void add(Builder b, FlameFrames from, long[] values, int as, double factor) {
        int[] to = new int[from.size()];
        for (int i = 1; i < from.size(); i++) {
            to[i] = b.child(to[from.parent[i]], from.name[i], from.module[i]);
            b.add(to[i], as, factor == 1 ? values[i] : Math.round(values[i] * factor));
        }
    }

    /// Frames without the modules between them: each module once in a row. Only of frames that are all below the
    /// root.
    FlameFrames byModule() {
        Builder b = new Builder(values());
        int[] to = new int[size()];
        for (int i = 1; i < size(); i++) {
            int above = to[parent[i]];
            String m = module[i].isEmpty() ? name[i] : module[i];
            to[i] = above > 0 && b.names.get(above).equals(m) ? above : b.child(above, m, m);
            for (int v = 0; v < values(); v++) {
                b.add(to[i], v, self[v][i]);
            }
        }
        return b.build();
    }

    /// Collects frames.
    public static final class Builder {

        private record Key(int parent, String name, String module) {}

        private final Map<Key, Integer> nodes = new HashMap<>();
        private int[] parent = new int[64];
        private final long[][] self;
        private final List<String> names = new ArrayList<>(List.of(ROOT));
        private final List<String> modules = new ArrayList<>(List.of(""));

        /// @param values how many each frame has
        public Builder(int values) {
            self = new long[values][64];
        }

        /// The frame of this name and module below another, made if there is none.
        public int child(int above, String name, String module) {
            return nodes.computeIfAbsent(new Key(above, name, module), k -> {
                int node = names.size();
                if (node == parent.length) {
                    parent = Arrays.copyOf(parent, node * 2);
                    for (int v = 0; v < self.length; v++) {
                        self[v] = Arrays.copyOf(self[v], node * 2);
                    }
                }
                parent[node] = above;
                names.add(name);
                modules.add(module);
                return node;
            });
        }

        /// Adds to what a frame took itself; may be negative while children are still to be taken off.
        public void add(int node, int value, long amount) {
            self[value][node] += amount;
        }

        public FlameFrames build() {
            int n = names.size();
            int[] parents = Arrays.copyOf(parent, n);
            long[][] own = new long[self.length][];
            long[][] all = new long[self.length][];
            for (int v = 0; v < self.length; v++) {
                own[v] = Arrays.copyOf(self[v], n);
                for (int i = 0; i < n; i++) {
                    own[v][i] = Math.max(0, own[v][i]);
                }
                all[v] = own[v].clone();
                for (int i = n - 1; i > 0; i--) {
                    all[v][parents[i]] += all[v][i];
                }
            }
            return new FlameFrames(
                    parents, names.toArray(String[]::new), modules.toArray(String[]::new), null, own, all);
        }
    }
}
