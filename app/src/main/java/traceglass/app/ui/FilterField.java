package traceglass.app.ui;

import java.util.function.Consumer;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// Text field with a magnifier icon that filters the rows below it.
public final class FilterField extends HBox {

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
        setPrefWidth(180);
        setMinWidth(110);
    }

    /// The text field itself.
    public TextField field() {
        return field;
    }
}
