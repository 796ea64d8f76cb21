package traceglass.render;

import javafx.geometry.Orientation;
import javafx.scene.control.ScrollBar;
import traceglass.render.action.Scrolling;
import traceglass.render.action.ViewSteps;
import traceglass.render.control.CornerControls;
import traceglass.render.control.RowProxies;
import traceglass.render.control.TooltipBox;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Scenes;

/// Nodes of a timeline around its canvases: the controls in the corner, the scroll bar, names of rows for assistive
/// technology, and the tooltip.
final class TimelineNodes {

    private static final double STEP = 54;
    private static final double PAGE = .9;
    private static final double BAR_WIDTH = 10;

    private final CornerControls corner;
    final RowProxies proxies = new RowProxies();
    final ScrollBar bar = new ScrollBar();
    final TooltipBox tooltip = new TooltipBox();
    private final Scenes scenes;
    private final TimelineModel model;
    private final Scrolling scrolling;
    private boolean isUpdating;

    TimelineNodes(Scenes scenes, Scrolling scrolling, CornerControls corner) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.scrolling = scrolling;
        this.corner = corner;
        bar.setOrientation(Orientation.VERTICAL);
        bar.getStyleClass().add("tg-scroll");
        bar.setFocusTraversable(false);
        bar.valueProperty().addListener((_, _, value) -> {
            if (!isUpdating) {
                scrolling.scrollTo(value.doubleValue());
            }
        });
    }

    /// Positions the nodes by the geometry of the timeline.
    void layOut() {
        Geometry geometry = model.geometry();
        corner.setVisible(!geometry.isHeaderHidden());
        corner.resizeRelocate(0, 0, geometry.labelWidth(), geometry.headerHeight());
        corner.layOut(geometry);
        proxies.resizeRelocate(0, 0, geometry.width(), geometry.height());
        bar.resizeRelocate(geometry.width() - BAR_WIDTH, geometry.tracksTop(), BAR_WIDTH, geometry.tracksHeight());
    }

    /// Updates the scroll bar and the accessible labels before painting.
    void prepareForPainting() {
        updateBar();
        proxies.follow(scenes.scene(), model.painting().nowNs());
    }

    private void updateBar() {
        double limit = scrolling.limit();
        double height = model.geometry().tracksHeight();
        isUpdating = true;
        bar.setVisible(model.layout().height() > height);
        bar.setMax(limit);
        bar.setValue(model.scrollY());
        bar.setVisibleAmount(limit * height / scrolling.height());
        bar.setUnitIncrement(STEP);
        bar.setBlockIncrement(height * PAGE);
        isUpdating = false;
    }

    /// Called when all movement has ended.
    void onSettled() {
        proxies.settle(scenes.scene(), model.painting().nowNs());
    }

    void showHistory(ViewSteps steps) {
        corner.setHistory(steps.hasBack(), steps.hasForward());
    }
}
