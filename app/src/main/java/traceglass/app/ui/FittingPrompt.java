package traceglass.app.ui;

import java.util.List;
import javafx.scene.control.TextField;
import javafx.scene.text.Text;

/// Prompt of a text field in several lengths. The longest that fits is shown, so that no prompt is truncated. Used on
/// the JavaFX thread.
public final class FittingPrompt {

    /// Space that a text field keeps for its caret.
    private static final double CARET = 3;

    private final TextField field;
    private List<String> prompts = List.of();

    public FittingPrompt(TextField field) {
        this.field = field;
        field.widthProperty().addListener(_ -> choose());
        field.fontProperty().addListener(_ -> choose());
        // The insets are known when the style is applied.
        field.insetsProperty().addListener(_ -> choose());
    }

    /// Sets the prompts, longest first; if none fits, the last one is shown.
    public void set(String... longestFirst) {
        prompts = List.of(longestFirst);
        choose();
    }

    private void choose() {
        if (prompts.isEmpty()) {
            return;
        }
        double availableWidth = field.getWidth() - field.snappedLeftInset() - field.snappedRightInset() - CARET;
        field.setPromptText(
                field.getWidth() <= 0
                        ? prompts.getFirst()
                        : prompts.stream()
                                .filter(p -> width(p) <= availableWidth)
                                .findFirst()
                                .orElse(prompts.getLast()));
    }

    private double width(String prompt) {
        Text text = new Text(prompt);
        text.setFont(field.getFont());
        return Math.ceil(text.getLayoutBounds().getWidth());
    }
}
