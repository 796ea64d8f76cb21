package traceglass.render;

import traceglass.model.track.TrackNode;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.FrameLoader;
import traceglass.render.frame.SliceIndex;
import traceglass.render.item.TrackItem;
import traceglass.render.paint.Events;
import traceglass.render.paint.HitTest;
import traceglass.render.paint.Picture;

/// Finds the events before and after one on its track.
final class Neighbours {

    private Neighbours() {}

    /// The next event (1), the one before (−1) in the same row of the same track, or null at an end; with 0 the event itself, as the
    /// track's data has it.
    static TrackItem of(Picture picture, TrackNode node, TrackItem item, int direction) {
        FrameLoader.Entry entry = node == null ? null : picture.frames.entry(node.key());
        if (entry == null) {
            return null;
        }
        if (entry.index() instanceof SliceIndex index) {
            int event = Events.find(index.data(), item.id(), item.ts());
            if (event < 0) {
                return null;
            }
            int row = Events.rowOf(index.data(), event);
            int next = event + direction;
            boolean inRow = next >= index.data().rowStart()[row] && next < index.data().rowStart()[row + 1];
            return inRow ? HitTest.item(node, index.data(), next) : null;
        }
        if (entry.index() instanceof CounterIndex index) {
            int next = index.at(item.ts()) + direction;
            return next >= 0 && next < index.data().size() ? new HitTest(picture).counterItem(node, index.data(), next) : null;
        }
        return null;
    }
}
