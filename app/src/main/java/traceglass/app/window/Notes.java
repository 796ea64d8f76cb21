package traceglass.app.window;

import java.util.ArrayList;
import java.util.List;
import traceglass.app.AppContext;
import traceglass.app.Selection;
import traceglass.app.command.Command;
import traceglass.model.time.TimeSpan;
import traceglass.render.TimelineView;
import traceglass.render.item.Note;

/// Flags and spans that a person sets on the timeline. They belong to the open trace and go with it.
final class Notes {

    private static final String GROUP = "Notes";
    /// Colours that flags take in turn.
    private static final int[] COLOURS = {0xFFB07A1E, 0xFF3F7FBF, 0xFF2E8B57, 0xFF9A4FB5, 0xFFC2484F};

    private final AppContext context;
    private final MainWindow window;
    private final TimelineView view;
    private final List<Note> notes = new ArrayList<>();
    private long nextId = 1;
    private long chosen;
    private boolean temporary;

    Notes(AppContext context, MainWindow window, TimelineView view) {
        this.context = context;
        this.window = window;
        this.view = view;
        view.setOnNoteWanted(this::flag);
        view.setOnNoteClicked(n -> {
            chosen = n.id();
            view.panBy(0);
        });
        context.sessionProperty().addListener(o -> {
            notes.clear();
            show();
        });
    }

    void register() {
        add("note.flag", "Set a flag at the pointer", "flag", "", () -> flag(pointer()));
        add("note.mark", "Mark the selection", "", "M", () -> span(true));
        add("note.markforgood", "Mark the selection for good", "", "Shift+M", () -> span(false));
        add("note.remove", "Remove the newest or clicked mark", "", "Delete", this::remove);
    }

    private void add(String id, String title, String icon, String keys, Runnable action) {
        context.commands().register(Command.of(id, GROUP, title, icon, keys,
                () -> context.session() != null && window.pageProperty().get() == window.timeline(), action));
    }

    private long pointer() {
        TimeSpan visible = view.visibleSpanProperty().get();
        Long at = view.hoverTimeProperty().get();
        return at != null ? at : visible.start() + visible.durNs() / 2;
    }

    private void flag(long ts) {
        add(ts, ts);
    }

    private void span(boolean passing) {
        if (passing && temporary && !notes.isEmpty()) {
            notes.removeLast();
        }
        switch (context.selectionProperty().get()) {
            case Selection.Event e -> add(e.ts(), e.dur() < 0 ? view.bounds().end() : e.ts() + e.dur());
            case Selection.Area a -> add(a.start(), a.end());
            case Selection.None n -> { }
        }
        temporary = passing;
    }

    private void add(long start, long end) {
        temporary = false;
        long id = nextId++;
        notes.add(new Note(id, start, end, "", COLOURS[(int) (id % COLOURS.length)]));
        chosen = id;
        show();
    }

    private void remove() {
        if (!notes.removeIf(n -> n.id() == chosen) && !notes.isEmpty()) {
            notes.removeLast();
        }
        show();
    }

    private void show() {
        view.setNotes(List.copyOf(notes));
    }
}
