package traceglass.app.context;

import java.util.function.Consumer;
import traceglass.app.command.Choices;

/// Prompt for components that are created before the window's prompt. Forwards questions once the window's prompt is
/// set, and ignores them until then.
final class DelegatingPrompt implements Prompt {

    private Prompt prompt;

    void set(Prompt newPrompt) {
        prompt = newPrompt;
    }

    @Override
    public void ask(String question, String initial, Consumer<String> answer) {
        if (prompt != null) {
            prompt.ask(question, initial, answer);
        }
    }

    @Override
    public void choose(Choices choices) {
        if (prompt != null) {
            prompt.choose(choices);
        }
    }
}
