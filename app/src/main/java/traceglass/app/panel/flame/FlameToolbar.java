package traceglass.app.panel.flame;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import traceglass.app.ui.Segments;
import traceglass.app.ui.bar.OverflowRow;

/// Toolbar of a flame graph: one row if there is room, otherwise two, with filter field and color legend in the second.
final class FlameToolbar extends VBox {

    /// Minimum width in pixels for one row, so that the filter field is long enough.
    private static final double ONE_ROW = 1950;
    /// Minimum width in pixels for choices and menus in one row.
    private static final double WIDE = 1400;

    private final List<? extends Node> choices;
    private final Node colors;
    private final Node bar;
    private final List<? extends Node> menus;
    private final OverflowRow first = new OverflowRow(8);
    private final OverflowRow second = new OverflowRow(8);
    private int currentRowMode;

    FlameToolbar(List<? extends Node> choices, Node colors, Node bar, List<? extends Node> menus) {
        this.choices = choices;
        this.colors = colors;
        this.bar = bar;
        this.menus = menus;
        for (HBox row : List.of(first, second)) {
            row.setAlignment(Pos.CENTER_LEFT);
            row.getStyleClass().addAll("tg-toolbar", "tg-result-top");
        }
        setMinWidth(0);
        widthProperty()
                .addListener((_, _, newValue) ->
                        arrange(newValue.doubleValue() >= ONE_ROW ? 3 : newValue.doubleValue() >= WIDE ? 2 : 1));
        arrange(2);
    }

    /// Arranges the rows.
    ///
    /// @param rowMode 3 for one row, 2 for two rows, 1 for two rows with the menus in the second
    private void arrange(int rowMode) {
        if (currentRowMode == rowMode) {
            return;
        }
        currentRowMode = rowMode;
        first.setItems(choices);
        second.setItems(List.of());
        (rowMode == 3 ? first : second).addItems(colors, bar);
        if (rowMode == 2) {
            first.addItems(OverflowRow.space());
        }
        (rowMode == 1 ? second : first).addItems(menus.toArray(Node[]::new));
        getChildren().setAll(rowMode == 3 ? List.of(first) : List.of(first, second));
    }

    /// Creates a choice of titles; the first is selected.
    ///
    /// @param id start of the ids of the buttons
    static Segments<String> segments(String id, Consumer<String> onChoose, String... titles) {
        Segments<String> box = new Segments<>(onChoose);
        for (String title : titles) {
            box.addSegment(
                    title, title, id + "-" + title.toLowerCase(Locale.ROOT).replace(' ', '-'));
        }
        box.setValue(titles[0]);
        return box;
    }
}
