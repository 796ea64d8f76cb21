package traceglass.app.panel.flame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// A tree of frames with what each took, alone and with all below it. Frames of one name and module below one frame are one. Node 0 is
/// the root, which stands for everything. Immutable.
final class FlameTree {

    static final FlameTree EMPTY = new Builder().build();

    private final int[] parent;
    private final String[] name;
    private final String[] module;
    private final long[] self;
    private final long[] total;
    private final int[] depth;
    private final int[][] children;

    private FlameTree(int[] parent, String[] name, String[] module, long[] self) {
        this.parent = parent;
        this.name = name;
        this.module = module;
        this.self = self;
        int n = parent.length;
        total = self.clone();
        depth = new int[n];
        int[] count = new int[n];
        // A node is made after its parent, so one pass back adds up and one forward knows depths.
        for (int i = n - 1; i > 0; i--) {
            total[parent[i]] += total[i];
            count[parent[i]]++;
        }
        children = new int[n][];
        for (int i = 0; i < n; i++) {
            children[i] = new int[count[i]];
            count[i] = 0;
        }
        for (int i = 1; i < n; i++) {
            depth[i] = depth[parent[i]] + 1;
            children[parent[i]][count[parent[i]]++] = i;
        }
        for (int i = 0; i < n; i++) {
            children[i] = Arrays.stream(children[i]).boxed().sorted((a, b) -> {
                int c = Long.compare(total[b], total[a]);
                return c != 0 ? c : name[a].compareTo(name[b]);
            }).mapToInt(Integer::intValue).toArray();
        }
    }

    /// Collects frames.
    static final class Builder {

        private record Key(int parent, String name, String module) {}

        private final Map<Key, Integer> nodes = new HashMap<>();
        private int[] parent = new int[64];
        private long[] self = new long[64];
        private final List<String> names = new ArrayList<>(List.of("All"));
        private final List<String> modules = new ArrayList<>(List.of(""));

        /// The frame of this name and module below another, made if there is none.
        int child(int above, String name, String module) {
            return nodes.computeIfAbsent(new Key(above, name, module), k -> {
                int node = names.size();
                if (node == parent.length) {
                    parent = Arrays.copyOf(parent, node * 2);
                    self = Arrays.copyOf(self, node * 2);
                }
                parent[node] = above;
                names.add(name);
                modules.add(module);
                return node;
            });
        }

        /// Adds to what a frame took itself; may be negative while children are still to be taken off.
        void add(int node, long value) {
            self[node] += value;
        }

        FlameTree build() {
            int n = names.size();
            long[] values = Arrays.copyOf(self, n);
            for (int i = 0; i < n; i++) {
                values[i] = Math.max(0, values[i]);
            }
            return new FlameTree(Arrays.copyOf(parent, n), names.toArray(String[]::new), modules.toArray(String[]::new), values);
        }
    }

    /// Number of nodes, the root among them.
    int size() {
        return parent.length;
    }

    int parent(int node) {
        return parent[node];
    }

    String name(int node) {
        return name[node];
    }

    /// The library, package or process that the frame is of; may be empty.
    String module(int node) {
        return module[node];
    }

    long self(int node) {
        return self[node];
    }

    /// What the frame took with all below it.
    long total(int node) {
        return total[node];
    }

    int depth(int node) {
        return depth[node];
    }

    /// Largest first.
    int[] children(int node) {
        return children[node];
    }

    boolean isEmpty() {
        return total[0] == 0;
    }

    /// The names from below the root down to a frame.
    List<String> path(int node) {
        List<String> names = new ArrayList<>();
        for (int i = node; i > 0; i = parent[i]) {
            names.addFirst(name[i]);
        }
        return names;
    }

    /// The tree read from the leaves: below the root what took something itself, below that what called it.
    FlameTree bottomUp() {
        Builder b = new Builder();
        for (int i = 1; i < size(); i++) {
            if (self[i] > 0) {
                int at = 0;
                for (int j = i; j > 0; j = parent[j]) {
                    at = b.child(at, name[j], module[j]);
                }
                b.add(at, self[i]);
            }
        }
        b.add(0, self[0]);
        return b.build();
    }

    /// Frames without modules between them: each module once in a row.
    FlameTree byModule() {
        Builder b = new Builder();
        int[] to = new int[size()];
        for (int i = 1; i < size(); i++) {
            int above = to[parent[i]];
            String m = module[i].isEmpty() ? name[i] : module[i];
            to[i] = above > 0 && b.names.get(above).equals(m) ? above : b.child(above, m, m);
            b.add(to[i], self[i]);
        }
        b.add(0, self[0]);
        return b.build();
    }

    /// Without the frames that are hidden; what they took counts for the frame above.
    FlameTree without(IntPredicate hidden) {
        Builder b = new Builder();
        int[] to = new int[size()];
        for (int i = 0; i < size(); i++) {
            if (i > 0) {
                to[i] = hidden.test(i) ? to[parent[i]] : b.child(to[parent[i]], name[i], module[i]);
            }
            b.add(to[i], self[i]);
        }
        return b.build();
    }

    /// Only the stacks that have such a frame.
    FlameTree stacksWith(IntPredicate wanted) {
        Builder b = new Builder();
        int[] to = new int[size()];
        boolean[] has = new boolean[size()];
        for (int i = 1; i < size(); i++) {
            has[i] = has[parent[i]] || wanted.test(i);
        }
        boolean[] below = new boolean[size()];
        for (int i = size() - 1; i > 0; i--) {
            below[i] |= has[i];
            below[parent[i]] |= below[i];
        }
        for (int i = 1; i < size(); i++) {
            if (below[i]) {
                to[i] = b.child(to[parent[i]], name[i], module[i]);
                b.add(to[i], has[i] ? self[i] : 0);
            }
        }
        return b.build();
    }

    /// What the outermost frames that fit took together: nothing is counted twice.
    long sum(IntPredicate wanted) {
        long sum = 0;
        boolean[] inside = new boolean[size()];
        for (int i = 1; i < size(); i++) {
            if (inside[parent[i]]) {
                inside[i] = true;
            } else if (wanted.test(i)) {
                inside[i] = true;
                sum += total[i];
            }
        }
        return sum;
    }

    /// Each stack that took something on a line, its frames from the outermost on separated by `;`, and its value: the text that
    /// flame graph tools read.
    String collapsed() {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < size(); i++) {
            if (self[i] > 0) {
                out.append(String.join(";", path(i).stream().map(s -> s.replace(';', ':').replace('\n', ' ')).toList())).append(' ').append(self[i])
                        .append('\n');
            }
        }
        return out.toString();
    }
}
