package traceglass.render.seek;

import traceglass.analysis.track.SliceData;
import traceglass.render.frame.SliceFrame;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;

/// Finds the event edge to which a dragged edge snaps.
public final class Snapping {

    private static final double SNAP_DISTANCE = 15;

    /// @param ts time of the edge
    /// @param name name of the event
    /// @param isEnd whether it is the end of the event
    public record Point(long ts, String name, boolean isEnd) {}

    private final TimelineModel model;

    public Snapping(TimelineModel model) {
        this.model = model;
    }

    /// Returns the nearest edge of an event on the track under the point, or null. Ignores events too narrow to be
    /// seen individually.
    public Point nearest(double x, double y, HitTest hitTest) {
        HitTest.Hit hit = hitTest.at(x, y);
        if (hit.row() == null || hit.row().node().isGroup()) {
            return null;
        }
        TrackEntry entry = model.frames().entry(hit.row().node().key());
        if (entry == null
                || !(entry.frame() instanceof SliceFrame frame)
                || !(entry.index() instanceof SliceIndex index)) {
            return null;
        }
        Point best = null;
        double distance = SNAP_DISTANCE;
        double width = model.geometry().timeWidth();
        long near = model.viewport().timeAt(x - model.geometry().timeX() - SNAP_DISTANCE, width);
        for (int row = 0; row < frame.rows(); row++) {
            for (int i = frame.firstEndingAfter(row, near); i < frame.rowStart()[row + 1]; i++) {
                double a = model.x(frame.start()[i]);
                if (a > x + SNAP_DISTANCE) {
                    break;
                }
                if (frame.count()[i] != 1 || frame.kind()[i] == SliceFrame.LINE) {
                    continue;
                }
                double b = model.x(frame.end()[i]);
                if (Math.abs(a - x) < distance) {
                    distance = Math.abs(a - x);
                    best = point(index.data(), frame.first()[i], false);
                }
                if (Math.abs(b - x) < distance) {
                    distance = Math.abs(b - x);
                    best = point(index.data(), frame.first()[i], true);
                }
            }
        }
        return best;
    }

    private static Point point(SliceData data, int event, boolean isEnd) {
        return new Point(isEnd ? data.end()[event] : data.ts()[event], data.names()[data.name()[event]], isEnd);
    }
}
