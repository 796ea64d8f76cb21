package traceglass.app.panel.notes;

import java.util.function.IntConsumer;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ColorPicker;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.paint.Color;
import traceglass.app.session.TraceNotes;
import traceglass.app.ui.Swatch;
import traceglass.render.control.Tooltips;

/// Row of predefined colors and a picker for any other color.
final class NoteColors {

    private NoteColors() {}

    static HBox of(int chosen, IntConsumer choose) {
        HBox box = new HBox(4);
        box.setAlignment(Pos.CENTER_LEFT);
        ToggleGroup group = new ToggleGroup();
        for (int i = 0; i < TraceNotes.COLORS.size(); i++) {
            int argb = TraceNotes.COLORS.get(i);
            ToggleButton button = new ToggleButton();
            button.getStyleClass().setAll("tg-color");
            button.setGraphic(Swatch.of(argb));
            button.setAccessibleText(TraceNotes.COLOR_NAMES.get(i));
            button.setToggleGroup(group);
            button.setSelected(argb == chosen);
            button.setOnAction(e -> {
                button.setSelected(true);
                choose.accept(argb);
            });
            box.getChildren().add(button);
        }
        box.getChildren().add(other(chosen, choose));
        return box;
    }

    /// Picker for other colors; shows the note's color if it is not predefined.
    private static ColorPicker other(int chosen, IntConsumer choose) {
        ColorPicker picker = new ColorPicker(Color.rgb(chosen >> 16 & 255, chosen >> 8 & 255, chosen & 255));
        picker.getStyleClass().add("tg-other-color");
        picker.setAccessibleText(NoteTexts.OTHER_COLOR);
        // ColorPicker does not set an accessible role.
        picker.setAccessibleRole(AccessibleRole.COMBO_BOX);
        Tooltips.set(picker, NoteTexts.OTHER_COLOR);
        picker.setOnAction(e -> choose.accept(argb(picker.getValue())));
        return picker;
    }

    private static int argb(Color color) {
        return 0xFF000000
                | (int) Math.round(color.getRed() * 255) << 16
                | (int) Math.round(color.getGreen() * 255) << 8
                | (int) Math.round(color.getBlue() * 255);
    }
}
