package traceglass.app.context;

import java.util.function.Consumer;
import traceglass.app.command.Choices;

/// Asks the user for input in the window.
public interface Prompt {

    /// Asks for a text.
    ///
    /// @param question text shown to the user
    /// @param initial text in the field when it opens
    /// @param answer called with the entered text; not called if the user cancels
    void ask(String question, String initial, Consumer<String> answer);

    /// Asks a question with a list of choices.
    default void choose(Choices choices) {
        throw new UnsupportedOperationException("this prompt has no choices");
    }
}
