package traceglass.analysis.flame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Tree of frames with one value each and, in a comparison of two selections, the value of the base. Node 0 is the
/// root. Immutable.
public final class FlameGraph {

    private static final int MAX_MODULES = 12;
    public static final FlameGraph EMPTY = new FlameGraph(new FlameFrames.Builder(1).build(), 0, -1);

    private final FlameFrames frames;
    private final long[] self;
    private final long[] total;
    private final long[] baseTotal;
    private final int[] depth;
    private final int[][] children;
    private final int upRows;
    private final List<Map.Entry<String, Long>> modules;

    /// @param value index of the value to show
    /// @param base index of the value it is compared with, or −1
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
        int max = 0;
        for (int i = 1; i < n; i++) {
            int above = frames.parent()[i];
            depth[i] = depth[above] + (frames.isUpward(i) ? -1 : 1);
            max = Math.max(max, -depth[i]);
            children[above][count[above]++] = i;
        }
        upRows = max;
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

    /// Returns the sums of self values by module, largest first; empty if there are fewer than two modules.
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
                        .limit(MAX_MODULES)
                        .toList();
    }

    /// Returns the modules with the largest self values, and these values.
    public List<Map.Entry<String, Long>> modules() {
        return modules;
    }

    /// Returns the number of nodes, including the root.
    public int size() {
        return frames.size();
    }

    public int parent(int node) {
        return frames.parent()[node];
    }

    public String name(int node) {
        return frames.name()[node];
    }

    /// Returns the library, package or process of the frame; may be empty.
    public String module(int node) {
        return frames.module()[node];
    }

    public long self(int node) {
        return self[node];
    }

    /// Returns the value of the frame including all frames further from the root.
    public long total(int node) {
        return total[node];
    }

    /// Returns whether the graph is compared with a base.
    public boolean isDifference() {
        return baseTotal != null;
    }

    /// Returns the value in the base including all frames further from the root.
    public long baseTotal(int node) {
        return baseTotal == null ? 0 : baseTotal[node];
    }

    /// Returns the difference from the base.
    public long delta(int node) {
        return total[node] - baseTotal(node);
    }

    /// Returns the row relative to the root; negative above it.
    public int depth(int node) {
        return depth[node];
    }

    /// Returns the number of rows above the root.
    public int upRows() {
        return upRows;
    }

    /// Returns whether the node is shown above the root.
    public boolean isUpward(int node) {
        return frames.isUpward(node);
    }

    /// Returns the nodes further from the root, largest first; for the root, on both sides.
    public int[] children(int node) {
        return children[node];
    }

    public boolean isEmpty() {
        return total[0] == 0 && (baseTotal == null || baseTotal[0] == 0);
    }

    /// Returns the names from below the root to a frame.
    public List<String> path(int node) {
        return frames.path(node);
    }

    /// Returns the nodes of the stack of a frame, outermost first.
    public List<Integer> stack(int node) {
        List<Integer> nodes = new ArrayList<>();
        for (int i = node; i > 0; i = parent(i)) {
            nodes.addFirst(i);
        }
        return nodes;
    }

    /// Returns the sum of the outermost matching frames, so that nothing is counted twice.
    public long sum(IntPredicate filter) {
        long sum = 0;
        boolean[] isInside = new boolean[size()];
        for (int i = 1; i < size(); i++) {
            if (isInside[parent(i)]) {
                isInside[i] = true;
            } else if (!isUpward(i) && filter.test(i)) {
                isInside[i] = true;
                sum += total[i];
            }
        }
        return sum;
    }

    /// Returns the value of a frame without those further from the root. In a bottom-up tree this is not the own
    /// value of the frame.
    private long hiddenShare(int node) {
        return total[node]
                - IntStream.of(children[node])
                        .filter(c -> isUpward(c) == isUpward(node))
                        .mapToLong(c -> total[c])
                        .sum();
    }

    /// Returns the stacks in the collapsed format of flame graph tools: on each line the frames from the root,
    /// separated by `;`, and the value. In a comparison, the value of the base comes first, as in the input of
    /// difference tools. Frames above the root are omitted.
    public String collapsed() {
        StringBuilder out = new StringBuilder();
        for (int i = 1; i < size(); i++) {
            if (isUpward(i)) {
                continue;
            }
            long now = hiddenShare(i);
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
