package traceglass.render.paint;

import java.util.ArrayList;
import java.util.List;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;
import traceglass.render.surface.Pen;

/// Paints the timeline: rows first, then everything on top of them, so that no clipping is needed.
public final class Painter {

    private final PaintState picture;
    private final Pen pen;
    private final TrackPainter tracks;
    private final LabelPainter labels;
    private final HeaderPainter header;

    public Painter(PaintState picture, Pen pen) {
        this.picture = picture;
        this.pen = pen;
        tracks = new TrackPainter(picture, pen);
        labels = new LabelPainter(picture, pen);
        header = new HeaderPainter(picture, pen);
    }

    public void paint() {
        Geometry geometry = picture.geometry;
        picture.blankRows = 0;
        picture.unknownMarkNs = Long.MAX_VALUE;
        picture.sharedRanges.clear();
        pen.cover(geometry.width(), geometry.height(), picture.palette.tokens.surface());
        tracks.begin();
        rows();
        sticky();
        if (!picture.layout.pinned().isEmpty()) {
            pinned();
        }
        header.paint();
        pen.finish();
    }

    private void rows() {
        Geometry geometry = picture.geometry;
        Layout layout = picture.layout;
        double top = geometry.tracksTop();
        double offset = top - picture.scrollY;
        int first = layout.indexAt(picture.scrollY);
        tracks.background(top, geometry.height(), true);
        tracks.paint(layout.rows(), first, offset, top, geometry.height());
        labels.background(top, geometry.height());
        labels.paint(layout.rows(), first, offset, geometry.height(), false);
    }

    /// Keeps the headers of the open groups around the first visible row at the top, until the next header pushes
    /// them away.
    private void sticky() {
        Geometry geometry = picture.geometry;
        for (Sticky header : stickyRows(picture)) {
            pen.clip(0, geometry.tracksTop(), geometry.width(), geometry.tracksHeight());
            tracks.paint(
                    List.of(header.row()), 0, header.top() - header.row().y(), geometry.tracksTop(), geometry.height());
            labels.paintLabel(header.row(), header.top(), false);
            pen.unclip();
        }
    }

    /// Group header that stays at the top, and its position.
    public record Sticky(Row row, double top) {}

    /// Sticky headers, innermost first, so that an outer header is painted over an inner one that it pushes away.
    public static List<Sticky> stickyRows(PaintState picture) {
        Layout layout = picture.layout;
        List<Sticky> found = new ArrayList<>();
        double tracksTop = picture.geometry.tracksTop();
        double used = 0;
        int at = layout.indexAt(picture.scrollY);
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
        for (int group : chain.reversed()) {
            Row header = layout.rows().get(group);
            if (header.y() - picture.scrollY >= used) {
                break;
            }
            double end = groupEnd(layout, group) - picture.scrollY;
            double top = tracksTop + Math.min(used, end - header.height());
            found.addFirst(new Sticky(header, Math.round(top)));
            used += header.height();
        }
        return found;
    }

    private static double groupEnd(Layout layout, int group) {
        int level = layout.rows().get(group).level();
        int i = group + 1;
        while (i < layout.rows().size() && layout.rows().get(i).level() > level) {
            i++;
        }
        return layout.rows().get(i - 1).bottom();
    }

    private void pinned() {
        Geometry geometry = picture.geometry;
        double top = geometry.headerHeight();
        double bottom = geometry.tracksTop();
        pen.clip(0, top, geometry.width(), bottom - top);
        tracks.background(top, bottom, false);
        double offset = top - picture.pinnedScroll;
        tracks.paint(picture.layout.pinned(), 0, offset, top, bottom);
        labels.background(top, bottom);
        labels.paint(picture.layout.pinned(), 0, offset, bottom, true);
        pen.rect(picture.palette.tokens.borderStrong(), 0, bottom - 1, geometry.width(), 1);
        pen.unclip();
    }
}
