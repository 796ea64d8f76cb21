package traceglass.app.panel.colors;

import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.util.Duration;
import javafx.util.StringConverter;
import traceglass.analysis.coloring.Condition;
import traceglass.app.ui.FittingPrompt;
import traceglass.app.ui.Styles;

/// Fields of a condition: its subject and its text. Typing takes effect after a short delay, Enter immediately.
final class ConditionFields {

    private static final Duration TYPING_DELAY = Duration.millis(400);

    final ComboBox<Condition.By> by = new ComboBox<>();
    final TextField text = new TextField();
    private final FittingPrompt prompt = new FittingPrompt(text);
    private final PauseTransition typingDelay = new PauseTransition(TYPING_DELAY);
    private final Consumer<Condition> onChange;
    private Condition reported;

    /// @param id prefix of the node ids
    ConditionFields(String id, Condition condition, Consumer<Condition> onChange) {
        this.onChange = onChange;
        reported = condition;
        by.setId(id + "-by");
        by.getItems().setAll(Condition.By.values());
        by.setConverter(new StringConverter<>() {
            @Override
            public String toString(Condition.By value) {
                return value == null ? "" : value.title();
            }

            @Override
            public Condition.By fromString(String title) {
                return null;
            }
        });
        by.setValue(condition.by());
        by.setAccessibleText(ColorsTexts.CONDITION_KIND);
        by.getStyleClass().add(Styles.COMPACT);
        by.setMinWidth(130);
        text.setId(id + "-text");
        text.setText(condition.text());
        text.setAccessibleText(ColorsTexts.CONDITION);
        text.getStyleClass().addAll(Styles.COMPACT, Styles.MONO);
        HBox.setHgrow(text, Priority.ALWAYS);
        prompt();
        by.setOnAction(_ -> {
            prompt();
            report();
        });
        typingDelay.setOnFinished(_ -> report());
        text.textProperty().addListener(_ -> typingDelay.playFromStart());
        text.setOnAction(_ -> report());
    }

    private void prompt() {
        prompt.set(
                switch (by.getValue()) {
                    case NAME, CATEGORY -> ColorsTexts.TEXT_PROMPTS;
                    case ARGUMENT -> ColorsTexts.ARGUMENT_PROMPTS;
                    case EXPRESSION -> ColorsTexts.EXPRESSION_PROMPTS;
                });
    }

    private void report() {
        typingDelay.stop();
        Condition condition = new Condition(by.getValue(), text.getText());
        if (!condition.equals(reported)) {
            reported = condition;
            onChange.accept(condition);
        }
    }

    /// Shows a condition that was changed elsewhere.
    void show(Condition condition) {
        if (!condition.equals(reported)) {
            reported = condition;
            by.setValue(condition.by());
            text.setText(condition.text());
            typingDelay.stop();
        }
    }
}
