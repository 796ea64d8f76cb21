package traceglass.render.paint;

import traceglass.analysis.track.SliceData;
import traceglass.render.frame.FrameLoader;
import traceglass.render.frame.SliceIndex;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.picture.Bands;
import traceglass.render.picture.EventLookup;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.SliceBoxes;
import traceglass.render.surface.Pen;

/// Locates events on the control.
final class EventLocator {

    private final PaintState picture;
    private final Pen pen;

    EventLocator(PaintState picture, Pen pen) {
        this.picture = picture;
        this.pen = pen;
    }

    /// Position of an event: its box, or the row of the closed group that contains it.
    record Place(double left, double top, double width, double height, boolean pinned, boolean exact) {

        double middle() {
            return top + height / 2;
        }
    }

    /// Position of an event on its track, or null if the track has no row.
    Place place(String trackKey, long id, long ts) {
        Layout layout = picture.layout;
        Row pinned = layout.pinnedRow(trackKey);
        Row row = pinned != null ? pinned : layout.row(trackKey);
        if (row == null) {
            return null;
        }
        PlacedRow placed = new PlacedRow(row, picture.top(row, pinned != null), pinned != null);
        FrameLoader.Entry entry = picture.frames.entry(trackKey);
        if (entry != null && entry.index() instanceof SliceIndex index) {
            int event = EventLookup.find(index.data(), id, ts);
            if (event >= 0) {
                return box(placed, index.data(), event);
            }
        }
        return new Place(picture.x(ts), placed.top(), 1, row.height(), placed.pinned(), false);
    }

    /// Box of an event in a row.
    Place box(PlacedRow placed, SliceData data, int event) {
        Bands bands = Bands.of(picture, placed.row(), data.rows());
        double y = placed.top() + bands.top(EventLookup.rowOf(data, event));
        double left = pen.snap(picture.x(data.ts()[event]));
        double right = pen.snap(picture.x(data.end()[event]));
        if ((data.flags()[event] & SliceData.INSTANT) != 0) {
            double half = SliceBoxes.instantHalf(picture.geometry.scale()) + .5;
            return new Place(left - half, y, 2 * half, bands.height(), placed.pinned(), true);
        }
        return new Place(left, y, SliceBoxes.paintedWidth(left, right, 1), bands.height(), placed.pinned(), true);
    }

    /// Clips painting to the part of the timeline that contains the place.
    void clipTo(Place place) {
        Geometry geometry = picture.geometry;
        double top = place.pinned ? geometry.headerHeight() : geometry.tracksTop();
        double bottom = place.pinned ? geometry.tracksTop() : geometry.height();
        pen.clip(geometry.timeX(), top, geometry.timeWidth(), Math.max(0, bottom - top));
    }

    /// Position of an event on its track, else the row of the closed group that contains the track; null if there
    /// is neither.
    Place placeOrGroup(String trackKey, long id, long ts) {
        Place place = place(trackKey, id, ts);
        if (place != null) {
            return place;
        }
        String group = picture.visibleGroupOf(trackKey);
        if (group == null) {
            return null;
        }
        Row row = picture.layout.row(group);
        return new Place(picture.x(ts), picture.top(row, false), 1, row.height(), false, false);
    }
}
