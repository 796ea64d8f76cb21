package traceglass.render.scene;

import java.util.ArrayList;
import java.util.List;
import traceglass.render.item.Note;
import traceglass.render.model.TimelineModel;

/// Flag or span of the notes strip.
///
/// @param note the note
/// @param left left edge, px of the control; may be outside of the strip
/// @param right right edge, px
public record NoteBox(Note note, double left, double right) {

    /// Width of a flag.
    public static final double FLAG_WIDTH = 11;
    /// Distance in px at which a note can still be hit.
    private static final double REACH = 2;
    /// Longest label of a flag, px, so that one whose flag is outside is still drawn.
    private static final double LABEL_ROOM = 200;

    /// Notes of which something may be visible, in the order in which they are painted.
    static List<NoteBox> of(TimelineModel model) {
        List<NoteBox> boxes = new ArrayList<>();
        double from = model.geometry().timeX();
        double to = model.geometry().width() + 10;
        for (Note note : model.marks().notes()) {
            double left = model.x(note.start());
            double right = note.isFlag() ? left + FLAG_WIDTH : model.x(note.end());
            if (left <= to && (note.isFlag() ? left > from - LABEL_ROOM : right > from)) {
                boxes.add(new NoteBox(note, left, right));
            }
        }
        return boxes;
    }

    boolean contains(double x) {
        return x >= left - REACH && x <= right + REACH;
    }
}
