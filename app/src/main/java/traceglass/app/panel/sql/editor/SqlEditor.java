package traceglass.app.panel.sql.editor;

import javafx.geometry.Bounds;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/// Multi-line SQL editor. Isolates JavaFX's incubating editor control.
public interface SqlEditor {

    /// Control to add to the scene graph.
    Node node();

    /// Whole text; lines are separated by `\n`.
    String text();

    /// Replaces the whole text, clears the undo history, and moves the caret to the end.
    void setText(String text);

    /// Replaces the selection with text, or inserts it at the caret.
    void insert(String text);

    /// Replaces the text between two offsets and moves the caret after the new text.
    void replace(int from, int to, String text);

    /// Bounds of the caret in scene coordinates; null if it is not shown.
    @Nullable
    Bounds caretBounds();

    /// Offset of the caret in the text.
    int caret();

    /// Start and end offset of the selection; equal if nothing is selected.
    int[] selection();

    /// Underlines the word at a position until the text changes. Line and column start at 1; line 0 removes the
    /// mark.
    void markProblem(int line, int column);

    /// Applies the colors of a changed theme.
    void refresh();

    /// Registers a listener for changes of the text.
    void onChange(Runnable listener);

    /// Registers a listener for movements of the caret.
    void onCaret(Runnable listener);

    /// Moves the keyboard focus to the editor.
    void requestFocus();
}
