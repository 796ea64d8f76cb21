package traceglass.app.overview;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;

/// Builds the cards of the overview.
final class Cards {

    private static final double LABEL_WIDTH = 116;
    private static final double FIELD_GAP = 12;
    private static final double LINE_HEIGHT = 22;
    private static final double TILE_WIDTH = 150;
    private static final double GRID_HEADER_HEIGHT = 26;
    private static final double GRID_ROW_HEIGHT = 24;

    private Cards() {}

    /// Adds a label above a card.
    static VBox section(String title, Node card) {
        Label label = new Label(title);
        label.getStyleClass().add(Styles.SECTION);
        label.setPadding(new Insets(0, 2, 6, 2));
        VBox box = new VBox(label, card);
        box.setFillWidth(true);
        return box;
    }

    /// Line of a card of fields.
    ///
    /// @param isMonospaced whether the value is a number, a time or an id
    /// @param extra node after the value, or null
    record Field(String name, String value, boolean isMonospaced, Node extra) {

        static Field text(String name, String value) {
            return new Field(name, value, false, null);
        }

        static Field number(String name, String value) {
            return new Field(name, value, true, null);
        }
    }

    /// Grid with names on the left and values on the right.
    static GridPane fields(List<Field> fields) {
        GridPane grid = new GridPane();
        grid.getStyleClass().addAll(Styles.CARD, "tg-fields");
        grid.setHgap(FIELD_GAP);
        ColumnConstraints names = new ColumnConstraints(LABEL_WIDTH, Region.USE_COMPUTED_SIZE, Double.MAX_VALUE);
        ColumnConstraints values = new ColumnConstraints(0, 200, Double.MAX_VALUE);
        values.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().addAll(names, values);
        int row = 0;
        for (Field f : fields) {
            Label name = new Label(SingleLineText.of(f.name));
            name.getStyleClass().add(Styles.TEXT_3);
            name.setMinWidth(Region.USE_PREF_SIZE);
            Label value = new Label(f.value == null ? "" : SingleLineText.of(f.value));
            value.setMinWidth(0);
            value.setWrapText(true);
            if (f.isMonospaced) {
                value.getStyleClass().add(Styles.MONO);
            }
            HBox box = new HBox(10, value);
            box.setAlignment(Pos.CENTER_LEFT);
            double line = LINE_HEIGHT * StyleSheets.factor();
            box.setMinHeight(line);
            box.setMinWidth(0);
            name.setMinHeight(line);
            GridPane.setValignment(name, VPos.TOP);
            if (f.extra != null) {
                if (f.extra instanceof Region r) {
                    r.setMinWidth(Region.USE_PREF_SIZE);
                }
                box.getChildren().add(f.extra);
            }
            grid.add(name, 0, row);
            grid.add(box, 1, row++);
        }
        return grid;
    }

    /// Row of large numbers.
    ///
    /// @param values pairs of a value and its label
    static GridPane tiles(List<String[]> values) {
        GridPane grid = new GridPane();
        grid.getStyleClass().add(Styles.CARD);
        List<VBox> tiles = new ArrayList<>();
        for (String[] v : values) {
            Label value = new Label(v[0]);
            value.getStyleClass().add("tg-tile-value");
            value.setMinWidth(Region.USE_PREF_SIZE);
            Label name = new Label(v[1]);
            name.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            name.setWrapText(true);
            VBox tile = new VBox(value, name);
            tile.getStyleClass().add("tg-tile");
            tile.setMinWidth(0);
            tiles.add(tile);
        }
        arrangeTiles(grid, tiles, tiles.size());
        grid.widthProperty()
                .addListener((_, _, newValue) -> arrangeTiles(
                        grid,
                        tiles,
                        newValue.doubleValue() >= tiles.size() * TILE_WIDTH * StyleSheets.factor()
                                ? tiles.size()
                                : (tiles.size() + 1) / 2));
        return grid;
    }

    private static void arrangeTiles(GridPane grid, List<VBox> tiles, int columns) {
        if (grid.getColumnConstraints().size() == columns) {
            return;
        }
        grid.getChildren().clear();
        grid.getColumnConstraints().clear();
        for (int i = 0; i < columns; i++) {
            ColumnConstraints c = new ColumnConstraints();
            c.setPercentWidth(100.0 / columns);
            grid.getColumnConstraints().add(c);
        }
        for (int i = 0; i < tiles.size(); i++) {
            VBox tile = tiles.get(i);
            tile.getStyleClass().remove("tg-first");
            if (i % columns == 0) {
                tile.getStyleClass().add("tg-first");
            }
            grid.add(tile, i % columns, i / columns);
        }
    }

    /// Row for a problem, or for a check that passed.
    ///
    /// @param style `tg-error`, `tg-warn` or `tg-ok`
    /// @param chip short label at the right, or empty
    /// @param links nodes below the text
    static HBox problem(String icon, String style, String title, String text, String chip, List<Node> links) {
        Label name = new Label(SingleLineText.of(title));
        name.setWrapText(true);
        name.getStyleClass().add(style.equals("tg-ok") ? "tg-plain" : "tg-medium");
        Label details = new Label(SingleLineText.keepLines(text));
        details.setWrapText(true);
        details.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        VBox middle = new VBox(2, name);
        if (!text.isEmpty()) {
            middle.getChildren().add(details);
        }
        if (!links.isEmpty()) {
            HBox actions = new HBox(14);
            actions.getChildren().addAll(links);
            actions.setPadding(new Insets(3, 0, 0, 0));
            middle.getChildren().add(actions);
        }
        middle.setMinWidth(0);
        HBox.setHgrow(middle, Priority.ALWAYS);
        HBox box = new HBox(new Icon(icon, 18).styled(style), middle);
        box.getStyleClass().add("tg-problem");
        if (!chip.isEmpty()) {
            Label mark = new Label(SingleLineText.of(chip));
            mark.getStyleClass().addAll(Styles.CHIP, style);
            mark.setMinWidth(Region.USE_PREF_SIZE);
            box.getChildren().add(mark);
        }
        return box;
    }

    /// Height of a table that shows all of its rows, up to ten.
    static double tableHeight(long rows) {
        return (GRID_HEADER_HEIGHT + Math.clamp(rows, 1, 10) * GRID_ROW_HEIGHT + 6) * StyleSheets.factor();
    }

    /// Card of rows separated by hairlines.
    static VBox list(List<? extends Node> rows) {
        VBox box = new VBox();
        box.getStyleClass().add(Styles.CARD);
        List<Node> nodes = new ArrayList<>(rows);
        if (!nodes.isEmpty()) {
            nodes.getFirst().getStyleClass().add("tg-first");
        }
        box.getChildren().addAll(nodes);
        return box;
    }
}
