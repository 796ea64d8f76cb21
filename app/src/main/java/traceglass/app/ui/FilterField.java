package traceglass.app.ui;

import java.util.function.Consumer;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// A field with a magnifying glass, for what is to be left of the rows below it.
public final class FilterField extends HBox {

    private final TextField field = new TextField();

    /// @param id of the field
    /// @param prompt what stands in it while it is empty, and what screen readers call it
    /// @param filter takes the text whenever it is another
    public FilterField(String id, String prompt, Consumer<String> filter) {
        field.setId(id);
        field.setPromptText(prompt);
        field.setAccessibleText(prompt);
        field.getStyleClass().add("tg-bare-field");
        field.textProperty().addListener((o, was, is) -> filter.accept(is));
        setHgrow(field, Priority.ALWAYS);
        getChildren().addAll(new Icon("search", 13), field);
        getStyleClass().addAll("tg-field", Styles.COMPACT);
        setPrefWidth(180);
        setMinWidth(110);
    }

    /// Where the text is typed.
    public TextField field() {
        return field;
    }
}
