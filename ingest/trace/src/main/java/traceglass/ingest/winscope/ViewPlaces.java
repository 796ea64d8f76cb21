package traceglass.ingest.winscope;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.winscope.ViewCapture;

/// Where the views of a window are on its surface, and which can be seen. A view is placed in its parent, scaled with
/// it and around its own middle, and moves with what the parent has scrolled.
final class ViewPlaces {

    private static final int ROOT = -1;
    private static final int VISIBLE = 0;
    /// A view's depth counts this much in the table, so that layers between views have room.
    private static final int DEPTH_STEP = 4;

    private final WinscopeRows rows;
    private final Map<Integer, ViewCapture.View> byId = new HashMap<>();
    private final Map<Integer, List<Integer>> children = new HashMap<>();
    private final Map<Integer, Place> places = new LinkedHashMap<>();

    /// @param isShown whether it and all above it are set to be visible
    /// @param isVisible whether it takes up room too
    /// @param traceRect row of its rectangle
    record Place(
            Rect rect,
            int depth,
            double scaleX,
            double scaleY,
            double scrollX,
            double scrollY,
            boolean isShown,
            boolean isVisible,
            int traceRect) {}

    ViewPlaces(WinscopeRows rows, ViewCapture capture) {
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
            if (view != null && !places.containsKey(id)) {
                places.put(id, place(view, places.get(view.getParentId())));
                pending.addAll(children.getOrDefault(id, List.of()).reversed());
            }
        }
    }

    /// By the ids of views, those that hang on the root.
    Map<Integer, Place> places() {
        return places;
    }

    private Place place(ViewCapture.View v, Place parent) {
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
        boolean shown = v.getVisibility() == VISIBLE && (parent == null || parent.isShown);
        boolean visible = shown && v.getWidth() > 0 && v.getHeight() > 0;
        int depth = parent == null ? 0 : parent.depth + 1;
        int row = rows.traceRect(new WinscopeRows.TraceRect(
                rows.rect(rect), 0, depth * DEPTH_STEP, false, visible, (double) v.getAlpha(), 0, null, 0));
        return new Place(rect, depth, scaleX, scaleY, v.getScrollX(), v.getScrollY(), shown, visible, row);
    }
}
