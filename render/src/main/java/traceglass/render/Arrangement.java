package traceglass.render;

import javafx.beans.property.ReadOnlyDoubleWrapper;
import traceglass.render.control.CornerControls;
import traceglass.render.control.RowProxies;
import traceglass.render.item.ScrollPlace;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Lays out the rows and divides the width and height of the timeline among labels, time and pinned tracks, unless the
/// user has set the sizes.
final class Arrangement {

    private static final double LABEL_WIDTH = 280;

    private final TimelineView view;
    private final TimelineModel model;
    private final CornerControls corner;
    private final RowProxies proxies;
    private final ReadOnlyDoubleWrapper labelWidth;
    private double requestedPinnedHeight = -1;

    Arrangement(TimelineView view, CornerControls corner, RowProxies proxies) {
        this.view = view;
        this.model = view.model;
        this.corner = corner;
        this.proxies = proxies;
        labelWidth = new ReadOnlyDoubleWrapper(view, "labelWidth", LABEL_WIDTH);
    }

    ReadOnlyDoubleWrapper labelWidth() {
        return labelWidth;
    }

    /// Whether the label column has its default width for the scale of the theme.
    boolean hasDefaultLabelWidth() {
        return labelWidth.get() == LABEL_WIDTH * model.theme().scale();
    }

    void setDefaultLabelWidth() {
        setLabelWidth(LABEL_WIDTH * model.theme().scale());
    }

    /// @param width px; clamped so that both labels and time have room
    void setLabelWidth(double width) {
        // Before the first layout the available width is unknown.
        double room = view.getWidth() > 0 ? view.getWidth() - 100 : 1000;
        labelWidth.set(Math.clamp(width, 100, Math.max(100, Math.min(1000, room))));
        view.requestLayout();
        view.changed();
    }

    /// @param height px; negative to fit the pinned tracks
    void setPinnedHeight(double height) {
        requestedPinnedHeight = height;
        view.layoutChanged();
    }

    void scrollPinned(double by) {
        model.setPinnedScroll(Math.clamp(model.pinnedScroll() + by, 0, pinnedLimit()));
        view.changed();
    }

    private double pinnedLimit() {
        return Math.max(0, model.layout().pinnedHeight() + 1 - model.geometry().pinned());
    }

    /// Lays out all rows again and keeps the scroll position.
    void arrange() {
        Scroller scroller = view.scroller();
        ScrollPlace anchor = scroller.anchor();
        model.setLayout(view.tree.layout(model.theme(), model.frames()::rows));
        model.tracks().setFlat(view.tree.flat());
        view.tracks().laidOut();
        scroller.restore(anchor);
        model.setGeometry(Geometry.of(
                view.getWidth(),
                view.getHeight(),
                labelWidth.get(),
                requestedPinnedHeight,
                model.layout(),
                model.theme().scale(),
                view.pair().isBare()));
        model.setPinnedScroll(Math.clamp(model.pinnedScroll(), 0, pinnedLimit()));
        scroller.keepInside();
        corner.resizeRelocate(0, 0, labelWidth.get(), model.geometry().headerHeight());
        corner.place(model.geometry());
        proxies.resizeRelocate(0, 0, view.getWidth(), view.getHeight());
        scroller.place();
        view.changed();
    }
}
