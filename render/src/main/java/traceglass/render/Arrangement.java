package traceglass.render;

import javafx.beans.property.ReadOnlyDoubleWrapper;
import traceglass.render.control.Corner;
import traceglass.render.control.RowProxies;
import traceglass.render.item.ScrollPlace;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;

/// Lays the rows out and shares the timeline's room among labels, time and pinned tracks, as far as people have not
/// chosen themselves.
final class Arrangement {

    private static final double LABEL_WIDTH = 280;

    private final TimelineView view;
    private final PaintState picture;
    private final Corner corner;
    private final RowProxies proxies;
    private final ReadOnlyDoubleWrapper labelWidth;
    private double pinnedWish = -1;

    Arrangement(TimelineView view, Corner corner, RowProxies proxies) {
        this.view = view;
        this.picture = view.picture;
        this.corner = corner;
        this.proxies = proxies;
        labelWidth = new ReadOnlyDoubleWrapper(view, "labelWidth", LABEL_WIDTH);
    }

    ReadOnlyDoubleWrapper labelWidth() {
        return labelWidth;
    }

    /// Whether the column of labels is as wide as it is at first, in the size of the picture's theme.
    boolean isUsualLabelWidth() {
        return labelWidth.get() == LABEL_WIDTH * picture.theme.scale();
    }

    void setUsualLabelWidth() {
        setLabelWidth(LABEL_WIDTH * picture.theme.scale());
    }

    /// @param width px; kept where there is room for labels and for time
    void setLabelWidth(double width) {
        // Before it is laid out, nothing says how much room there will be.
        double room = view.getWidth() > 0 ? view.getWidth() - 100 : 1000;
        labelWidth.set(Math.clamp(width, 100, Math.max(100, Math.min(1000, room))));
        view.requestLayout();
        view.changed();
    }

    /// @param height px; negative for what the pinned tracks need
    void setPinnedHeight(double height) {
        pinnedWish = height;
        view.layoutChanged();
    }

    void scrollPinned(double by) {
        picture.pinnedScroll = Math.clamp(picture.pinnedScroll + by, 0, pinnedLimit());
        view.changed();
    }

    private double pinnedLimit() {
        return Math.max(0, picture.layout.pinnedHeight() + 1 - picture.geometry.pinned());
    }

    /// Lays all out anew; what is scrolled to stays where it is.
    void arrange() {
        Scroller scroller = view.scroller();
        ScrollPlace anchor = scroller.anchor();
        picture.layout = view.tree.layout(picture.theme, picture.frames::rows);
        picture.flat = view.tree.flat();
        view.tracks().laidOut();
        scroller.restore(anchor);
        picture.geometry = Geometry.of(
                view.getWidth(),
                view.getHeight(),
                labelWidth.get(),
                pinnedWish,
                picture.layout,
                picture.theme.scale(),
                view.pair().isBare());
        picture.pinnedScroll = Math.clamp(picture.pinnedScroll, 0, pinnedLimit());
        scroller.keepInside();
        corner.resizeRelocate(0, 0, labelWidth.get(), picture.geometry.headerHeight());
        corner.place(picture.geometry);
        proxies.resizeRelocate(0, 0, view.getWidth(), view.getHeight());
        scroller.place();
        view.changed();
    }
}
