package traceglass.app.ui;

import java.util.function.Consumer;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.text.Text;
import traceglass.app.theme.StyleSheets;

/// Text field with a magnifier icon that filters the rows below it.
public final class FilterField extends HBox {

    private static final double WIDTH = 180;
    private static final double MIN_WIDTH = 110;
    /// Space that a text field keeps for its caret.
    private static final double CARET = 3;

    private final TextField field = new TextField();

    /// Creates a filter field.
    ///
    /// @param id node id of the text field
    /// @param prompt prompt text, also the accessible text
    /// @param filter called with the text after each change
    public FilterField(String id, String prompt, Consumer<String> filter) {
        field.setId(id);
        field.setPromptText(prompt);
        field.setAccessibleText(prompt);
        field.getStyleClass().add("tg-bare-field");
        field.textProperty().addListener((_, _, newValue) -> filter.accept(newValue));
        setHgrow(field, Priority.ALWAYS);
        getChildren().addAll(new Icon("search", 13), field);
        getStyleClass().addAll("tg-field", Styles.COMPACT);
        setPrefWidth(WIDTH);
    }

    /// The prompt is never truncated, unless it is very long.
    @Override
    protected double computeMinWidth(double height) {
        Text prompt = new Text(field.getPromptText());
        prompt.setFont(field.getFont());
        double needed = snappedLeftInset()
                + getChildren().getFirst().minWidth(-1)
                + getSpacing()
                + field.snappedLeftInset()
                + Math.ceil(prompt.getLayoutBounds().getWidth())
                + field.snappedRightInset()
                + snappedRightInset()
                + CARET;
        return Math.clamp(needed, MIN_WIDTH, WIDTH * StyleSheets.factor());
    }

    /// The text field itself.
    public TextField field() {
        return field;
    }
}
