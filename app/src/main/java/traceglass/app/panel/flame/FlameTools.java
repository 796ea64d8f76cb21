package traceglass.app.panel.flame;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// The tools above a flame graph: in one row where there is room, else the field for filters and what colours mean in a second one.
final class FlameTools extends VBox {

    /// Narrower than this, the field would be too short for what is typed into it.
    private static final double ONE_ROW = 1700;

    private final List<? extends Node> choices;
    private final Node colors;
    private final Node bar;
    private final List<? extends Node> menus;
    private final HBox first = new HBox(8);
    private final HBox second = new HBox(8);
    private Boolean wide;

    FlameTools(List<? extends Node> choices, Node colors, Node bar, List<? extends Node> menus) {
        this.choices = choices;
        this.colors = colors;
        this.bar = bar;
        this.menus = menus;
        for (HBox row : List.of(first, second)) {
            row.setAlignment(Pos.CENTER_LEFT);
            row.getStyleClass().addAll("tg-area-tools", "tg-result-top");
        }
        setMinWidth(0);
        widthProperty().addListener((o, was, is) -> arrange(is.doubleValue() >= ONE_ROW));
        arrange(false);
    }

    private void arrange(boolean nowWide) {
        if (wide != null && wide == nowWide) {
            return;
        }
        wide = nowWide;
        first.getChildren().clear();
        second.getChildren().clear();
        first.getChildren().addAll(choices);
        if (nowWide) {
            first.getChildren().addAll(colors, bar);
        } else {
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            first.getChildren().add(space);
            second.getChildren().addAll(colors, bar);
        }
        first.getChildren().addAll(menus);
        getChildren().setAll(nowWide ? List.of(first) : List.of(first, second));
    }
}
