package traceglass.app.grid;

import java.util.Arrays;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowStore;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;

/// Header nodes of the columns of a [DataGrid] and initial column widths.
final class GridHeader {

    /// Number of rows from which the width of a column is estimated.
    private static final int SAMPLED_ROWS = 200;
    /// Number of rows whose numbers are compared to find the longest.
    private static final int COMPARED_ROWS = 20_000;
    /// Texts up to this length are never truncated.
    private static final int MAX_UNCUT_CHARS = 32;
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
            letter.setMinWidth(javafx.scene.layout.Region.USE_PREF_SIZE);
            box.getChildren().add(letter);
        }
        box.getChildren().add(title);
        box.setMinWidth(0);
        box.setAlignment(column.kind().isRight() ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
        if (!column.note().isEmpty()) {
            Label note = new Label(SingleLineText.of(column.note()));
            note.getStyleClass().addAll(Styles.TEXT_3, "tg-caption");
            note.setMinWidth(0);
            if (column.kind() == CellKind.DIVERGING) {
                note.getStyleClass().setAll(title.getStyleClass());
                javafx.scene.layout.Region space = new javafx.scene.layout.Region();
                HBox.setHgrow(space, javafx.scene.layout.Priority.ALWAYS);
                box.getChildren().add(space);
            }
            box.getChildren().add(note);
        }
        return box;
    }

    /// Returns the length of the longest number of a column, 0 for texts: the smallest and the largest number
    /// have the most digits.
    private static int longestNumber(GridContent content, int index) {
        RowStore rows = content.rows();
        int source = content.columns().get(index).source();
        int[] order = content.order();
        if (!rows.type(source).isNumber()) {
            return 0;
        }
        int smallest = -1;
        int largest = -1;
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < order.length; i += Math.max(1, order.length / COMPARED_ROWS)) {
            if (!rows.isNull(order[i], source)) {
                double value = rows.getDouble(order[i], source);
                smallest = smallest < 0 || value < min ? i : smallest;
                largest = largest < 0 || value > max ? i : largest;
                min = Math.min(min, value);
                max = Math.max(max, value);
            }
        }
        return smallest < 0
                ? 0
                : Math.max(
                        content.cell(smallest, index).length(),
                        content.cell(largest, index).length());
    }

    /// Width in pixels that fits the header and most rows, estimated from their number of characters.
    static double width(GridContent content, int index) {
        GridColumn column = content.columns().get(index);
        double width = (column.heading().length() + column.note().length()) * CHAR_WIDTH
                + (column.note().isEmpty() ? 34 : 44);
        double perChar = column.kind().isMono() ? MONO_CHAR_WIDTH : CHAR_WIDTH;
        double extra = (column.bar() ? 40 : 0) + (column.swatch() ? 16 : 0) + 24;
        int[] lengths = new int[Math.min(SAMPLED_ROWS, content.order().length)];
        int step = Math.max(1, content.order().length / Math.max(1, lengths.length));
        for (int i = 0; i < lengths.length; i++) {
            // Samples the whole result, including the last row, because ascending numbers get longer.
            lengths[i] = content.cell(i == lengths.length - 1 ? content.order().length - 1 : i * step, index)
                    .length();
        }
        Arrays.sort(lengths);
        // All numbers and short texts must fit; a few long texts may be truncated.
        int longest = Math.max(lengths.length == 0 ? 0 : lengths[lengths.length - 1], longestNumber(content, index));
        boolean all = column.kind() != CellKind.TEXT || longest <= MAX_UNCUT_CHARS;
        int fit = all ? longest : Math.max(MAX_UNCUT_CHARS, lengths[lengths.length * 9 / 10]);
        width = Math.max(width, fit * perChar + extra);
        return Math.clamp(width, MIN_WIDTH, column.kind() == CellKind.RAW ? MAX_CODE_WIDTH : MAX_WIDTH);
    }
}
