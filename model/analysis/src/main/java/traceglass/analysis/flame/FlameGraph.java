package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Frames as a tree with one value each, and where two selections are compared, the value of the base beside it. Node 0
/// is the root, which stands for everything. Immutable.
public final class FlameGraph {

    private static final int MOST_MODULES = 12;
    public static final FlameGraph EMPTY = new FlameGraph(new FlameFrames.Builder(1).build(), 0, -1);

    private final FlameFrames frames;
    private final long[] self;
    private final long[] total;
    private final long[] baseTotal;
    private final int[] depth;
    private final int[][] children;
    private final int upRows;
    private final List<Map.Entry<String, Long>> modules;

    /// @param value which of the frames' values it shows
    /// @param base which it is compared with, or -1
    public FlameGraph(FlameFrames frames, int value, int base) {
        this.frames = frames;
        self = frames.self()[value];
        total = frames.total()[value];
        baseTotal = base < 0 ? null : frames.total()[base];
        int n = frames.size();
        depth = new int[n];
        int[] count = new int[n];
        for (int i = 1; i < n; i++) {
            count[frames.parent()[i]]++;
        }
        children = new int[n][];
        for (int i = 0; i < n; i++) {
            children[i] = new int[count[i]];
            count[i] = 0;
        }
        int most = 0;
        for (int i = 1; i < n; i++) {
            int above = frames.parent()[i];
            depth[i] = depth[above] + (frames.isUpward(i) ? -1 : 1);
            most = Math.max(most, -depth[i]);
            children[above][count[above]++] = i;
        }
        upRows = most;
        for (int i = 0; i < n; i++) {
            if (children[i].length > 1) {
                children[i] = Arrays.stream(children[i])
                        .boxed()
                        .sorted((a, b) -> {
                            int c = Long.compare(total[b], total[a]);
                            return c != 0 ? c : name(a).compareTo(name(b));
                        })
                        .mapToInt(Integer::intValue)
                        .toArray();
            }
        }
        modules = sumModules();
    }

    /// What the frames of each module took themselves, the most first; empty where there are no two modules.
    private List<Map.Entry<String, Long>> sumModules() {
        Map<String, Long> sums = new LinkedHashMap<>();
        for (int i = 1; i < size(); i++) {
            if (!module(i).isEmpty() && !isUpward(i)) {
                sums.merge(module(i), self[i], Long::sum);
            }
        }
        return sums.size() < 2
                ? List.of()
                : sums.entrySet().stream()
                        .filter(e -> e.getValue() > 0)
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(MOST_MODULES)
                        .toList();
    }

    /// The modules that took the most themselves, and how much that was.
    public List<Map.Entry<String, Long>> modules() {
        return modules;
    }

    /// Number of nodes, the root among them.
    public int size() {
        return frames.size();
    }

    public int parent(int node) {
        return frames.parent()[node];
    }

    public String name(int node) {
        return frames.name()[node];
    }

    /// The library, package or process that the frame is of; may be empty.
    public String module(int node) {
        return frames.module()[node];
    }

    public long self(int node) {
        return self[node];
    }

    /// What the frame took with all that is further from the root.
    public long total(int node) {
        return total[node];
    }

    /// Whether it is compared with a base.
    public boolean isDifference() {
        return baseTotal != null;
    }

    /// What the frame took in the base with all that is further from the root.
    public long baseTotal(int node) {
        return baseTotal == null ? 0 : baseTotal[node];
    }

    /// How much more it took than in the base.
    public long delta(int node) {
        return total[node] - baseTotal(node);
    }

    /// Rows below the root; negative for those above it.
    public int depth(int node) {
        return depth[node];
    }

    /// How many rows there are above the root.
    public int upRows() {
        return upRows;
    }

    /// Whether the node is shown above the root.
    public boolean isUpward(int node) {
        return frames.isUpward(node);
    }

    /// Those further from the root, largest first; of the root, those above it too.
    public int[] children(int node) {
        return children[node];
    }

    public boolean isEmpty() {
        return total[0] == 0 && (baseTotal == null || baseTotal[0] == 0);
    }

    /// The names from below the root down to a frame.
    public List<String> path(int node) {
        return frames.path(node);
    }

    /// The frames as the tables that the reader of a stack wants: the outermost first, each with its share.
    public List<Integer> stack(int node) {
        List<Integer> nodes = new ArrayList<>();
        for (int i = node; i > 0; i = parent(i)) {
            nodes.addFirst(i);
        }
        return nodes;
    }

    /// What the outermost frames that fit took together: nothing is counted twice.
    public long sum(IntPredicate wanted) {
        long sum = 0;
        boolean[] inside = new boolean[size()];
        for (int i = 1; i < size(); i++) {
            if (inside[parent(i)]) {
                inside[i] = true;
            } else if (!isUpward(i) && wanted.test(i)) {
                inside[i] = true;
                sum += total[i];
            }
        }
        return sum;
    }

    /// What is left of a frame when those further from the root are taken off. In a tree read from the leaves this
    /// is not what the frame took itself.
    private long rest(int node) {
        return total[node]
                - IntStream.of(children[node])
                        .filter(c -> isUpward(c) == isUpward(node))
                        .mapToLong(c -> total[c])
                        .sum();
    }

    /// Each stack that took something on a line, its frames from the root on separated by `;`, and its value: the
    /// text that flame graph tools read. Where two selections are compared, the value of the base comes first, as
    /// tools for differences read it. Frames above the root are left out.
    public String collapsed() {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < size(); i++) {
            if (isUpward(i)) {
                continue;
            }
            long now = rest(i);
            long before = baseTotal == null
                    ? 0
                    : baseTotal[i]
                            - IntStream.of(children[i])
                                    .mapToLong(c -> baseTotal[c])
                                    .sum();
            if (now > 0 || before > 0) {
                out.append(String.join(
                                ";",
                                path(i).stream()
                                        .map(s -> s.replace(';', ':').replace('\n', ' '))
                                        .toList()))
                        .append(' ');
                if (baseTotal != null) {
                    out.append(before).append(' ');
                }
                out.append(now).append('\n');
            }
        }
        return out.toString();
    }
}
