package traceglass.render.paint;

import traceglass.render.color.Tokens;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.DurationPill;
import traceglass.render.surface.Pen;

/// Paints the durations of arrows.
final class PillPainter {

    private final TimelineModel model;
    private final Pen pen;

    PillPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    void paint(DurationPill pill) {
        Tokens tokens = model.palette().tokens;
        pen.fill(tokens.surface());
        pen.round(pill.left(), pill.top(), pill.width(), pill.height(), pill.half());
        pen.stroke(tokens.accent(), 1);
        pen.frame(pill.left(), pill.top(), pill.width(), pill.height(), pill.half());
        pen.text(DurationPill.font(model), tokens.accent(), pill.text(), pill.textLeft(), pill.middle(), pill.width());
    }
}
