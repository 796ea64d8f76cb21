package traceglass.sql.flame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import traceglass.sql.flame.FlameConfig.View;

/// Merges the frames of a tree for a view. Follows the rules of Perfetto's `__intrinsic_flamegraph`: patterns match
/// frames, stacks are kept or omitted as a whole, and values of hidden frames are added to their callers.
public final class Flamegraph {

    private static final int NONE = -1;
    /// Marks a path as hidden by one of its frames: no set of matched patterns is equal to it.
    private static final long HIDDEN = 1L << 63;

    /// A merged frame.
    ///
    /// @param depth 1 and more downwards, -1 and less upwards
    /// @param parent index of the node above or, upwards, below it; -1 for a root
    /// @param row row of the first frame in the input
    /// @param source row in the columns of values
    public record Node(int depth, int parent, int row, int source) {}

    private final FlameTree input;
    private final FlameConfig config;
    private final List<FlameColumn> values;
    private final int rows;
    private final int[] frames;
    /// The nearest visible frame at or above a row.
    private final int[] retained;
    /// Bit set of the `showStack` patterns matched on the path to a row.
    private final long[] matchedPatterns;
    private final boolean[] pivots;
    private final long requiredPatterns;
    private final FlameMerge down = new FlameMerge();
    private final FlameMerge up = new FlameMerge();
    private final int[] downNode;
    private int[] upRoot;
    private int[] upLeaf;
    private final List<int[]> pivotPaths = new ArrayList<>();
    private final List<int[]> upFrames = new ArrayList<>();
    private final List<FlameColumn> self = new ArrayList<>();
    private final List<FlameColumn> cumulative = new ArrayList<>();
    private final List<FlameColumn> aggregates = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    private record Matches(long showStack, boolean isPivot, boolean hidesStack, boolean hidesFrame) {}

    /// @throws IllegalArgumentException if the tree does not fit the configuration
    /// @throws ArithmeticException if integer sums overflow
    public Flamegraph(FlameTree input, FlameConfig config) {
        this.input = input;
        this.config = config;
        rows = input.size();
        values = config.values().stream().map(this::column).toList();
        requiredPatterns = (1L << config.showStack().size()) - 1;
        frames = new int[rows];
        retained = new int[rows];
        matchedPatterns = new long[rows];
        pivots = new boolean[rows];
        downNode = new int[rows];
        for (FlameColumn value : values) {
            for (int row = 0; row < rows; row++) {
                if (value.isNegative(row)) {
                    throw new IllegalArgumentException("flamegraph: value columns must be non-negative");
                }
            }
        }
        analyze();
        mergeDownwards();
        mergeUpwards();
        weigh();
        computeAggregates();
        pack(down, 0, 1);
        pack(up, down.size(), -1);
    }

    /// Returns the merged frames, downwards first, parents before children.
    public List<Node> nodes() {
        return nodes;
    }

    /// Returns one column per value: the weights of the frames themselves, in rows [Node#source].
    public List<FlameColumn> self() {
        return self;
    }

    /// Returns one column per value: the weights including all nodes farther from the root.
    public List<FlameColumn> cumulative() {
        return cumulative;
    }

    /// Returns the aggregated columns, in rows [Node#source].
    public List<FlameColumn> aggregates() {
        return aggregates;
    }

    private FlameColumn column(String name) {
        FlameColumn c = input.column(name);
        if (c == null) {
            throw new IllegalArgumentException("flamegraph: column '" + name + "' does not exist");
        }
        return c;
    }

    private void analyze() {
        List<FlameColumn> identity = new ArrayList<>();
        identity.add(column("name"));
        config.grouping().forEach(g -> identity.add(column(g)));
        Map<Object, Integer> numbers = new HashMap<>();
        List<Matches> matches = new ArrayList<>();
        Object[] key = new Object[identity.size()];
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < key.length; i++) {
                key[i] = identity.get(i).value(row);
            }
            int next = numbers.size();
            frames[row] = numbers.computeIfAbsent(Arrays.asList(key.clone()), k -> next);
            if (frames[row] == matches.size()) {
                matches.add(matches(identity, row));
            }
            Matches m = matches.get(frames[row]);
            int parent = input.parents()[row];
            long inherited = parent < 0 ? 0 : matchedPatterns[parent];
            if (m.hidesFrame) {
                retained[row] = parent < 0 ? NONE : retained[parent];
                matchedPatterns[row] = inherited;
            } else {
                retained[row] = row;
                pivots[row] = m.isPivot;
                matchedPatterns[row] = m.hidesStack ? HIDDEN : m.showStack | inherited;
            }
        }
    }

    private Matches matches(List<FlameColumn> identity, int row) {
        long show = 0;
        boolean isPivot = false;
        boolean hideStack = false;
        boolean hideFrame = false;
        for (FlameColumn c : identity) {
            String text = c.matchText(row);
            if (text == null) {
                continue;
            }
            for (int i = 0; i < config.showStack().size(); i++) {
                show |= config.showStack().get(i).matcher(text).find() ? 1L << i : 0;
            }
            isPivot |= config.viewPattern() != null
                    && config.viewPattern().matcher(text).find();
            hideStack |= matchesAny(config.hideStack(), text);
            hideFrame |= matchesAny(config.hideFrame(), text);
        }
        return new Matches(show, isPivot, hideStack, hideFrame);
    }

    private static boolean matchesAny(List<Pattern> patterns, String text) {
        for (Pattern p : patterns) {
            if (p.matcher(text).find()) {
                return true;
            }
        }
        return false;
    }

    /// Returns whether the row's weight counts: it is not hidden and its stack matches all required patterns.
    private boolean isCounted(int row) {
        return retained[row] != NONE && matchedPatterns[row] == requiredPatterns;
    }

    private void mergeDownwards() {
        Arrays.fill(downNode, NONE);
        if (!config.view().goesDown()) {
            return;
        }
        for (int row = 0; row < rows; row++) {
            int parent = input.parents()[row];
            int above = parent < 0 ? NONE : downNode[parent];
            if (retained[row] != row) {
                downNode[row] = above;
                continue;
            }
            boolean isOutermost = parent < 0 || retained[parent] == NONE;
            boolean starts = pivots[row] || config.view() == View.TOP_DOWN && isOutermost;
            if (starts || above != NONE) {
                downNode[row] = down.node(starts ? NONE : above, frames[row], row);
            }
        }
    }

    private void mergeUpwards() {
        boolean carries = !config.aggregates().isEmpty();
        if (config.view() == View.PIVOT) {
            for (int row = 0; row < rows; row++) {
                if (pivots[row]) {
                    int[] path = mergePathUpwards(row, carries && isCounted(row));
                    pivotPaths.add(new int[] {row, path[0], path[1]});
                }
            }
        } else if (config.view() == View.BOTTOM_UP) {
            boolean[] active = new boolean[rows];
            for (FlameColumn value : values) {
                for (int row = 0; row < rows; row++) {
                    if (!value.isZero(row) && isCounted(row)) {
                        active[retained[row]] = true;
                    }
                }
            }
            upRoot = new int[rows];
            upLeaf = new int[rows];
            for (int row = 0; row < rows; row++) {
                if (active[row]) {
                    int[] path = mergePathUpwards(row, carries);
                    upRoot[row] = path[0];
                    upLeaf[row] = path[1];
                }
            }
        }
    }

    /// Merges the path from a frame to its outermost caller; returns the nodes of the frame and of that caller.
    private int[] mergePathUpwards(int row, boolean carries) {
        int root = NONE;
        int node = NONE;
        for (int frame = row; frame != NONE; ) {
            node = up.node(node, frames[frame], frame);
            root = root == NONE ? node : root;
            if (carries) {
                upFrames.add(new int[] {frame, node});
            }
            int parent = input.parents()[frame];
            frame = parent < 0 ? NONE : retained[parent];
        }
        return new int[] {root, node};
    }

    private void weigh() {
        int size = down.size() + up.size();
        for (FlameColumn value : values) {
            FlameColumn selfWeights = new FlameColumn("self_" + value.name(), value.kind(), size);
            FlameColumn cumulativeWeights = new FlameColumn("cumulative_" + value.name(), value.kind(), size);
            selfWeights.fillZero();
            cumulativeWeights.fillZero();
            for (int row = 0; row < rows; row++) {
                if (downNode[row] != NONE && isCounted(row)) {
                    selfWeights.add(downNode[row], value, row);
                    cumulativeWeights.add(downNode[row], value, row);
                }
            }
            down.propagate(cumulativeWeights, 0);
            if (config.view() == View.BOTTOM_UP) {
                for (int row = 0; row < rows; row++) {
                    if (!value.isZero(row) && isCounted(row)) {
                        selfWeights.add(down.size() + upRoot[retained[row]], value, row);
                        cumulativeWeights.add(down.size() + upLeaf[retained[row]], value, row);
                    }
                }
            } else if (config.view() == View.PIVOT) {
                weighPivots(value, selfWeights, cumulativeWeights);
            }
            up.propagate(cumulativeWeights, down.size());
            self.add(selfWeights);
            cumulative.add(cumulativeWeights);
        }
    }

    /// Assigns the callers of a matching frame the weight of that frame with all its callees, up to the next
    /// matching frame.
    private void weighPivots(FlameColumn value, FlameColumn selfWeights, FlameColumn cumulativeWeights) {
        FlameColumn weights = new FlameColumn("", value.kind(), rows);
        for (int row = 0; row < rows; row++) {
            if (downNode[row] != NONE && isCounted(row)) {
                weights.add(retained[row], value, row);
            }
        }
        for (int row = rows - 1; row >= 0; row--) {
            if (retained[row] == row && downNode[row] != NONE && down.parent(downNode[row]) != NONE) {
                weights.add(retained[input.parents()[row]], weights, row);
            }
        }
        for (int[] path : pivotPaths) {
            selfWeights.add(down.size() + path[1], weights, path[0]);
            cumulativeWeights.add(down.size() + path[2], weights, path[0]);
        }
    }

    private void computeAggregates() {
        if (config.aggregates().isEmpty()) {
            return;
        }
        // Nodes, each with one of its frames: downwards, then upwards.
        List<int[]> parts = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            if (retained[row] == row && downNode[row] != NONE && isCounted(row)) {
                parts.add(new int[] {downNode[row], row});
            }
        }
        for (int[] part : upFrames) {
            parts.add(new int[] {down.size() + part[1], part[0]});
        }
        FlameAggregates aggregator =
                new FlameAggregates(down.size() + up.size(), parts, retained, matchedPatterns, HIDDEN);
        for (FlameConfig.Aggregate a : config.aggregates()) {
            aggregates.add(aggregator.aggregate(column(a.column()), a.function()));
        }
    }

    /// Adds the nodes that have a weight.
    private void pack(FlameMerge tree, int from, int step) {
        int[] positions = new int[tree.size()];
        for (int node = 0; node < tree.size(); node++) {
            positions[node] = NONE;
            int source = from + node;
            if (cumulative.stream().allMatch(c -> c.isZero(source))) {
                continue;
            }
            int parent = tree.parent(node) < 0 ? NONE : positions[tree.parent(node)];
            positions[node] = nodes.size();
            nodes.add(
                    new Node(parent < 0 ? step : nodes.get(parent).depth + step, parent, tree.firstRow(node), source));
        }
    }
}
