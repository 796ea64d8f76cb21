package traceglass.render.action;

import traceglass.render.item.ScrollPosition;
import traceglass.render.item.TrackItem;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.tree.TrackTree;

/// Lays out the rows and divides the width and height of the timeline among labels, time and pinned tracks, unless
/// the user has set the sizes.
public final class Arrangement {

    private static final double LABEL_WIDTH = 280;

    private final TimelineModel model;
    private final TrackTree tree;
    private final Scrolling scrolling;
    private Runnable onArranged = () -> {};
    private double width;
    private double height;
    private double labelWidth = LABEL_WIDTH;
    private double requestedPinnedHeight = -1;
    private boolean isHeaderHidden;

    public Arrangement(TimelineModel model, TrackTree tree, Scrolling scrolling) {
        this.model = model;
        this.tree = tree;
        this.scrolling = scrolling;
    }

    /// Sets a handler that is called when the geometry has changed.
    public void setOnArranged(Runnable handler) {
        onArranged = handler;
    }

    /// Sets the size of the timeline for the next layout, px.
    public void setSize(double newWidth, double newHeight) {
        width = newWidth;
        height = newHeight;
    }

    public double width() {
        return width;
    }

    public double height() {
        return height;
    }

    public boolean hasSize() {
        return width > 0 && height > 0;
    }

    /// Width of the label column, px.
    public double labelWidth() {
        return labelWidth;
    }

    /// Whether the label column has its default width for the scale of the theme.
    public boolean hasDefaultLabelWidth() {
        return labelWidth == LABEL_WIDTH * model.theme().scale();
    }

    public void setDefaultLabelWidth() {
        setLabelWidth(LABEL_WIDTH * model.theme().scale());
    }

    /// Sets the width of the label column.
    ///
    /// @param value width in px; clamped so that both labels and time have room
    public void setLabelWidth(double value) {
        // Before the first layout the available width is unknown.
        double room = width > 0 ? width - 100 : 1000;
        labelWidth = Math.clamp(value, 100, Math.max(100, Math.min(1000, room)));
        model.changes().markLayout();
    }

    /// Sets the height of the pinned tracks.
    ///
    /// @param value height in px; negative to fit the pinned tracks
    public void setPinnedHeight(double value) {
        requestedPinnedHeight = value;
        model.changes().markLayout();
    }

    /// Hides everything above the tracks.
    void setHeaderHidden(boolean value) {
        isHeaderHidden = value;
        model.changes().markLayout();
    }

    public void scrollPinned(double distance) {
        model.setPinnedScroll(Math.clamp(model.pinnedScroll() + distance, 0, pinnedLimit()));
        model.changes().markTracks();
    }

    private double pinnedLimit() {
        return Math.max(0, model.layout().pinnedHeight() + 1 - model.geometry().pinned());
    }

    /// Lays out the rows if needed; returns whether it did.
    public boolean update() {
        if (!model.changes().takeLayout()) {
            return false;
        }
        arrange();
        return true;
    }

    /// Lays out all rows again and keeps the scroll position.
    private void arrange() {
        ScrollPosition anchor = scrolling.topPosition();
        model.setLayout(tree.layout(model.theme(), model.frames()::rows));
        model.tracks().setFlat(tree.flat());
        scrolling.restore(anchor);
        model.setGeometry(Geometry.of(
                width,
                height,
                labelWidth,
                requestedPinnedHeight,
                model.layout(),
                model.theme().scale(),
                isHeaderHidden));
        model.setPinnedScroll(Math.clamp(model.pinnedScroll(), 0, pinnedLimit()));
        scrolling.clampScroll();
        onArranged.run();
        model.changes().markTracks();
    }

    /// Scrolls to the row of an event as soon as it is laid out.
    void showRowOf(TrackItem item) {
        update();
        scrolling.bringIntoView(item);
    }
}
