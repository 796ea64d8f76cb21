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
import traceglass.app.context.AppContext;
import traceglass.app.ui.DrawerTab;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.render.item.Note;
import traceglass.store.time.TimeSpan;

/// The tab with all notes in order of time: where they are, what they are called, and ways to go there or remove them.
public final class NotesPanel {

    private final AppContext context;
    private final VBox rows = new VBox();
    private final DrawerTab tab;
    private List<Note> shown = List.of();

    private NotesPanel(AppContext context) {
        this.context = context;
        rows.setPadding(new Insets(6, 12, 6, 12));
        rows.setId("notes-list");
        ScrollPane scroll = new ScrollPane(rows);
        scroll.setFitToWidth(true);
        tab = new DrawerTab("notes", "Notes", DrawerTab.Height.FIELDS, scroll);
        tab.availableProperty().set(false);
        context.drawer().add(tab);
        context.notebook().notesProperty().addListener(o -> show());
        context.sections().add(new NotesSection(context));
        context.timeStyleProperty().addListener(o -> {
            shown = List.of();
            show();
        });
        context.commands()
                .register(Command.of(
                        "note.list",
                        "Notes",
                        "List all notes",
                        "flag",
                        "",
                        () -> !context.notebook().notes().isEmpty(),
                        () -> context.drawer().select(tab)));
    }

    /// Adds the tab to a window.
    public static void install(AppContext context) {
        new NotesPanel(context);
    }

    private void show() {
        List<Note> notes = context.notebook().notes();
        tab.countProperty().set(notes.size());
        tab.availableProperty().set(!notes.isEmpty());
        if (sameButForNames(notes)) {
            // What is being typed here must not be taken from under the keyboard.
            shown = notes;
            return;
        }
        shown = notes;
        List<Node> made = new ArrayList<>();
        notes.forEach(n -> made.add(row(n)));
        rows.getChildren().setAll(made);
    }

    private boolean sameButForNames(List<Note> notes) {
        if (notes.size() != shown.size() || notes.isEmpty()) {
            return false;
        }
        boolean typing = false;
        for (int i = 0; i < notes.size(); i++) {
            Note a = notes.get(i);
            Note b = shown.get(i);
            if (a.id() != b.id() || a.argb() != b.argb()) {
                return false;
            }
            typing |= !a.text().equals(b.text());
        }
        return typing
                && rows.getScene() != null
                && rows.getScene().getFocusOwner() instanceof TextField field
                && field.getParent() != null
                && field.getParent().getParent() == rows;
    }

    private HBox row(Note note) {
        long start = context.session() == null ? 0 : context.session().bounds().start();
        Hyperlink time = Links.of(context.timeStyle().time(note.start(), start), () -> go(note));
        time.getStyleClass().add(Styles.MONO);
        time.setMinWidth(190);
        Label length = new Label(note.isFlag() ? "flag" : context.timeStyle().duration(note.end() - note.start()));
        length.getStyleClass().addAll(Styles.MONO, Styles.TEXT_3);
        length.setMinWidth(110);
        TextField text = new TextField(note.text());
        text.setPromptText("no name");
        text.setAccessibleText("Name of the note");
        text.getStyleClass().add(Styles.COMPACT);
        text.textProperty().addListener((o, was, is) -> context.notebook().rename(note.id(), is));
        HBox.setHgrow(text, Priority.ALWAYS);
        HBox row = new HBox(
                10,
                NoteColors.swatch(note.argb()),
                time,
                length,
                text,
                NoteColors.of(note.argb(), argb -> context.notebook().recolor(note.id(), argb)),
                IconButton.of(
                        "x", 14, "Remove the note", () -> context.notebook().remove(note.id())));
        row.setAlignment(Pos.CENTER_LEFT);
        row.setMinHeight(30);
        return row;
    }

    private void go(Note note) {
        if (note.isFlag()) {
            context.navigator().goToTime(note.start());
        } else {
            long margin = (note.end() - note.start()) / 8 + 1;
            context.navigator().zoomTo(new TimeSpan(note.start() - margin, note.end() + margin));
        }
    }
}
