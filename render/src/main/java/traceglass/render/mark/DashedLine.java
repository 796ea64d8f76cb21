package traceglass.render.mark;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.color.Palette;
import traceglass.render.item.Note;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Placement;

/// Dashed line over all tracks: at the time of a flag, or at the time on which two timelines are aligned.
///
/// @param x left edge, px of the control
/// @param top top edge
/// @param flag color of the flag; null for the time of the alignment
record DashedLine(double x, double top, @Nullable Integer flag) implements Box {

    private static final double STEP = 6;
    private static final double DASH = 3;

    static List<DashedLine> place(Placement placement) {
        TimelineModel model = placement.model();
        Geometry geometry = placement.geometry();
        List<DashedLine> lines = new ArrayList<>();
        for (Note note : model.marks().notes()) {
            if (note.isFlag()) {
                lines.add(new DashedLine(placement.snap(model.x(note.start())), geometry.headerHeight(), note.argb()));
            }
        }
        if (model.zeroTime() != null) {
            lines.add(new DashedLine(placement.snap(model.x(model.zeroTime())), geometry.notesTop(), null));
        }
        lines.removeIf(line -> line.x < geometry.timeX() || line.x > geometry.width());
        return lines;
    }

    @Override
    public Layer layer() {
        return Layer.LINES;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        drawing.fill(Palette.fade(flag == null ? context.tokens().warn() : flag, .7));
        for (double y = top; y < context.geometry().height(); y += STEP) {
            drawing.rect(x, y, 1, DASH);
        }
    }
}
