package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.analysis.track.info.TrackPattern;
import traceglass.app.command.Choice;
import traceglass.app.command.Choices;
import traceglass.store.text.Texts;

/// A question for a pattern of tracks. While it is typed the list says how many tracks fit and which; Enter does
/// something to all of them, or to the one that is marked.
final class PatternChoices implements Choices {

    private static final int MOST = 200;

    /// What is done.
    ///
    /// @param words the order before the number, such as `Open`
    /// @param one what one of them is called, such as `group`
    /// @param many what several are called
    /// @param which which nodes it can be done to
    /// @param action does it to some, in the order of the tree
    record Deed(
            String icon,
            String words,
            String one,
            String many,
            Predicate<TrackPath> which,
            Consumer<List<TrackNode>> action) {}

    private final String question;
    private final List<TrackNode> roots;
    private final Function<String, TrackPattern> pattern;
    private final Deed deed;
    private final Background background = new Background();
    /// Made when it is first needed, off the JavaFX thread.
    private volatile List<TrackPath> paths;

    /// @param pattern reads what was typed, as [TrackPattern#regex]
    PatternChoices(String question, List<TrackNode> roots, Function<String, TrackPattern> pattern, Deed deed) {
        this.question = question;
        this.roots = roots;
        this.pattern = pattern;
        this.deed = deed;
    }

    @Override
    public String question() {
        return question;
    }

    @Override
    public void find(String typed, Consumer<Found> found) {
        TrackPattern wanted;
        try {
            wanted = pattern.apply(typed);
        } catch (PatternSyntaxException e) {
            background.cancel();
            found.accept(new Found(List.of(), "not complete: " + e.getDescription()));
            return;
        }
        if (wanted.isEmpty()) {
            background.cancel();
            found.accept(new Found(List.of(), ""));
            return;
        }
        background.run(
                cancelled -> {
                    if (paths == null) {
                        paths = TrackPath.all(roots);
                    }
                    try {
                        return found(wanted, wanted.matching(paths, deed.which, cancelled));
                    } catch (TrackPattern.TooSlow | StackOverflowError e) {
                        return new Found(List.of(), "this expression takes too long");
                    }
                },
                found);
    }

    private Found found(TrackPattern wanted, List<TrackPath> fitting) {
        List<Choice> choices = new ArrayList<>();
        String count = Texts.count(fitting.size(), deed.one, deed.many);
        if (fitting.size() > 1) {
            choices.add(Choice.of(
                    deed.icon,
                    deed.words + " all " + count,
                    "",
                    () -> deed.action.accept(
                            fitting.stream().map(TrackPath::node).toList())));
        }
        for (TrackPath path : fitting.subList(0, Math.min(MOST, fitting.size()))) {
            choices.add(new Choice(
                    path.icon(),
                    path.name(),
                    wanted.marks(path),
                    path.groups(),
                    List.of(),
                    path.kind(),
                    () -> deed.action.accept(List.of(path.node())),
                    null));
        }
        return new Found(choices, fitting.isEmpty() ? "nothing fits" : count);
    }

    @Override
    public void end() {
        background.cancel();
    }
}
