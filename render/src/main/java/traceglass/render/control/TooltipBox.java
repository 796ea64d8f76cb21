package traceglass.render.control;

import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.scene.text.Font;
import traceglass.store.text.SingleLineText;

/// Tooltip at the pointer: a name, numbers, then secondary text. A node of the control and not a window, so that it
/// appears in pictures and cannot be left behind.
public final class TooltipBox extends VBox {

    private static final int MAX_LENGTH = 300;

    private final Label name = new Label();
    private final Label numbers = new Label();
    private final Label secondary = new Label();

    public TooltipBox() {
        getStyleClass().add("tg-tooltip");
        name.getStyleClass().add("tg-tooltip-name");
        secondary.getStyleClass().add("tg-tooltip-quiet");
        getChildren().addAll(name, numbers, secondary);
        for (Label label : new Label[] {name, numbers, secondary}) {
            label.setMaxWidth(396);
            label.setWrapText(false);
        }
        setMouseTransparent(true);
        setManaged(false);
        setVisible(false);
    }

    /// Sets the font of the name: JavaFX has no semi-bold weight within a family.
    public void setNameFont(Font font) {
        name.setStyle("-fx-font-family: \"" + font.getFamily() + "\"; -fx-font-weight: "
                + (font.getStyle().contains("Bold") ? "bold" : "normal") + ";");
    }

    /// Shows the tooltip next to (x, y) within an area of the given size.
    public void show(
            String nameText, String numberText, String secondaryText, double x, double y, double width, double height) {
        set(name, nameText);
        set(numbers, numberText);
        set(secondary, secondaryText);
        setVisible(true);
        applyCss();
        double w = Math.min(420, prefWidth(-1));
        double h = prefHeight(w);
        double left = x + 12 + w > width ? Math.max(0, x - 12 - w) : x + 12;
        double top = y + 16 + h > height ? Math.max(0, y - 12 - h) : y + 16;
        resizeRelocate(Math.round(left), Math.round(top), Math.ceil(w), Math.ceil(h));
        layout();
    }

    private static void set(Label label, String fullText) {
        // Limits the length: the label would measure all of it.
        String text =
                SingleLineText.of(fullText.length() > MAX_LENGTH ? fullText.substring(0, MAX_LENGTH) + "…" : fullText);
        label.setText(text);
        label.setVisible(!text.isEmpty());
        label.setManaged(!text.isEmpty());
    }

    public void hide() {
        setVisible(false);
    }

    /// Text of the tooltip, one line each.
    public String text() {
        return String.join("\n", name.getText(), numbers.getText(), secondary.getText())
                .strip();
    }
}
