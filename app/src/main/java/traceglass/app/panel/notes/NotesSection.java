package traceglass.app.panel.notes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.session.TraceNotes;
import traceglass.render.item.Note;

/// Project section of flags and spans with names and colors.
final class NotesSection implements ProjectSection {

    private final TraceNotes traceNotes;

    NotesSection(TraceSlot slot) {
        traceNotes = slot.traceNotes();
        traceNotes.notesProperty().addListener(o -> slot.host().sections().notifyChanged());
    }

    @Override
    public String name() {
        return "notes";
    }

    @Override
    public Map<String, Object> state() {
        List<Map<String, Object>> notes = new ArrayList<>();
        for (Note note : traceNotes.notes()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", note.id());
            fields.put("startNs", note.start());
            fields.put("endNs", note.end());
            fields.put("text", note.text());
            fields.put("color", String.format(Locale.ROOT, "#%06x", note.argb() & 0xFFFFFF));
            notes.add(fields);
        }
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("notes", notes);
        return state;
    }

    @Override
    public void restore(Fields state) {
        List<Note> notes = new ArrayList<>();
        Set<Long> ids = new HashSet<>();
        for (Fields f : state.objects("notes")) {
            long start = f.number("startNs", Long.MIN_VALUE);
            long id = f.number("id", 0);
            while (id < 1 || !ids.add(id)) {
                id = Math.max(1, id + 1);
            }
            if (start != Long.MIN_VALUE) {
                notes.add(new Note(
                        id,
                        start,
                        Math.max(start, f.number("endNs", start)),
                        f.text("text", ""),
                        color(f.text("color", ""))));
            }
        }
        traceNotes.restore(notes);
    }

    private static int color(String text) {
        return text.matches("#[0-9a-fA-F]{6}")
                ? 0xFF000000 | Integer.parseInt(text, 1, 7, 16)
                : TraceNotes.COLORS.getFirst();
    }

    @Override
    public void reset() {
        traceNotes.clear();
    }
}
