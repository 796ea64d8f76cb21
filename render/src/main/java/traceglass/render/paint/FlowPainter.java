package traceglass.render.paint;

import java.util.List;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.EventBox;
import traceglass.render.scene.FlowArrow;
import traceglass.render.scene.Scene;
import traceglass.render.surface.Pen;
import traceglass.render.text.TimelineViewTexts;

/// Paints the flows of the selected slice as curves between slices, and the number of flows that are not drawn.
final class FlowPainter {

    private final TimelineModel model;
    private final Pen pen;
    private final EventOutlines outlines;
    private final PillPainter pills;

    FlowPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
        outlines = new EventOutlines(model, pen);
        pills = new PillPainter(model, pen);
    }

    void paint(Scene scene) {
        Geometry geometry = scene.geometry();
        pen.clip(
                geometry.timeX(),
                geometry.headerHeight(),
                geometry.timeWidth(),
                geometry.height() - geometry.headerHeight());
        for (FlowArrow arrow : scene.flows()) {
            for (EventBox end : List.of(arrow.from(), arrow.to())) {
                if (end.isExact()) {
                    paintPartner(end);
                }
            }
            paintVisible(arrow, geometry);
        }
        // Over all curves.
        for (FlowArrow arrow : scene.flows()) {
            if (arrow.pill() != null) {
                pills.paint(arrow.pill());
            }
        }
        if (model.marks().hiddenFlows() > 0) {
            paintHidden();
        }
        pen.unclip();
    }

    private void paintVisible(FlowArrow arrow, Geometry geometry) {
        double top = arrow.visibleTop(geometry);
        if (top == geometry.headerHeight()) {
            paintCurve(arrow);
            return;
        }
        pen.clip(geometry.timeX(), top, geometry.timeWidth(), Math.max(0, geometry.height() - top));
        paintCurve(arrow);
        pen.unclip();
    }

    private void paintPartner(EventBox box) {
        outlines.clip(box.isPinned());
        pen.stroke(model.palette().tokens.accent(), 1.5);
        outlines.frame(box, 1, 3.5);
        pen.unclip();
    }

    private void paintCurve(FlowArrow arrow) {
        Tokens tokens = model.palette().tokens;
        double x1 = arrow.startX();
        double y1 = arrow.startY();
        double x2 = arrow.endX();
        double y2 = arrow.endY();
        for (int pass = 0; pass < 2; pass++) {
            pen.stroke(
                    pass == 0 ? Palette.fade(tokens.halo(), .85) : tokens.accent(),
                    pass == 0 ? 5 : arrow.isFocused() ? 3 : 2);
            pen.curve(x1, y1, arrow.startControlX(), y1, arrow.endControlX(), y2, x2 - 6, y2);
        }
        pen.fill(tokens.accent());
        pen.polygon(new double[] {x2, x2 - 8, x2 - 8}, new double[] {y2, y2 - 4.5, y2 + 4.5});
        pen.oval(x1 - 3.5, y1 - 3.5, 7, 7);
    }

    /// Draws the number of hidden flows in the corner, where it covers least.
    private void paintHidden() {
        Tokens tokens = model.palette().tokens;
        MeasuredFont font = model.fonts().ui(11, Weight.MEDIUM);
        String text = TimelineViewTexts.flowsNotDrawn(model.marks().hiddenFlows());
        double width = font.width(text) + 16;
        double left = model.geometry().width() - width - model.px(18);
        double top = model.geometry().tracksTop() + model.px(6);
        pen.fill(tokens.surface());
        pen.round(left, top, width, 20, 10);
        pen.stroke(tokens.borderStrong(), 1);
        pen.frame(left, top, width, 20, 10);
        pen.text(font, tokens.text2(), text, left + 8, top + 10, width);
    }
}
