package traceglass.render.paint;

import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.FrameLoader;
import traceglass.render.frame.SliceFrame;
import traceglass.render.frame.SliceIndex;
import traceglass.render.item.Note;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.picture.Bands;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.Hover;
import traceglass.render.picture.PaintState;

/// Finds the element at a point. Uses the painted frames, or those about to be painted, so that the hit matches the
/// picture.
public final class HitTest {

    /// Distance in px at which a box of one pixel can still be hit.
    private static final double REACH = 3;
    private static final double EDGE = 3;

    /// Parts of the control.
    public enum Part {
        CORNER,
        MINIMAP,
        AXIS,
        NOTES,
        LABEL_EDGE,
        PINNED_EDGE,
        LABEL,
        TRACK,
        NOTHING
    }

    /// @param part part of the control at the point
    /// @param row row at the point, or null
    /// @param top top of the row, px of the control
    /// @param pinned whether it is a pinned row
    public record Hit(Part part, Row row, double top, boolean pinned) {}

    private final PaintState picture;

    public HitTest(PaintState picture) {
        this.picture = picture;
    }

    public Hit at(double x, double y) {
        Geometry geometry = picture.geometry;
        if (x < 0 || y < 0 || x > geometry.width() || y > geometry.height()) {
            return new Hit(Part.NOTHING, null, 0, false);
        }
        if (Math.abs(x - geometry.labelWidth()) <= EDGE) {
            return new Hit(Part.LABEL_EDGE, null, 0, false);
        }
        boolean label = x < geometry.labelWidth();
        if (y < geometry.headerHeight()) {
            Part part = label
                    ? Part.CORNER
                    : y < geometry.axisTop() ? Part.MINIMAP : y < geometry.notesTop() ? Part.AXIS : Part.NOTES;
            return new Hit(part, null, 0, false);
        }
        if (geometry.pinned() > 0 && Math.abs(y - geometry.tracksTop()) <= EDGE) {
            return new Hit(Part.PINNED_EDGE, null, 0, false);
        }
        return rowAt(label ? Part.LABEL : Part.TRACK, y);
    }

    /// Flag or span of the notes strip at `x`, or null.
    public Note noteAt(double x) {
        for (Note note : picture.notes) {
            double left = picture.x(note.start());
            double right = note.isFlag() ? left + 12 : picture.x(note.end());
            if (x >= left - 2 && x <= right + 2) {
                return note;
            }
        }
        return null;
    }

    private Hit rowAt(Part part, double y) {
        Geometry geometry = picture.geometry;
        Layout layout = picture.layout;
        if (y < geometry.tracksTop()) {
            double inside = y - geometry.headerHeight() + picture.pinnedScroll;
            for (Row row : layout.pinned()) {
                if (inside >= row.y() && inside < row.bottom()) {
                    return new Hit(part, row, geometry.headerHeight() - picture.pinnedScroll + row.y(), true);
                }
            }
            return new Hit(part, null, 0, true);
        }
        for (Painter.Sticky sticky : Painter.stickyRows(picture)) {
            if (y >= sticky.top() && y < sticky.top() + sticky.row().height()) {
                return new Hit(part, sticky.row(), sticky.top(), false);
            }
        }
        int index = layout.indexAt(y - geometry.tracksTop() + picture.scrollY);
        if (index >= layout.rows().size()) {
            return new Hit(part, null, 0, false);
        }
        Row row = layout.rows().get(index);
        return new Hit(part, row, Math.round(geometry.tracksTop() - picture.scrollY + row.y()), false);
    }

    /// Event at a point of a track, or a hover without an event.
    public Hover hover(Hit hit, double x, double y) {
        if (hit.row() == null) {
            return Hover.NONE;
        }
        TrackNode node = hit.row().node();
        Hover none = new Hover(node.key(), hit.pinned(), hit.part() == Part.LABEL, -1, null, 0, 0, 0, 0, 0);
        if (hit.part() != Part.TRACK || node.isGroup() && !hit.row().summary()) {
            return none;
        }
        FrameLoader.Entry entry = picture.frames.entry(node.key());
        if (entry == null || entry.error() != null) {
            return none;
        }
        if (entry.frame() instanceof SliceFrame frame && entry.index() instanceof SliceIndex index) {
            return slice(hit, frame, index, x, y, none);
        }
        return entry.index() instanceof CounterIndex index ? counter(hit, index, x, none) : none;
    }

    private Hover slice(Hit hit, SliceFrame frame, SliceIndex index, double x, double y, Hover none) {
        Bands bands = Bands.of(picture, hit.row(), frame.rows());
        int band = bands.at(y - hit.top(), frame.rows());
        if (band < 0) {
            return none;
        }
        double width = picture.geometry.timeWidth();
        double inside = x - picture.geometry.timeX();
        long near = picture.viewport.timeAt(inside - 8, width);
        int best = -1;
        double distance = Double.MAX_VALUE;
        for (int i = frame.firstEndingAfter(band, near); i < frame.rowStart()[band + 1]; i++) {
            double a = picture.x(frame.start()[i]);
            double b = Math.max(a + 1, picture.x(frame.end()[i]));
            double reach = frame.kind()[i] == SliceFrame.INSTANT ? 5 : REACH;
            if (a > x + 8) {
                break;
            }
            double away = frame.kind()[i] == SliceFrame.INSTANT ? Math.abs(x - a) : x < a ? a - x : x > b ? x - b : 0;
            if (away <= reach && (away < distance || away == distance && frame.kind()[i] == SliceFrame.INSTANT)) {
                best = i;
                distance = away;
            }
        }
        return best < 0 ? none : sliceHover(hit, frame, index, best, band, bands);
    }

    private Hover sliceHover(Hit hit, SliceFrame frame, SliceIndex index, int box, int band, Bands bands) {
        int count = frame.count()[box];
        int event = count == 1 ? frame.first()[box] : index.longest(frame.first()[box], frame.first()[box] + count);
        double left = picture.x(frame.start()[box]);
        double right = picture.x(frame.end()[box]);
        if (frame.kind()[box] == SliceFrame.INSTANT) {
            left -= 4.5;
            right = left + 9;
        }
        double boxWidth = right - left > 3 ? right - left - 1 : Math.max(1, right - left);
        return new Hover(
                hit.row().node().key(),
                hit.pinned(),
                false,
                event,
                TrackItem.of(hit.row().node(), index.data(), event),
                count - 1,
                left,
                hit.top() + bands.top(band),
                boxWidth,
                bands.height());
    }

    private Hover counter(Hit hit, CounterIndex index, double x, Hover none) {
        CounterData data = index.data();
        int sample = index.at(picture.viewport.timeAt(x - picture.geometry.timeX(), picture.geometry.timeWidth()));
        if (sample < 0) {
            return none;
        }
        double bottom = hit.top() + hit.row().height() - 2;
        double y = CounterScale.of(picture, hit.row(), data).y(data.value()[sample], bottom);
        return new Hover(
                hit.row().node().key(),
                hit.pinned(),
                false,
                sample,
                TrackItem.of(hit.row().node(), data, sample, picture.bounds.end()),
                0,
                picture.x(data.ts()[sample]),
                y,
                1,
                1);
    }
}
