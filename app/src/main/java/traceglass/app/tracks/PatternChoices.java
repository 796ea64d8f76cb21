package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.analysis.track.info.TrackPattern;
import traceglass.app.command.Choice;
import traceglass.app.command.Choices;

/// Question for a track pattern. While the user types, the list shows number and names of matching tracks. Enter
/// applies the action to all of them or to the highlighted one.
final class PatternChoices implements Choices {

    private static final int MAX_LISTED = 200;

    /// Action on tracks that match a pattern.
    ///
    /// @param all label of the action for a number of tracks, e.g. `Expand all 5 groups`
    /// @param count number with its noun, e.g. `5 groups`
    /// @param which nodes that the action applies to
    /// @param action receives the nodes in tree order
    record PatternAction(
            String icon,
            LongFunction<String> all,
            LongFunction<String> count,
            Predicate<TrackPath> which,
            Consumer<List<TrackNode>> action) {}

    private final String question;
    private final List<TrackNode> roots;
    private final Function<String, TrackPattern> pattern;
    private final PatternAction patternAction;
    private final LatestTask background = new LatestTask();
    /// Created on first use, off the JavaFX thread.
    private volatile List<TrackPath> paths;

    /// Creates a question.
    ///
    /// @param pattern parses the typed text, e.g. [TrackPattern#regex]
    PatternChoices(
            String question,
            List<TrackNode> roots,
            Function<String, TrackPattern> pattern,
            PatternAction patternAction) {
        this.question = question;
        this.roots = roots;
        this.pattern = pattern;
        this.patternAction = patternAction;
    }

    @Override
    public String question() {
        return question;
    }

    @Override
    public void find(String typed, Consumer<Found> onFound) {
        TrackPattern parsed;
        try {
            parsed = pattern.apply(typed);
        } catch (PatternSyntaxException e) {
            background.cancel();
            onFound.accept(new Found(List.of(), TrackTreeTexts.invalidRegex(e.getDescription())));
            return;
        }
        if (parsed.isEmpty()) {
            background.cancel();
            onFound.accept(new Found(List.of(), ""));
            return;
        }
        background.run(
                isCanceled -> {
                    if (paths == null) {
                        paths = TrackPath.all(roots);
                    }
                    try {
                        return found(parsed, parsed.matching(paths, patternAction.which, isCanceled));
                    } catch (TrackPattern.TooSlowException | StackOverflowError e) {
                        return new Found(List.of(), TrackTreeTexts.REGEX_TOO_SLOW);
                    }
                },
                onFound);
    }

    private Found found(TrackPattern parsed, List<TrackPath> matching) {
        List<Choice> choices = new ArrayList<>();
        if (matching.size() > 1) {
            choices.add(Choice.of(
                    patternAction.icon,
                    patternAction.all.apply(matching.size()),
                    "",
                    () -> patternAction.action.accept(
                            matching.stream().map(TrackPath::node).toList())));
        }
        for (TrackPath path : matching.subList(0, Math.min(MAX_LISTED, matching.size()))) {
            choices.add(new Choice(
                    path.icon(),
                    path.name(),
                    parsed.matchPositions(path),
                    path.groups(),
                    List.of(),
                    path.kind(),
                    () -> patternAction.action.accept(List.of(path.node())),
                    null));
        }
        return new Found(
                choices, matching.isEmpty() ? TrackTreeTexts.NO_MATCHES : patternAction.count.apply(matching.size()));
    }

    @Override
    public void onClosed() {
        background.cancel();
    }
}
