package traceglass.app.window.palette;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.TextField;
import traceglass.app.command.Choice;
import traceglass.app.command.Choices;

/// A question asked in the search field. Passes on the typed text, shows the matching choices and runs the chosen
/// one. If Enter is pressed while choices are still loading, the first one is chosen when they arrive.
final class OmniboxQuestion {

    private final TextField field;
    private final SuggestionList palette;
    private final Runnable onLeave;
    private final Runnable whenChanged;
    private Choices current;
    private String countText = "";
    private boolean isFinding;
    private boolean isAcceptedEarly;
    private boolean wasShiftDown;

    /// @param onLeave resets the field and moves the focus to the page
    /// @param whenChanged called when [#countText] changes
    OmniboxQuestion(TextField field, SuggestionList palette, Runnable onLeave, Runnable whenChanged) {
        this.field = field;
        this.palette = palette;
        this.onLeave = onLeave;
        this.whenChanged = whenChanged;
    }

    boolean isActive() {
        return current != null;
    }

    /// Returns the number of choices as text, or an empty string.
    String countText() {
        return countText;
    }

    void begin(Choices choices) {
        end();
        current = choices;
        palette.hide();
        field.setPromptText(choices.question());
        field.setText(choices.initial());
        field.requestFocus();
        field.selectAll();
        find();
    }

    /// Called when the text of the field has changed.
    void find() {
        Choices choices = current;
        String text = field.getText();
        isFinding = true;
        choices.find(text, found -> {
            if (current == choices && field.getText().equals(text)) {
                isFinding = false;
                show(choices, found);
            }
        });
    }

    private void show(Choices choices, Choices.Found found) {
        countText = found.summary();
        List<SuggestionList.Item> items = new ArrayList<>(found.choices().size());
        for (Choice c : found.choices()) {
            items.add(new SuggestionList.Item(
                    c.icon(),
                    c.title(),
                    c.marks(),
                    c.location(),
                    c.locationMarks(),
                    c.note(),
                    null,
                    () -> runAndEnd(c.action()),
                    c.shiftAction() == null ? null : () -> runAndEnd(c.shiftAction())));
        }
        boolean isNamed = items.stream().anyMatch(i -> i.title().equals(choices.question()));
        palette.show(isNamed ? "" : choices.question(), items);
        whenChanged.run();
        if (isAcceptedEarly) {
            isAcceptedEarly = false;
            palette.runMarked(wasShiftDown);
        }
    }

    /// Handles Enter.
    ///
    /// @param isShiftDown whether Shift was held
    void accept(boolean isShiftDown) {
        if (isFinding) {
            isAcceptedEarly = true;
            wasShiftDown = isShiftDown;
        } else {
            palette.runMarked(isShiftDown);
        }
    }

    private void runAndEnd(Runnable action) {
        end();
        onLeave.run();
        action.run();
    }

    /// Ends the question.
    void end() {
        if (current != null) {
            current.onClosed();
            current = null;
        }
        countText = "";
        isFinding = false;
        isAcceptedEarly = false;
    }
}
