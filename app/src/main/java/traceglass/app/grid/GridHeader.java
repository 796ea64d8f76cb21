package traceglass.app.grid;

import java.util.Arrays;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;

/// Header nodes of the columns of a [DataGrid] and initial column widths.
final class GridHeader {

    private static final int LOOK_AT = 200;
    private static final int SHORT = 32;
    private static final double NARROWEST = 56;
    static final double WIDEST = 340;
    private static final double PER_CHAR = 6.7;
    private static final double PER_MONO_CHAR = 7.1;

    private GridHeader() {}

    static Node of(GridColumn about) {
        Label title =
                new Label(SingleLineText.of(about.series() > 0 ? about.heading().substring(2) : about.heading()));
        title.setMinWidth(0);
        HBox box = new HBox(about.series() > 0 ? 4 : 6);
        if (about.series() > 0) {
            Label letter = new Label(about.title().substring(0, 1));
            letter.getStyleClass().add(about.series() == 1 ? "tg-letter-a" : "tg-letter-b");
            letter.setMinWidth(javafx.scene.layout.Region.USE_PREF_SIZE);
            box.getChildren().add(letter);
        }
        box.getChildren().add(title);
        box.setMinWidth(0);
        box.setAlignment(about.kind().isRight() ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
        if (!about.note().isEmpty()) {
            Label note = new Label(SingleLineText.of(about.note()));
            note.getStyleClass().addAll(Styles.TEXT_3, "tg-caption");
            note.setMinWidth(0);
            if (about.kind() == CellKind.DIVERGING) {
                note.getStyleClass().setAll(title.getStyleClass());
                javafx.scene.layout.Region space = new javafx.scene.layout.Region();
                HBox.setHgrow(space, javafx.scene.layout.Priority.ALWAYS);
                box.getChildren().add(space);
            }
            box.getChildren().add(note);
        }
        return box;
    }

    /// Width in pixels that fits the header and most rows, estimated from their number of characters.
    static double width(GridContent content, int place) {
        GridColumn about = content.columns().get(place);
        double width = (about.heading().length() + about.note().length()) * PER_CHAR
                + (about.note().isEmpty() ? 34 : 44);
        double perChar = about.kind().isMono() ? PER_MONO_CHAR : PER_CHAR;
        double extra = (about.bar() ? 40 : 0) + (about.swatch() ? 16 : 0) + 24;
        int[] lengths = new int[Math.min(LOOK_AT, content.order().length)];
        int step = Math.max(1, content.order().length / Math.max(1, lengths.length));
        for (int i = 0; i < lengths.length; i++) {
            // Samples the whole result and always includes the last row: counting numbers grow.
            lengths[i] = content.cell(i == lengths.length - 1 ? content.order().length - 1 : i * step, place)
                    .length();
        }
        Arrays.sort(lengths);
        // All numbers and short texts must fit; a few long texts may be truncated.
        int longest = lengths.length == 0 ? 0 : lengths[lengths.length - 1];
        boolean all = about.kind() != CellKind.TEXT || longest <= SHORT;
        int fit = all ? longest : Math.max(SHORT, lengths[lengths.length * 9 / 10]);
        width = Math.max(width, fit * perChar + extra);
        return Math.clamp(width, NARROWEST, WIDEST);
    }
}
