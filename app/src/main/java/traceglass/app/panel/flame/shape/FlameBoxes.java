package traceglass.app.panel.flame.shape;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.flame.FlameGraph;

/// Layout of frames: the width of a box is the frame's share, its row the depth. Ancestors of the focused frame take
/// the full width. Children of a frame that are narrower than two pixels are merged into one box after the others, and
/// omitted if that box is narrower than one pixel. The number of boxes thus depends on the pixels, not on the tree.
public final class FlameBoxes {

    /// Height of a row, px.
    public static final double ROW_HEIGHT = 20;
    /// Minimum width of a box that is not merged, px.
    static final double MIN_WIDTH = 2;

    /// One box.
    ///
    /// @param node the frame, or −1 for several merged frames
    /// @param row index of the row, 0 at the top
    /// @param x left edge, px
    /// @param width width in px
    /// @param parent parent of merged frames
    /// @param count number of frames in the box
    public record Box(int node, int row, double x, double width, int parent, int count) {}

    private final List<List<Box>> rows = new ArrayList<>();
    private int rootRow;

    /// Computes the layout.
    ///
    /// @param focus frame that takes the full width; 0 for all frames
    /// @param width width of the graph, px
    public static FlameBoxes of(FlameGraph tree, int focus, double width) {
        FlameBoxes layout = new FlameBoxes();
        layout.rootRow = tree.upRows();
        for (int node = focus; ; node = tree.parent(node)) {
            layout.add(new Box(node, layout.row(tree, node), 0, width, -1, 1));
            if (node == 0) {
                break;
            }
        }
        if (tree.total(focus) > 0) {
            layout.addFramesBelow(tree, focus, width);
        }
        return layout;
    }

    private int row(FlameGraph tree, int node) {
        return tree.depth(node) + rootRow;
    }

    private record PendingFrame(int node, double x, double width) {}

    /// Iterative, because stacks may be arbitrarily deep.
    private void addFramesBelow(FlameGraph tree, int focus, double width) {
        ArrayDeque<PendingFrame> pending = new ArrayDeque<>();
        pending.add(new PendingFrame(focus, 0, width));
        while (!pending.isEmpty()) {
            PendingFrame parent = pending.remove();
            addChildren(tree, parent, false, pending);
            if (parent.node == 0 && tree.upRows() > 0) {
                addChildren(tree, parent, true, pending);
            }
        }
    }

    private void addChildren(FlameGraph tree, PendingFrame parent, boolean isUpward, ArrayDeque<PendingFrame> pending) {
        int node = parent.node;
        double perUnit = parent.width / tree.total(node);
        double at = parent.x;
        double narrow = 0;
        int count = 0;
        int row = -1;
        for (int child : tree.children(node)) {
            if (node == 0 && tree.isUpward(child) != isUpward) {
                continue;
            }
            row = row(tree, child);
            double w = tree.total(child) * perUnit;
            if (w < MIN_WIDTH) {
                narrow += w;
                count++;
                continue;
            }
            add(new Box(child, row, at, w, node, 1));
            pending.add(new PendingFrame(child, at, w));
            at += w;
        }
        if (narrow >= MIN_WIDTH / 2) {
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

    /// Returns the boxes of a row from left to right.
    public List<Box> row(int row) {
        return rows.get(row);
    }

    /// The box at a position in px, or null.
    public @Nullable Box boxAt(double x, double y) {
        int row = (int) Math.floor(y / ROW_HEIGHT);
        if (row < 0 || row >= rows.size()) {
            return null;
        }
        return rows.get(row).stream()
                .filter(b -> x >= b.x && x < b.x + b.width)
                .findFirst()
                .orElse(null);
    }
}
