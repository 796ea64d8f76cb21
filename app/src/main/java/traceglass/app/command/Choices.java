package traceglass.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// A question that is answered in the search field: by a text, or by picking from a list that follows what is typed.
/// Used on the JavaFX thread.
public interface Choices {

    /// What there is to pick from for a typed text.
    ///
    /// @param choices best first
    /// @param said how many there are, in words, or empty
    record Found(List<Choice> choices, String said) {

        public Found {
            choices = List.copyOf(choices);
        }
    }

    /// What is asked: stands in the empty field and above the list.
    String question();

    /// What stands in the field at first.
    default String initial() {
        return "";
    }

    /// Finds what fits a text, elsewhere than on the JavaFX thread when that takes more than a moment. A later call
    /// ends the search of an earlier one.
    ///
    /// @param found called on the JavaFX thread, at once or later, at most once
    void find(String typed, Consumer<Found> found);

    /// Nobody wants an answer any more.
    default void end() {}

    /// A question that any text answers.
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
            public void find(String typed, Consumer<Found> found) {
                // The question stays in sight also where there is something to change.
                found.accept(new Found(
                        List.of(Choice.of(
                                "help", question, "Enter to accept, Esc to leave", () -> answer.accept(typed))),
                        ""));
            }
        };
    }

    /// A question that one of a few things answers.
    ///
    /// @param name what a thing is called
    /// @param remark a quiet word about it, or empty
    static <T> Choices of(
            String question, List<T> things, Function<T, String> name, Function<T, String> remark, Consumer<T> answer) {
        return new Choices() {
            @Override
            public String question() {
                return question;
            }

            @Override
            public void find(String typed, Consumer<Found> found) {
                found.accept(new Found(matching(typed, things, name, remark, answer), ""));
            }
        };
    }

    /// Those of a few things whose names have the letters of a text in their order, best first.
    static <T> List<Choice> matching(
            String typed, List<T> things, Function<T, String> name, Function<T, String> remark, Consumer<T> answer) {
        record Scored<T>(T thing, int score) {}
        List<Scored<T>> fitting = new ArrayList<>();
        for (T thing : things) {
            int score = FuzzyMatch.score(typed, name.apply(thing));
            if (score >= 0) {
                fitting.add(new Scored<>(thing, score));
            }
        }
        fitting.sort(java.util.Comparator.comparingInt(s -> -s.score));
        return fitting.stream()
                .map(s -> new Choice(
                        "",
                        name.apply(s.thing),
                        FuzzyMatch.marks(typed, name.apply(s.thing)),
                        "",
                        List.of(),
                        remark.apply(s.thing),
                        () -> answer.accept(s.thing),
                        null))
                .toList();
    }
}
