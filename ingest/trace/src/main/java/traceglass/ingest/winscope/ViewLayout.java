package traceglass.ingest.winscope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.winscope.ViewCapture;

/// Computes where the views of a window are on its surface and which are visible. A view is positioned in its parent,
/// scaled with it and around its own center, and shifted by the parent's scroll offset.
final class ViewLayout {

    private static final int ROOT = -1;
    private static final int VISIBLE = 0;
    /// Depth units per view in the table, which leaves room for layers between views.
    private static final int DEPTH_STEP = 4;

    private final WinscopeRows rows;
    private final Map<Integer, ViewCapture.View> byId = new HashMap<>();
    private final Map<Integer, List<Integer>> children = new HashMap<>();
    private final Map<Integer, ViewPlacement> placements = new LinkedHashMap<>();

    /// @param isShown whether the view and all its ancestors are set to visible
    /// @param isVisible whether the view is shown and its area is not empty
    /// @param traceRect row of the view's rectangle
    record ViewPlacement(
            Rect rect,
            int depth,
            double scaleX,
            double scaleY,
            double scrollX,
            double scrollY,
            boolean isShown,
            boolean isVisible,
            int traceRect) {}

    ViewLayout(WinscopeRows rows, ViewCapture capture) {
        this.rows = rows;
        int root = 0;
        for (ViewCapture.View view : capture.getViewsList()) {
            if (view.getParentId() == ROOT) {
                root = view.getId();
            } else {
                children.computeIfAbsent(view.getParentId(), p -> new ArrayList<>())
                        .add(view.getId());
            }
            byId.putIfAbsent(view.getId(), view);
        }
        List<Integer> pending = new ArrayList<>(List.of(root));
        while (!pending.isEmpty()) {
            int id = pending.removeLast();
            ViewCapture.View view = byId.get(id);
            if (view != null && !placements.containsKey(id)) {
                placements.put(id, place(view, placements.get(view.getParentId())));
                pending.addAll(children.getOrDefault(id, List.of()).reversed());
            }
        }
    }

    /// Returns the placement of the views below the root, by view id.
    Map<Integer, ViewPlacement> placements() {
        return placements;
    }

    private ViewPlacement place(ViewCapture.View v, ViewPlacement parent) {
        double outerX = parent == null ? 1 : parent.scaleX;
        double outerY = parent == null ? 1 : parent.scaleY;
        double scaleX = outerX * v.getScaleX();
        double scaleY = outerY * v.getScaleY();
        double left = (parent == null ? 0 : parent.rect.x() - parent.scrollX)
                + ((double) v.getLeft() + v.getTranslationX()) * outerX
                + v.getWidth() * (outerX - scaleX) / 2;
        double top = (parent == null ? 0 : parent.rect.y() - parent.scrollY)
                + ((double) v.getTop() + v.getTranslationY()) * outerY
                + v.getHeight() * (outerY - scaleY) / 2;
        Rect rect = Rect.ofEdges(left, top, left + v.getWidth() * scaleX, top + v.getHeight() * scaleY);
        boolean isShown = v.getVisibility() == VISIBLE && (parent == null || parent.isShown);
        boolean isVisible = isShown && v.getWidth() > 0 && v.getHeight() > 0;
        int depth = parent == null ? 0 : parent.depth + 1;
        int row = rows.traceRect(new WinscopeRows.TraceRect(
                rows.rect(rect), 0, depth * DEPTH_STEP, false, isVisible, (double) v.getAlpha(), 0, null, 0));
        return new ViewPlacement(rect, depth, scaleX, scaleY, v.getScrollX(), v.getScrollY(), isShown, isVisible, row);
    }
}
