package traceglass.app.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Question answered in the search field: by free text, or by choosing from a list filtered by the typed text. Used
/// on the JavaFX thread.
public interface Choices {

    /// Choices for a typed text.
    ///
    /// @param choices best match first
    /// @param summary number of choices as text, or empty
    record Found(List<Choice> choices, String summary) {

        public Found {
            choices = List.copyOf(choices);
        }
    }

    /// The question, shown in the empty field and above the list.
    String question();

    /// Initial text of the field.
    default String initial() {
        return "";
    }

    /// Finds the choices for a text, off the JavaFX thread if that takes noticeable time. Each call cancels an
    /// earlier search.
    ///
    /// @param onResult called on the JavaFX thread, immediately or later, at most once
    void find(String typed, Consumer<Found> onResult);

    /// Called when the question is closed, with or without an answer.
    default void onClosed() {}

    /// Creates a question answered by free text.
    static Choices text(String question, String initial, Consumer<String> answer) {
        return new Choices() {
            @Override
            public String question() {
                return question;
            }

            @Override
            public String initial() {
                return initial;
            }

            @Override
            public void find(String typed, Consumer<Found> onResult) {
                // Repeat the question in the list, since the prompt text is hidden by the initial
                // text.
                onResult.accept(new Found(
                        List.of(Choice.of("help", question, CommandTexts.ACCEPT_OR_CANCEL, () -> answer.accept(typed))),
                        ""));
            }
        };
    }

    /// Creates a question answered by choosing one of a few items.
    ///
    /// @param name display name of an item
    /// @param note muted text for an item, or empty
    static <T> Choices of(
            String question, List<T> items, Function<T, String> name, Function<T, String> note, Consumer<T> answer) {
        return new Choices() {
            @Override
            public String question() {
                return question;
            }

            @Override
            public void find(String typed, Consumer<Found> onResult) {
                onResult.accept(new Found(matching(typed, items, name, note, answer), ""));
            }
        };
    }

    /// Filters items by fuzzy match of their names, best match first.
    static <T> List<Choice> matching(
            String typed, List<T> items, Function<T, String> name, Function<T, String> note, Consumer<T> answer) {
        record Scored<T>(T item, int score) {}
        List<Scored<T>> matches = new ArrayList<>();
        for (T item : items) {
            int score = FuzzyMatch.score(typed, name.apply(item));
            if (score >= 0) {
                matches.add(new Scored<>(item, score));
            }
        }
        matches.sort(Comparator.comparingInt(s -> -s.score));
        return matches.stream()
                .map(s -> new Choice(
                        "",
                        name.apply(s.item),
                        FuzzyMatch.marks(typed, name.apply(s.item)),
                        "",
                        List.of(),
                        note.apply(s.item),
                        () -> answer.accept(s.item),
                        null))
                .toList();
    }
}
