package traceglass.app.context;

import java.util.function.Consumer;
import traceglass.app.command.Choices;

/// Asks a person for something, in the window.
public interface Prompt {

    /// Asks for a text.
    ///
    /// @param question what is asked for
    /// @param initial the text that is there at first
    /// @param answer called with the text entered; not called if the person cancels
    void ask(String question, String initial, Consumer<String> answer);

    /// Asks a question that has a list to pick from.
    default void choose(Choices choices) {
        throw new UnsupportedOperationException("nothing can be picked here");
    }
}
