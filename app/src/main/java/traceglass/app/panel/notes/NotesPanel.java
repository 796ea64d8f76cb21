package traceglass.app.panel.notes;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Swatch;
import traceglass.render.item.Note;
import traceglass.store.time.TimeSpan;

/// Tab with all notes in time order: time, name, and actions to show or remove them.
public final class NotesPanel {

    private final TraceSlot slot;
    private final VBox rows = new VBox();
    private final DetailsTab tab;
    private List<Note> shown = List.of();

    private NotesPanel(TraceSlot slot) {
        this.slot = slot;
        rows.setPadding(new Insets(6, 12, 6, 12));
        rows.setId("notes-list");
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        tab = new DetailsTab("notes", NoteTexts.NOTES, scroll);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        slot.traceNotes().notesProperty().addListener(o -> show());
        slot.host().sections().add(new NotesSection(slot));
        slot.appearance().timeStyleProperty().addListener(o -> {
            shown = List.of();
            show();
        });
        slot.host()
                .commands()
                .register(Command.of(
                        "note.list",
                        CommandGroups.NOTES,
                        NoteTexts.LIST_ALL_NOTES,
                        "flag",
                        "",
                        () -> !slot.traceNotes().notes().isEmpty(),
                        () -> slot.host().detailsPane().select(tab)));
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot) {
        new NotesPanel(slot);
    }

    private void show() {
        List<Note> notes = slot.traceNotes().notes();
        tab.countProperty().set(notes.size());
        tab.availableProperty().set(!notes.isEmpty());
        if (differsOnlyInNames(notes)) {
            // Does not rebuild the list while a name is being edited in it.
            shown = notes;
            return;
        }
        shown = notes;
        List<Node> newRows = new ArrayList<>();
        notes.forEach(n -> newRows.add(row(n)));
        rows.getChildren().setAll(newRows);
    }

    private boolean differsOnlyInNames(List<Note> notes) {
        if (notes.size() != shown.size() || notes.isEmpty()) {
            return false;
        }
        boolean isRenamed = false;
        for (int i = 0; i < notes.size(); i++) {
            Note a = notes.get(i);
            Note b = shown.get(i);
            if (a.id() != b.id() || a.argb() != b.argb()) {
                return false;
            }
            isRenamed |= !a.text().equals(b.text());
        }
        return isRenamed
                && rows.getScene() != null
                && rows.getScene().getFocusOwner() instanceof TextField field
                && field.getParent() != null
                && field.getParent().getParent() == rows;
    }

    private HBox row(Note note) {
        long start = slot.trace().session() == null
                ? 0
                : slot.trace().session().bounds().start();
        Hyperlink time = Links.of(slot.appearance().timeStyle().time(note.start(), start), () -> goTo(note));
        time.getStyleClass().add(Styles.MONO);
        time.setMinWidth(190);
        Label length = new Label(
                note.isFlag() ? NoteTexts.FLAG : slot.appearance().timeStyle().duration(note.end() - note.start()));
        length.getStyleClass().addAll(Styles.MONO, Styles.TEXT_3);
        length.setMinWidth(110);
        TextField text = new TextField(note.text());
        text.setPromptText(NoteTexts.UNNAMED);
        text.setAccessibleText(NoteTexts.NOTE_NAME);
        text.getStyleClass().add(Styles.COMPACT);
        text.textProperty().addListener((_, _, newValue) -> slot.traceNotes().rename(note.id(), newValue));
        HBox.setHgrow(text, Priority.ALWAYS);
        HBox row = new HBox(
                10,
                Swatch.of(note.argb()),
                time,
                length,
                text,
                NoteColors.of(note.argb(), argb -> slot.traceNotes().recolor(note.id(), argb)),
                IconButton.of(
                        "x", 14, NoteTexts.REMOVE_NOTE, () -> slot.traceNotes().remove(note.id())));
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinHeight(30);
        return row;
    }

    private void goTo(Note note) {
        if (note.isFlag()) {
            slot.navigation().navigator().goToTime(note.start());
        } else {
            long margin = (note.end() - note.start()) / 8 + 1;
            slot.navigation().navigator().zoomTo(new TimeSpan(note.start() - margin, note.end() + margin));
        }
    }
}
