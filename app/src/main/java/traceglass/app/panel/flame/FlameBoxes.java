package traceglass.app.panel.flame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.flame.FlameGraph;

/// Layout of frames: the width of a box is the frame's share, its row the depth. Ancestors of the focused frame take
/// the full width. Boxes narrower than two pixels are merged with their neighbors, so that the number of boxes depends
/// on the pixels and not on the tree.
public final class FlameBoxes {

    static final double ROW = 20;
    static final double LEAST = 2;

    /// One box.
    ///
    /// @param node the frame, or −1 for several merged frames
    /// @param row from 0 at the top
    /// @param parent parent of merged frames
    /// @param count number of frames in the box
    public record Box(int node, int row, double x, double width, int parent, int count) {}

    private final List<List<Box>> rows = new ArrayList<>();
    private int shift;

    /// Computes the layout.
    ///
    /// @param focus the frame with the full width; 0 for all
    public static FlameBoxes of(FlameGraph tree, int focus, double width) {
        FlameBoxes layout = new FlameBoxes();
        layout.shift = tree.upRows();
        for (int node = focus; ; node = tree.parent(node)) {
            layout.add(new Box(node, layout.row(tree, node), 0, width, -1, 1));
            if (node == 0) {
                break;
            }
        }
        if (tree.total(focus) > 0) {
            layout.below(tree, focus, width);
        }
        return layout;
    }

    private int row(FlameGraph tree, int node) {
        return tree.depth(node) + shift;
    }

    private record Place(int node, double x, double width) {}

    /// Iterative, because stacks may be arbitrarily deep.
    private void below(FlameGraph tree, int focus, double width) {
        ArrayDeque<Place> todo = new ArrayDeque<>();
        todo.add(new Place(focus, 0, width));
        while (!todo.isEmpty()) {
            Place place = todo.remove();
            children(tree, place, false, todo);
            if (place.node == 0 && tree.upRows() > 0) {
                children(tree, place, true, todo);
            }
        }
    }

    private void children(FlameGraph tree, Place place, boolean upward, ArrayDeque<Place> todo) {
        int node = place.node;
        double perUnit = place.width / tree.total(node);
        double at = place.x;
        double narrow = 0;
        int count = 0;
        int row = -1;
        for (int child : tree.children(node)) {
            if (node == 0 && tree.isUpward(child) != upward) {
                continue;
            }
            row = row(tree, child);
            double w = tree.total(child) * perUnit;
            if (w < LEAST) {
                narrow += w;
                count++;
                continue;
            }
            add(new Box(child, row, at, w, node, 1));
            todo.add(new Place(child, at, w));
            at += w;
        }
        if (narrow >= LEAST / 2) {
            add(new Box(-1, row, at, narrow, node, count));
        }
    }

    private void add(Box box) {
        while (rows.size() <= box.row) {
            rows.add(new ArrayList<>());
        }
        rows.get(box.row).add(box);
    }

    /// Number of rows of the layout.
    public int rows() {
        return rows.size();
    }

    List<Box> row(int row) {
        return rows.get(row);
    }

    /// The box at a position, or null.
    public Box at(double x, double y) {
        int row = (int) Math.floor(y / ROW);
        if (row < 0 || row >= rows.size()) {
            return null;
        }
        return rows.get(row).stream()
                .filter(b -> x >= b.x && x < b.x + b.width)
                .findFirst()
                .orElse(null);
    }
}
