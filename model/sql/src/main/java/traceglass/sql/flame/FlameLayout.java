package traceglass.sql.flame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Horizontal positions of frames in a flame graph: siblings next to each other, the widest first, with a width
/// proportional to their weight.
public final class FlameLayout {

    /// Box of a frame.
    ///
    /// @param node index in [Flamegraph#nodes]
    /// @param parent index among the boxes, -1 for a root
    /// @param start left edge, in units of weight
    public record Box(int node, int parent, double start) {}

    private FlameLayout() {}

    /// Returns the frames in drawing order: level by level, from left to right.
    ///
    /// @param value index of the weight that determines the width
    public static List<Box> of(Flamegraph graph, int value) {
        List<Flamegraph.Node> nodes = graph.nodes();
        FlameColumn weight = graph.cumulative().get(value);
        double[] width = new double[nodes.size()];
        List<List<Integer>> children = new ArrayList<>();
        List<Integer> downward = new ArrayList<>();
        List<Integer> upward = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            width[i] = Math.max(weight.number(nodes.get(i).source()), 0);
            children.add(null);
            int parent = nodes.get(i).parent();
            if (parent < 0) {
                (nodes.get(i).depth() >= 0 ? downward : upward).add(i);
            } else {
                if (children.get(parent) == null) {
                    children.set(parent, new ArrayList<>());
                }
                children.get(parent).add(i);
            }
        }
        Comparator<Integer> widestFirst = Comparator.comparingDouble(i -> -width[i]);
        double[] start = new double[nodes.size()];
        placeRoots(downward, width, start, widestFirst);
        placeRoots(upward, width, start, widestFirst);
        List<Box> boxes = new ArrayList<>(nodes.size());
        int u = 0;
        for (int d : downward) {
            while (u < upward.size() && start[upward.get(u)] < start[d]) {
                boxes.add(new Box(upward.get(u), -1, start[upward.get(u++)]));
            }
            boxes.add(new Box(d, -1, start[d]));
        }
        while (u < upward.size()) {
            boxes.add(new Box(upward.get(u), -1, start[upward.get(u++)]));
        }
        for (int index = 0; index < boxes.size(); index++) {
            Box box = boxes.get(index);
            List<Integer> below = children.get(box.node);
            if (below == null) {
                continue;
            }
            below.sort(widestFirst);
            double x = box.start;
            for (int child : below) {
                boxes.add(new Box(child, index, x));
                x += width[child];
            }
        }
        return boxes;
    }

    /// Places roots next to each other.
    private static void placeRoots(List<Integer> roots, double[] width, double[] start, Comparator<Integer> order) {
        roots.sort(order);
        double x = 0;
        for (int root : roots) {
            start[root] = x;
            x += width[root];
        }
    }
}
