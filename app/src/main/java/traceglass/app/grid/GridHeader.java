package traceglass.app.grid;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;

/// Header nodes of the columns of a [DataGrid] and initial column widths.
final class GridHeader {

    private static final double MIN_WIDTH = 56;
    static final double MAX_WIDTH = 340;
    private static final double MAX_CODE_WIDTH = 1200;
    private static final double CHAR_WIDTH = 6.7;
    private static final double MONO_CHAR_WIDTH = 7.1;

    private GridHeader() {}

    static Node of(GridColumn column) {
        Label title = new Label(
                SingleLineText.of(column.series() > 0 ? column.heading().substring(2) : column.heading()));
        title.setMinWidth(0);
        HBox box = new HBox(column.series() > 0 ? 4 : 6);
        if (column.series() > 0) {
            Label letter = new Label(column.title().substring(0, 1));
            letter.getStyleClass().add(column.series() == 1 ? "tg-letter-a" : "tg-letter-b");
            letter.setMinWidth(Region.USE_PREF_SIZE);
            box.getChildren().add(letter);
        }
        box.getChildren().add(title);
        box.setMinWidth(0);
        box.setAlignment(column.kind().isRightAligned() ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
        if (!column.note().isEmpty()) {
            Label note = new Label(SingleLineText.of(column.note()));
            note.getStyleClass().addAll(Styles.TEXT_3, "tg-caption");
            note.setMinWidth(0);
            if (column.kind() == CellKind.DIVERGING) {
                note.getStyleClass().setAll(title.getStyleClass());
                Region space = new Region();
                HBox.setHgrow(space, Priority.ALWAYS);
                box.getChildren().add(space);
            }
            box.getChildren().add(note);
        }
        return box;
    }

    /// Width in pixels that fits the header and most rows, estimated from their number of characters.
    ///
    /// @param length number of characters of the rows
    static double width(GridColumn column, int length) {
        double heading = (column.heading().length() + column.note().length()) * CHAR_WIDTH
                + (column.note().isEmpty() ? 34 : 44);
        double perChar = column.kind().isMonospaced() ? MONO_CHAR_WIDTH : CHAR_WIDTH;
        double extra = (column.hasBar() ? 40 : 0) + (column.hasSwatch() ? 16 : 0) + 24;
        return Math.clamp(
                Math.max(heading, length * perChar + extra),
                MIN_WIDTH,
                column.kind() == CellKind.RAW ? MAX_CODE_WIDTH : MAX_WIDTH);
    }
}
