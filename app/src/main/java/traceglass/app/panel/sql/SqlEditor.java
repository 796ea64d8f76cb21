package traceglass.app.panel.sql;

import javafx.geometry.Bounds;
import javafx.scene.Node;

/// A field for many lines of SQL. The seam that keeps JavaFX's incubating editor in one place.
interface SqlEditor {

    Node node();

    String text();

    void setText(String text);

    /// Puts text in place of what is selected, or at the caret.
    void insert(String text);

    /// Puts text in place of the part between two offsets; the caret comes to stand behind it.
    void replace(int from, int to, String text);

    /// Where the caret is, in coordinates of the scene; null when it is not shown.
    Bounds caretBounds();

    /// Offset of the caret in the text.
    int caret();

    /// Start and end offset of what is selected; equal when nothing is.
    int[] selection();

    /// Underlines the word at a place in the text until it is changed; line and column count from 1, 0 for no
    /// place.
    void markProblem(int line, int column);

    /// Takes the colours of a theme that has just changed.
    void refresh();

    /// Told on every change of the text.
    void onChange(Runnable listener);

    /// Told when the caret moves.
    void onCaret(Runnable listener);

    void requestFocus();
}
