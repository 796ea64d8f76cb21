package traceglass.render.mark;

import java.util.List;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.item.Note;
import traceglass.render.scene.MinimapScale;
import traceglass.render.scene.Placement;

/// Note at the top of the minimap, px of the control.
record MinimapNote(double left, double width, int argb) implements Box {

    private static final double HEIGHT = 4;
    private static final double MIN_WIDTH = 2;

    static List<MinimapNote> place(Placement placement) {
        List<Note> notes = placement.model().marks().notes();
        if (notes.isEmpty()) {
            return List.of();
        }
        MinimapScale scale = MinimapScale.of(placement.model());
        return notes.stream().map(note -> of(note, scale, placement)).toList();
    }

    private static MinimapNote of(Note note, MinimapScale scale, Placement placement) {
        return new MinimapNote(
                placement.snap(scale.x(note.start())),
                Math.max(MIN_WIDTH, scale.length(note.end() - note.start())),
                note.argb());
    }

    @Override
    public Layer layer() {
        return Layer.MINIMAP_MARKS;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        drawing.rect(argb, left, 1, width, HEIGHT * context.geometry().scale());
    }
}
