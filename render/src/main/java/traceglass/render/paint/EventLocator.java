package traceglass.render.paint;

import traceglass.analysis.track.SliceData;
import traceglass.render.frame.FrameLoader;
import traceglass.render.frame.SliceIndex;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.Bands;
import traceglass.render.model.EventLookup;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.SliceBoxes;
import traceglass.render.surface.Pen;

/// Locates events on the control.
final class EventLocator {

    private final TimelineModel model;
    private final Pen pen;

    EventLocator(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    /// Position of an event: its box, or the row of the closed group that contains it.
    record Place(double left, double top, double width, double height, boolean isPinned, boolean isExact) {

        double middle() {
            return top + height / 2;
        }
    }

    /// Position of an event on its track, or null if the track has no row.
    Place place(String trackKey, long id, long ts) {
        Layout layout = model.layout();
        Row pinned = layout.pinnedRow(trackKey);
        Row row = pinned != null ? pinned : layout.row(trackKey);
        if (row == null) {
            return null;
        }
        PlacedRow placed = new PlacedRow(row, model.top(row, pinned != null), pinned != null);
        FrameLoader.Entry entry = model.frames().entry(trackKey);
        if (entry != null && entry.index() instanceof SliceIndex index) {
            int event = EventLookup.find(index.data(), id, ts);
            if (event >= 0) {
                return box(placed, index.data(), event);
            }
        }
        return new Place(model.x(ts), placed.top(), 1, row.height(), placed.isPinned(), false);
    }

    /// Box of an event in a row.
    Place box(PlacedRow placed, SliceData data, int event) {
        Bands bands = Bands.of(model, placed.row(), data.rows());
        double y = placed.top() + bands.top(EventLookup.rowOf(data, event));
        double left = pen.snap(model.x(data.ts()[event]));
        double right = pen.snap(model.x(data.end()[event]));
        if ((data.flags()[event] & SliceData.INSTANT) != 0) {
            double half = SliceBoxes.instantHalf(model.geometry().scale()) + .5;
            return new Place(left - half, y, 2 * half, bands.height(), placed.isPinned(), true);
        }
        return new Place(left, y, SliceBoxes.paintedWidth(left, right, 1), bands.height(), placed.isPinned(), true);
    }

    /// Clips painting to the part of the timeline that contains the place.
    void clipTo(Place place) {
        Geometry geometry = model.geometry();
        double top = place.isPinned ? geometry.headerHeight() : geometry.tracksTop();
        double bottom = place.isPinned ? geometry.tracksTop() : geometry.height();
        pen.clip(geometry.timeX(), top, geometry.timeWidth(), Math.max(0, bottom - top));
    }

    /// Position of an event on its track, else the row of the closed group that contains the track; null if there
    /// is neither.
    Place placeOrGroup(String trackKey, long id, long ts) {
        Place place = place(trackKey, id, ts);
        if (place != null) {
            return place;
        }
        String group = model.visibleGroupOf(trackKey);
        if (group == null) {
            return null;
        }
        Row row = model.layout().row(group);
        return new Place(model.x(ts), model.top(row, false), 1, row.height(), false, false);
    }
}
