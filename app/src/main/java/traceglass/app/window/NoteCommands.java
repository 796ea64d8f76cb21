package traceglass.app.window;

import java.util.Comparator;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Prompt;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.notes.NoteEditor;
import traceglass.app.session.TraceNotes;
import traceglass.app.window.frame.TimeInput;
import traceglass.app.window.timeline.TracePane;
import traceglass.render.TimelineView;
import traceglass.render.item.Note;
import traceglass.store.time.TimeSpan;

/// Adds flags and marked spans to the timeline and opens the editor for the one that is clicked.
final class NoteCommands {

    private final TraceSlot slot;
    private final Prompt prompt;
    private final MainWindow window;
    private final TimelineView view;
    private final TraceNotes traceNotes;
    private final NoteEditor editor;
    private static final long NONE = -1;
    private long chosen = NONE;

    NoteCommands(TraceSlot slot, Prompt prompt, MainWindow window, TracePane pane) {
        this.slot = slot;
        this.prompt = prompt;
        this.window = window;
        this.view = pane.view();
        this.traceNotes = slot.traceNotes();
        editor = new NoteEditor(traceNotes, view::requestFocus);
        pane.addOverlay(editor);
        view.handlers().setOnAddNote(ts -> edit(traceNotes.add(ts, ts, "")));
        view.handlers().setOnNoteClicked(this::edit);
        traceNotes.notesProperty().addListener((_, _, newValue) -> view.marks().setNotes(newValue));
        slot.trace().sessionProperty().addListener(o -> traceNotes.clear());
        slot.selection().addListener(o -> chosen = NONE);
    }

    void register() {
        add(
                "note.flag",
                WindowTexts.SET_FLAG,
                "flag",
                "",
                () -> setChosen(traceNotes.add(timeAtPointer(), timeAtPointer(), "")));
        add("note.mark", WindowTexts.MARK_TEMPORARILY, "", "M", () -> markSelection(true));
        add("note.markforgood", WindowTexts.MARK_PERMANENTLY, "", "Shift+M", () -> markSelection(false));
        add("note.edit", WindowTexts.EDIT_NOTE, "", "", () -> {
            Note note = currentNote();
            if (note != null) {
                edit(note);
            }
        });
        add("note.remove", WindowTexts.REMOVE_NOTE, "", "Delete", () -> {
            // Only a note that was just chosen: an accidental key press must not delete an old one.
            if (traceNotes.note(chosen) != null) {
                traceNotes.remove(chosen);
            }
        });
        add("note.clear", WindowTexts.REMOVE_ALL_NOTES, "", "", traceNotes::clear);
        add(
                "note.at",
                WindowTexts.SET_FLAG_AT,
                "flag",
                "",
                () -> prompt.ask(
                        WindowTexts.TIME_PROMPT,
                        "",
                        text -> TimeInput.parse(
                                        text, view.bounds(), slot.appearance().timeStyle())
                                .ifPresentOrElse(
                                        ts -> setChosen(traceNotes.add(ts, ts, "")),
                                        () -> window.reportInvalidTime(text))));
    }

    private void add(String id, String title, String icon, String keys, Runnable action) {
        slot.host()
                .commands()
                .register(Command.of(
                        id,
                        CommandGroups.NOTES,
                        title,
                        icon,
                        keys,
                        () -> slot.trace().session() != null && window.showsTimelines(),
                        action));
    }

    private Note currentNote() {
        Note note = traceNotes.note(chosen);
        return note != null || traceNotes.notes().isEmpty()
                ? note
                : traceNotes.notes().stream()
                        .max(Comparator.comparingLong(Note::id))
                        .get();
    }

    private long timeAtPointer() {
        TimeSpan visible = view.visibleSpanProperty().get();
        Long at = view.hoverTimeProperty().get();
        return at != null ? at : visible.start() + visible.durNs() / 2;
    }

    private void setChosen(Note note) {
        chosen = note.id();
    }

    private void edit(Note note) {
        setChosen(note);
        editor.edit(
                note,
                view.timeX(
                        Math.max(note.start(), view.visibleSpanProperty().get().start())),
                view.headerHeight() + 4,
                view.getWidth());
    }

    private void markSelection(boolean isTemporary) {
        TimeSpan span = switch (slot.selection().get()) {
            case Selection.Event e ->
                new TimeSpan(e.ts(), e.dur() < 0 ? view.bounds().end() : e.ts() + e.dur());
            case Selection.Area a -> new TimeSpan(a.start(), a.end());
            case Selection.Events several ->
                new TimeSpan(several.start(), several.end(view.bounds().end()));
            case Selection.None n -> null;
        };
        if (span != null) {
            setChosen(
                    isTemporary
                            ? traceNotes.mark(span.start(), span.end())
                            : traceNotes.add(span.start(), span.end(), ""));
        }
    }
}
