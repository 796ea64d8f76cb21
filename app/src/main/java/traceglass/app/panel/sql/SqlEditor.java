package traceglass.app.panel.sql;

import javafx.scene.Node;

/// A field for many lines of SQL. The seam that keeps JavaFX's incubating editor in one place.
interface SqlEditor {

    Node node();

    String text();

    void setText(String text);

    /// Puts text in place of what is selected, or at the caret.
    void insert(String text);

    /// Offset of the caret in the text.
    int caret();

    /// Start and end offset of what is selected; equal when nothing is.
    int[] selection();

    /// Underlines the word at a place in the text until it is changed; line and column count from 1, 0 for no place.
    void markProblem(int line, int column);

    /// Takes the colours of a theme that has just changed.
    void refresh();

    /// Told on every change of the text.
    void onChange(Runnable listener);

    /// Told when the caret moves.
    void onCaret(Runnable listener);

    void requestFocus();
}
