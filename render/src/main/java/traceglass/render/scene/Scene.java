package traceglass.render.scene;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;

/// Boxes of the visible part of a timeline. Immutable.
///
/// @param geometry parts of the control
/// @param pinned pinned rows, from the top; rows that are scrolled away at the top are included
/// @param rows other visible rows, from the top
/// @param sticky headers of the open groups around the first visible row, innermost first; painted over the rows in this
///     order, so that an outer header covers an inner one that it pushes away
public record Scene(Geometry geometry, List<PlacedRow> pinned, List<PlacedRow> rows, List<PlacedRow> sticky) {

    /// Places everything visible.
    public static Scene of(PaintState picture) {
        Layout layout = picture.layout;
        Geometry geometry = picture.geometry;
        return new Scene(
                geometry,
                placed(picture, layout.pinned(), 0, geometry.tracksTop(), true),
                placed(picture, layout.rows(), layout.indexAt(picture.scrollY), geometry.height(), false),
                stickyRows(picture));
    }

    private static List<PlacedRow> placed(
            PaintState picture, List<Row> rows, int from, double bottom, boolean pinned) {
        List<PlacedRow> placed = new ArrayList<>();
        for (int i = from; i < rows.size(); i++) {
            double top = picture.top(rows.get(i), pinned);
            if (top > bottom) {
                break;
            }
            placed.add(new PlacedRow(rows.get(i), top, pinned));
        }
        return placed;
    }

    /// Headers that stay at the top until the next header pushes them away.
    private static List<PlacedRow> stickyRows(PaintState picture) {
        Layout layout = picture.layout;
        List<PlacedRow> found = new ArrayList<>();
        double tracksTop = picture.geometry.tracksTop();
        double used = 0;
        for (int group : openGroupsAt(layout, layout.indexAt(picture.scrollY)).reversed()) {
            Row header = layout.rows().get(group);
            if (header.y() - picture.scrollY >= used) {
                break;
            }
            double end = layout.end(group) - picture.scrollY;
            double top = tracksTop + Math.min(used, end - header.height());
            found.addFirst(new PlacedRow(header, Math.round(top), false));
            used += header.height();
        }
        return found;
    }

    /// Indexes of the open groups that contain a row, or are that row, innermost first.
    private static List<Integer> openGroupsAt(Layout layout, int at) {
        List<Integer> chain = new ArrayList<>();
        if (at < layout.rows().size()) {
            Row row = layout.rows().get(at);
            if (row.open()) {
                chain.add(at);
            }
            for (int parent = row.parent();
                    parent >= 0;
                    parent = layout.rows().get(parent).parent()) {
                chain.add(parent);
            }
        }
        return chain;
    }

    /// Row painted on top at a position, or null.
    public @Nullable PlacedRow rowAt(double y) {
        if (y < geometry.tracksTop()) {
            return find(pinned, y);
        }
        PlacedRow header = find(sticky.reversed(), y);
        return header == null ? find(rows, y) : header;
    }

    private static @Nullable PlacedRow find(List<PlacedRow> rows, double y) {
        for (PlacedRow row : rows) {
            if (row.contains(y)) {
                return row;
            }
        }
        return null;
    }
}
