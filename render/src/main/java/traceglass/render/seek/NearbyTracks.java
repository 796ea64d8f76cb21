package traceglass.render.seek;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import traceglass.analysis.track.TrackNode;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;

/// Iterates over the tracks above and below the visible ones, nearest first: three in the last scroll direction for
/// each one in the other. Restarts when rows or the scroll position change.
public final class NearbyTracks implements Iterator<TrackNode> {

    private static final int AHEAD_PER_BEHIND = 3;

    private final TimelineModel model;
    private Layout layout;
    private double startY;
    private double lastY;
    private boolean isUpward;
    private int above;
    private int below;
    /// Number of tracks taken while there were some in both directions.
    private int count;
    private TrackNode next;

    public NearbyTracks(TimelineModel model) {
        this.model = model;
    }

    /// Whether the last scrolling was upwards.
    public boolean isUpward() {
        return isUpward;
    }

    /// Updates the position. Called before tracks are taken.
    public void follow() {
        double y = model.scrollY();
        double height = model.geometry().tracksHeight();
        boolean isReversed = y != lastY && isUpward != y < lastY;
        isUpward = y == lastY ? isUpward : y < lastY;
        lastY = y;
        if (layout != model.layout() || isReversed || Math.abs(y - startY) > height / 2) {
            layout = model.layout();
            startY = y;
            above = layout.indexAt(y) - 1;
            below = layout.indexAt(y + height);
            count = 0;
            next = null;
        }
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            Row row = nextRow();
            if (row == null) {
                return false;
            }
            TrackNode node = row.node();
            if (!node.isGroup() || row.isSummary()) {
                next = node;
            }
        }
        return true;
    }

    private Row nextRow() {
        List<Row> rows = layout.rows();
        boolean isDown = below < rows.size();
        boolean isAbove = above >= 0;
        if (isDown && isAbove) {
            boolean isAhead = count++ % (AHEAD_PER_BEHIND + 1) < AHEAD_PER_BEHIND;
            isAbove = isAhead == isUpward;
            isDown = !isAbove;
        }
        return isDown ? rows.get(below++) : isAbove ? rows.get(above--) : null;
    }

    @Override
    public TrackNode next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        TrackNode node = next;
        next = null;
        return node;
    }
}
