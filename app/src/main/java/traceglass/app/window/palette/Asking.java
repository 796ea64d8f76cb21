package traceglass.app.window.palette;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.TextField;
import traceglass.app.command.Choice;
import traceglass.app.command.Choices;

/// A question that is asked in the search field while it is asked: hands on what is typed, shows what there is to pick
/// from, and does what is picked. What is picked while the answers to the last letters are still on their way is picked
/// when they are there.
final class Asking {

    private final TextField field;
    private final SuggestionList palette;
    private final Runnable leave;
    private final Runnable changed;
    private Choices asked;
    private String said = "";
    private boolean finding;
    private boolean picked;
    private boolean otherwise;

    /// @param leave puts the field back to what it is without a question and gives the keyboard to the page
    /// @param changed called when [#said] is another
    Asking(TextField field, SuggestionList palette, Runnable leave, Runnable changed) {
        this.field = field;
        this.palette = palette;
        this.leave = leave;
        this.changed = changed;
    }

    boolean isOn() {
        return asked != null;
    }

    /// How many things there are to pick from, in words, or empty.
    String said() {
        return said;
    }

    void begin(Choices choices) {
        end();
        asked = choices;
        palette.hide();
        field.setPromptText(choices.question());
        field.setText(choices.initial());
        field.requestFocus();
        field.selectAll();
        find();
    }

    /// The text of the field is another.
    void find() {
        Choices now = asked;
        String text = field.getText();
        finding = true;
        now.find(text, found -> {
            if (asked == now && field.getText().equals(text)) {
                finding = false;
                show(now, found);
            }
        });
    }

    private void show(Choices now, Choices.Found found) {
        said = found.said();
        List<SuggestionList.Item> items = new ArrayList<>(found.choices().size());
        for (Choice c : found.choices()) {
            items.add(new SuggestionList.Item(
                    c.icon(),
                    c.title(),
                    c.marks(),
                    c.where(),
                    c.whereMarks(),
                    c.remark(),
                    null,
                    () -> done(c.action()),
                    c.otherwise() == null ? null : () -> done(c.otherwise())));
        }
        boolean named = items.stream().anyMatch(i -> i.title().equals(now.question()));
        palette.show(named ? "" : now.question(), items);
        changed.run();
        if (picked) {
            picked = false;
            palette.take(otherwise);
        }
    }

    /// Enter was pressed.
    ///
    /// @param shift whether Shift was held
    void enter(boolean shift) {
        if (finding) {
            picked = true;
            otherwise = shift;
        } else {
            palette.take(shift);
        }
    }

    private void done(Runnable action) {
        end();
        leave.run();
        action.run();
    }

    /// The question is asked no longer.
    void end() {
        if (asked != null) {
            asked.end();
            asked = null;
        }
        said = "";
        finding = false;
        picked = false;
    }
}
