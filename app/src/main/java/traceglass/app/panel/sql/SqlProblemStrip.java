package traceglass.app.panel.sql;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import traceglass.app.ui.Icon;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.SqlProblem;
import traceglass.store.text.SingleLineText;

/// Strip below the editor with the problem of the last run. Hidden if there is none.
final class SqlProblemStrip extends HBox {

    private final Label message = new Label();

    SqlProblemStrip() {
        super(8);
        getChildren().addAll(new Icon("error", 16), message);
        getStyleClass().addAll("tg-strip", "tg-error", "tg-sql-strip");
        setAlignment(Pos.CENTER_LEFT);
        message.setWrapText(true);
        message.setId("sql-problem");
        message.getStyleClass().add("tg-strip-text");
        show(null);
    }

    /// Shows a problem, or hides the strip if the text is null.
    void show(String text) {
        message.setText(text == null ? "" : SingleLineText.keepLines(text));
        setVisible(text != null);
        setManaged(text != null);
    }

    /// Describes a problem as one sentence for the user.
    ///
    /// @param column its column in the editor, if it has a line
    static String describe(SqlProblem p, int column) {
        // The message names a command-line option; in the window, the limit is a setting.
        String text = p.getMessage().replace(DuckDbError.MEMORY_OPTION, SqlTexts.IN_SETTINGS);
        String sentence = text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return p.line() > 0 ? SqlTexts.problemAt(p.line(), column, text) : sentence;
    }
}
