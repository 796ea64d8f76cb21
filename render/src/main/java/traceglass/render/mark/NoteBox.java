package traceglass.render.mark;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.render.box.AccessibleName;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.color.Palette;
import traceglass.render.item.Note;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;
import traceglass.render.scene.Placement;

/// Flag or span of the notes strip.
///
/// @param note note that is displayed
/// @param left left edge, px of the control; may be outside the strip
/// @param right right edge, px
/// @param geometry parts of the control
public record NoteBox(Note note, double left, double right, Geometry geometry) implements Box {

    private static final double FLAG_WIDTH = 11;
    /// Distance in px at which a note can still be hit.
    private static final double HIT_DISTANCE = 2;
    /// Maximum length of the label of a flag, px. A label may be visible although its flag is not.
    private static final double LABEL_ROOM = 200;
    /// Distance from the strip at which spans are clipped, so that their clipped edges are never visible.
    private static final double OUTSIDE = 5;

    /// Places the notes that may be visible, then their labels.
    static List<Box> place(Placement placement) {
        TimelineModel model = placement.model();
        Geometry geometry = placement.geometry();
        List<Box> boxes = new ArrayList<>();
        NoteLabels labels = new NoteLabels();
        double from = geometry.timeX();
        double to = geometry.width() + 10;
        for (Note note :
                geometry.isHeaderHidden() ? List.<Note>of() : model.marks().notes()) {
            double left = model.x(note.start());
            double right = note.isFlag() ? left + FLAG_WIDTH : model.x(note.end());
            if (left > to || (note.isFlag() ? left <= from - LABEL_ROOM : right <= from)) {
                continue;
            }
            boxes.add(new NoteBox(note, left, right, geometry));
            double x = placement.snap(left);
            if (note.isFlag()) {
                double text = x + model.px(15);
                labels.add(note.text(), x, text, text + model.px(160));
            } else {
                double visible = Math.max(x, from);
                labels.add(note.text(), visible, visible + model.px(6), placement.snap(right));
            }
        }
        boxes.addAll(labels.arranged());
        return boxes;
    }

    @Override
    public Layer layer() {
        return Layer.NOTES;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        double x = drawing.snap(left);
        if (note.isFlag()) {
            paintFlag(x, geometry, note.argb(), drawing);
            return;
        }
        double top = geometry.notesTop() + 3;
        double height = geometry.notesHeight() - 7;
        double end = drawing.snap(right);
        double from = Math.max(x, geometry.timeX() - OUTSIDE);
        drawing.fill(Palette.fade(note.argb(), .22));
        drawing.roundRect(from, top, Math.min(end, geometry.width() + OUTSIDE) - from, height, 3);
        drawing.fill(note.argb());
        drawing.rect(x, top, 2, height);
        drawing.rect(end - 2, top, 2, height);
    }

    /// Paints a flag in the strip of notes.
    public static void paintFlag(double x, Geometry geometry, int argb, Drawing drawing) {
        double top = geometry.notesTop();
        double bottom = geometry.headerHeight();
        drawing.fill(argb);
        drawing.polygon(
                new double[] {x, x + FLAG_WIDTH, x + 8, x + FLAG_WIDTH, x + 1.5, x + 1.5, x},
                new double[] {top + 3, top + 3, top + 7, top + 11, top + 11, bottom, bottom});
    }

    @Override
    public boolean contains(double x, double y) {
        return x >= left - HIT_DISTANCE && x <= right + HIT_DISTANCE;
    }

    @Override
    public boolean handleClick(TimelineRequests requests) {
        requests.noteClicked(note);
        return true;
    }

    @Override
    public @Nullable AccessibleName accessibleName() {
        double from = Math.max(left, geometry.timeX());
        double width = Math.min(right, geometry.width()) - from;
        return width <= 0
                ? null
                : new AccessibleName(note.text(), from, geometry.notesTop(), width, geometry.notesHeight());
    }
}
