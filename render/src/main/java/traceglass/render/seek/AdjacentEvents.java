package traceglass.render.seek;

import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.TrackItem;
import traceglass.render.model.EventLookup;
import traceglass.render.model.TimelineModel;

/// Finds the next and previous events on a track.
public final class AdjacentEvents {

    private AdjacentEvents() {}

    /// Returns the next (1) or previous (−1) event by start on the same track, at any depth, or null at an end;
    /// with 0, the event itself with the values of the track's data.
    public static TrackItem of(TimelineModel model, TrackNode node, TrackItem item, int direction) {
        TrackEntry entry = node == null ? null : model.frames().entry(node.key());
        if (entry == null) {
            return null;
        }
        if (entry.index() instanceof SliceIndex index) {
            int event = EventLookup.find(index.data(), item.id(), item.ts());
            if (event < 0) {
                return null;
            }
            int next = direction == 0 ? event : adjacent(index.data(), event, direction);
            return next < 0 ? null : TrackItem.of(node, index.data(), next);
        }
        if (entry.index() instanceof CounterIndex index) {
            int next = index.at(item.ts()) + direction;
            return next >= 0 && next < index.data().size()
                    ? TrackItem.of(node, index.data(), next, model.bounds().end())
                    : null;
        }
        return null;
    }

    /// Returns the next or previous event by start, −1 at an end; of events with the same start, the one in the
    /// upper row is first.
    private static int adjacent(SliceData data, int event, int direction) {
        long ts = data.ts()[event];
        int eventRow = EventLookup.rowOf(data, event);
        int best = -1;
        for (int row = 0; row < data.rows(); row++) {
            int from = data.rowStart()[row];
            int to = data.rowStart()[row + 1];
            int found;
            if (row == eventRow) {
                found = event + direction;
            } else if (direction > 0) {
                // Events in lower rows with the same start come after it.
                found = EventLookup.lowerBound(data.ts(), from, to, row > eventRow ? ts : ts + 1);
            } else {
                found = EventLookup.lowerBound(data.ts(), from, to, row > eventRow ? ts : ts + 1) - 1;
            }
            if (found < from || found >= to) {
                continue;
            }
            // Rows are visited from the top: of equal candidates the first is the next event, the last the
            // previous one.
            boolean isNearer = best < 0
                    || (direction > 0 ? data.ts()[found] < data.ts()[best] : data.ts()[found] >= data.ts()[best]);
            best = isNearer ? found : best;
        }
        return best;
    }
}
