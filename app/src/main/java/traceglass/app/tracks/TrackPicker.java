package traceglass.app.tracks;

import java.util.List;
import java.util.function.Consumer;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.app.command.Choice;
import traceglass.app.command.Choices;

/// Question for a track. The list shows fuzzy matches of names and groups; the tree is not filtered.
final class TrackPicker implements Choices {

    /// Maximum number of listed tracks; typing more letters narrows the list.
    static final int MAX_LISTED = 200;

    private final String question;
    private final List<TrackNode> roots;
    private final Consumer<TrackNode> action;
    private final Consumer<TrackNode> shiftAction;
    private final LatestTask background = new LatestTask();
    /// Created on first use, off the JavaFX thread.
    private volatile TrackFinder finder;

    /// Creates a question.
    ///
    /// @param roots roots of the displayed tree
    /// @param action action of Enter
    /// @param shiftAction action of Shift+Enter, or null
    TrackPicker(String question, List<TrackNode> roots, Consumer<TrackNode> action, Consumer<TrackNode> shiftAction) {
        this.question = question;
        this.roots = roots;
        this.action = action;
        this.shiftAction = shiftAction;
    }

    @Override
    public String question() {
        return question;
    }

    @Override
    public void find(String typed, Consumer<Found> onFound) {
        background.run(
                isCanceled -> {
                    if (finder == null) {
                        finder = TrackFinder.of(roots);
                    }
                    return found(finder.find(typed, MAX_LISTED, isCanceled));
                },
                onFound);
    }

    private Found found(TrackFinder.Hits hits) {
        List<Choice> choices = hits.best().stream().map(this::choice).toList();
        return new Found(
                choices,
                TrackTreeTexts.matchingTracks(hits.count(), finder.paths().size()));
    }

    private Choice choice(TrackFinder.Hit hit) {
        TrackPath path = hit.path();
        return new Choice(
                path.icon(),
                path.name(),
                hit.name(),
                path.groups(),
                hit.groups(),
                path.kind(),
                () -> action.accept(path.node()),
                shiftAction == null ? null : () -> shiftAction.accept(path.node()));
    }

    @Override
    public void onClosed() {
        background.cancel();
    }
}
