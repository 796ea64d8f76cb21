package traceglass.render.mark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.font.Weight;
import traceglass.render.model.Geometry;

/// Labels in the strip of notes. Notes may overlap; each label ends where the next note begins.
final class NoteLabels {

    /// Pixels between the end of a label and the next element.
    private static final double GAP = 4;

    /// A label.
    ///
    /// @param left left edge of the note
    /// @param x left edge of the text
    /// @param end right edge that the text must not pass
    record Label(String text, double left, double x, double end) implements Box {

        double room() {
            return end - x - GAP;
        }

        @Override
        public Layer layer() {
            return Layer.NOTES;
        }

        @Override
        public void paint(PaintContext context, Drawing drawing) {
            Geometry geometry = context.geometry();
            double middle = geometry.notesTop() + geometry.notesHeight() / 2 - .5;
            drawing.text(context.fonts().ui(11, Weight.MEDIUM), context.tokens().text(), text, x, middle, room());
        }
    }

    private final List<Label> labels = new ArrayList<>();

    void add(String text, double left, double x, double end) {
        labels.add(new Label(text, left, x, end));
    }

    /// Returns the labels from left to right without overlaps. If several notes have the same position, only the last
    /// one has a label.
    List<Label> arranged() {
        // Stable, so that later notes, which are painted over earlier ones, come last.
        labels.sort(Comparator.comparingDouble(Label::left));
        List<Label> arranged = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            Label label = labels.get(i);
            double end = i + 1 < labels.size() ? Math.min(label.end, labels.get(i + 1).left) : label.end;
            if (end > label.x) {
                arranged.add(new Label(label.text, label.left, label.x, end));
            }
        }
        return arranged;
    }
}
