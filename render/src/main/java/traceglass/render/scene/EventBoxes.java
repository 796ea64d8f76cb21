package traceglass.render.scene;

import org.jspecify.annotations.Nullable;
import traceglass.analysis.track.SliceData;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.Bands;
import traceglass.render.model.EventLookup;
import traceglass.render.model.TimelineModel;

/// Places single events, including those that are not in the current frame of their track.
///
/// @param model state of the timeline
/// @param deviceScale device pixels per px
public record EventBoxes(TimelineModel model, double deviceScale) {

    private static final double MIN_WIDTH = 1;
    /// Distance between the corners of an instant and its box.
    private static final double INSTANT_MARGIN = .5;

    /// Rounds a position to the nearest device pixel.
    double snap(double value) {
        return Math.round(value * deviceScale) / deviceScale;
    }

    /// Box of an event in a row.
    public EventBox of(PlacedRow placed, SliceData data, int event) {
        Bands bands = Bands.of(model, placed.row(), data.rows());
        double top = placed.top() + bands.top(EventLookup.rowOf(data, event));
        double left = snap(model.x(data.ts()[event]));
        double right = snap(model.x(data.end()[event]));
        if ((data.flags()[event] & SliceData.INSTANT) != 0) {
            double half = SliceBoxes.instantHalf(model.geometry().scale()) + INSTANT_MARGIN;
            return new EventBox(left - half, top, 2 * half, bands.height(), placed.isPinned(), true);
        }
        double width = SliceBoxes.paintedWidth(left, right, MIN_WIDTH);
        return new EventBox(left, top, width, bands.height(), placed.isPinned(), true);
    }

    /// Box of an event on its track, pinned if possible, else its time in the row of the closed group that contains
    /// the track; null if there is neither.
    ///
    /// @param ts start or end of the event
    public @Nullable EventBox find(String trackKey, long id, long ts) {
        Layout layout = model.layout();
        Row pinned = layout.pinnedRow(trackKey);
        Row row = pinned != null ? pinned : layout.row(trackKey);
        if (row == null) {
            String group = model.visibleGroupOf(trackKey);
            return group == null ? null : inRow(placed(layout.row(group), false), ts);
        }
        PlacedRow placed = placed(row, pinned != null);
        TrackEntry entry = model.frames().entry(trackKey);
        if (entry != null && entry.index() instanceof SliceIndex index) {
            int event = EventLookup.findStartOrEnd(index.data(), id, ts);
            if (event >= 0) {
                return of(placed, index.data(), event);
            }
        }
        return inRow(placed, ts);
    }

    private PlacedRow placed(Row row, boolean isPinned) {
        return new PlacedRow(row, model.top(row, isPinned), isPinned);
    }

    private EventBox inRow(PlacedRow placed, long ts) {
        return new EventBox(model.x(ts), placed.top(), MIN_WIDTH, placed.row().height(), placed.isPinned(), false);
    }
}
