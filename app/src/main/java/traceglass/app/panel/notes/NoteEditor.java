package traceglass.app.panel.notes;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.session.TraceNotes;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Styles;
import traceglass.render.item.Note;

/// Editor for the name and color of a note, next to the note on the timeline. Closed by Enter or by a click
/// elsewhere.
public final class NoteEditor extends VBox {

    /// Width that is kept free for the editor at the right edge, px at the default text size.
    private static final double WIDTH = 310;

    private final TraceNotes traceNotes;
    private final Runnable whenClosed;
    private long id;

    /// Creates an editor.
    ///
    /// @param whenClosed called after the editor was closed, to restore the keyboard focus
    public NoteEditor(TraceNotes traceNotes, Runnable whenClosed) {
        this.traceNotes = traceNotes;
        this.whenClosed = whenClosed;
        getStyleClass().addAll("tg-popup", "tg-note-editor");
        setId("note-editor");
        setSpacing(8);
        setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        setVisible(false);
        addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ESCAPE || e.getCode() == KeyCode.ENTER) {
                close();
                e.consume();
            }
        });
        traceNotes.notesProperty().addListener(o -> {
            if (isVisible() && traceNotes.note(id) == null) {
                close();
            }
        });
    }

    /// Shows the editor for a note at a position in its parent.
    public void edit(Note note, double x, double y, double width) {
        id = note.id();
        TextField text = new TextField(note.text());
        text.setId("note-text");
        text.setPromptText(note.isFlag() ? NoteTexts.FLAG_NAME : NoteTexts.SPAN_NAME);
        text.setAccessibleText(text.getPromptText());
        text.setPrefWidth(190);
        text.textProperty().addListener((_, _, newValue) -> traceNotes.rename(id, newValue));
        // An icon would look like the button that closes the editor.
        Button remove = new Button(NoteTexts.REMOVE);
        remove.setAccessibleText(NoteTexts.REMOVE_NOTE);
        remove.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        remove.setMinWidth(USE_PREF_SIZE);
        remove.setOnAction(_ -> traceNotes.remove(id));
        remove.setId("note-remove");
        HBox first = new HBox(6, text, remove);
        first.setAlignment(Pos.CENTER_LEFT);
        getChildren().setAll(first, NoteColors.of(note.argb(), argb -> traceNotes.recolor(id, argb)));
        setVisible(true);
        setTranslateX(Math.clamp(x, 0, Math.max(0, width - WIDTH * StyleSheets.factor())));
        setTranslateY(y);
        text.requestFocus();
        text.focusedProperty().addListener((_, _, newValue) -> {
            if (!newValue && getScene() != null && !containsFocus()) {
                setVisible(false);
            }
        });
    }

    private boolean containsFocus() {
        for (Node n = getScene().getFocusOwner(); n != null; n = n.getParent()) {
            if (n == this) {
                return true;
            }
        }
        return false;
    }

    private void close() {
        setVisible(false);
        whenClosed.run();
    }
}
