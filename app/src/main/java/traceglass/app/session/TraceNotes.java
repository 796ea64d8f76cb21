package traceglass.app.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.render.item.Note;

/// Flags and spans that the user set in the open trace, with names and colors, ordered by time. Used on the JavaFX
/// thread.
public final class TraceNotes {

    /// Colors assigned to notes in turn; also the choices for the user, for notes and for slices.
    public static final List<Integer> COLORS =
            List.of(0xFFB07A1E, 0xFF3F7FBF, 0xFF2E8B57, 0xFF9A4FB5, 0xFFC2484F, 0xFF5E6675);

    /// Names of the colors, in order.
    public static final List<String> COLOR_NAMES = SessionTexts.COLORS;

    private final ReadOnlyObjectWrapper<List<Note>> notes = new ReadOnlyObjectWrapper<>(List.of());
    private long nextId = 1;
    private long temporaryId;

    /// All notes; never null.
    public ReadOnlyObjectProperty<List<Note>> notesProperty() {
        return notes.getReadOnlyProperty();
    }

    public List<Note> notes() {
        return notes.get();
    }

    /// The note with this id, or null.
    public Note note(long id) {
        return notes().stream().filter(n -> n.id() == id).findFirst().orElse(null);
    }

    /// Adds a flag (`end` not after `start`) or a span. Times are in nanoseconds.
    ///
    /// @return the note with its id and color
    public Note add(long start, long end, String text) {
        long id = nextId++;
        Note note = new Note(id, start, end, text, COLORS.get((int) (id % COLORS.size())));
        List<Note> notes = new ArrayList<>(notes());
        notes.add(note);
        put(notes);
        return note;
    }

    /// Adds a temporary span, replacing the previous temporary one.
    public Note mark(long start, long end) {
        remove(temporaryId);
        Note note = add(start, end, "");
        temporaryId = note.id();
        return note;
    }

    /// Renames a note; a temporary one becomes permanent.
    public void rename(long id, String text) {
        replace(id, n -> new Note(n.id(), n.start(), n.end(), text, n.argb()));
    }

    /// Sets the color of a note, `0xAARRGGBB`.
    public void recolor(long id, int argb) {
        replace(id, n -> new Note(n.id(), n.start(), n.end(), n.text(), argb));
    }

    private void replace(long id, UnaryOperator<Note> change) {
        if (id == temporaryId) {
            temporaryId = 0;
        }
        put(notes().stream().map(n -> n.id() == id ? change.apply(n) : n).toList());
    }

    public void remove(long id) {
        if (note(id) != null) {
            put(notes().stream().filter(n -> n.id() != id).toList());
        }
    }

    public void clear() {
        temporaryId = 0;
        put(List.of());
    }

    /// Replaces all notes by stored ones.
    public void restore(List<Note> stored) {
        temporaryId = 0;
        nextId = Math.max(nextId, stored.stream().mapToLong(Note::id).max().orElse(0) + 1);
        put(stored);
    }

    private void put(List<Note> all) {
        List<Note> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingLong(Note::start).thenComparingLong(Note::id));
        notes.set(List.copyOf(sorted));
    }
}
