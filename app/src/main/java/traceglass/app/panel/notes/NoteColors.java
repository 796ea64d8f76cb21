package traceglass.app.panel.notes;

import java.util.function.IntConsumer;
import javafx.geometry.Pos;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import traceglass.app.session.Notebook;
import traceglass.render.color.Palette;

/// A row of colours to choose from.
final class NoteColors {

    private static final String[] NAMES = {"Amber", "Blue", "Green", "Violet", "Red", "Grey"};

    private NoteColors() {}

    static HBox of(int chosen, IntConsumer choose) {
        HBox box = new HBox(4);
        box.setAlignment(Pos.CENTER_LEFT);
        ToggleGroup group = new ToggleGroup();
        for (int i = 0; i < Notebook.COLORS.size(); i++) {
            int argb = Notebook.COLORS.get(i);
            ToggleButton button = new ToggleButton();
            button.getStyleClass().setAll("tg-color");
            button.setGraphic(swatch(argb));
            button.setAccessibleText(NAMES[i]);
            button.setToggleGroup(group);
            button.setSelected(argb == chosen);
            button.setOnAction(e -> {
                button.setSelected(true);
                choose.accept(argb);
            });
            box.getChildren().add(button);
        }
        return box;
    }

    static Region swatch(int argb) {
        Region swatch = new Region();
        swatch.setMinSize(12, 12);
        swatch.setMaxSize(12, 12);
        swatch.setStyle("-fx-background-color: " + Palette.css(argb) + "; -fx-background-radius: 3;");
        return swatch;
    }
}
