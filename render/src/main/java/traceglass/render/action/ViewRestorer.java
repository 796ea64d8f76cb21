package traceglass.render.action;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.TimelineModel;

/// Restores earlier views, as far as their tracks still exist.
public final class ViewRestorer {

    private final TimelineModel model;
    private final ViewSteps steps;
    private final ViewportMover mover;
    private final Arrangement arrangement;
    private final Scrolling scrolling;
    private final TrackControls tracks;
    private final SelectionControls selectionControls;

    public ViewRestorer(
            TimelineModel model,
            ViewSteps steps,
            ViewportMover mover,
            Arrangement arrangement,
            Scrolling scrolling,
            TrackControls tracks,
            SelectionControls selectionControls) {
        this.model = model;
        this.steps = steps;
        this.mover = mover;
        this.arrangement = arrangement;
        this.scrolling = scrolling;
        this.tracks = tracks;
        this.selectionControls = selectionControls;
    }

    /// Shows a window with its selection; does nothing for null.
    void show(ViewSteps.@Nullable ViewStep view) {
        if (view == null) {
            return;
        }
        TimelineSelection selection = existing(view.selection());
        steps.onArrived(new ViewSteps.ViewStep(view.viewport(), selection));
        if (!selection.equals(model.selection())) {
            select(selection);
        }
        if (!view.viewport().equals(model.viewport())) {
            mover.easeTo(view.viewport());
        }
    }

    /// Restores the selection before the current one; does nothing if there was none.
    void restore() {
        ViewSteps.ViewStep view = steps.latest(this::isRestorable);
        if (view != null) {
            steps.addSettled();
            select(existing(view.selection()));
        }
    }

    /// Whether [#restore] has something to select.
    boolean canRestore() {
        return steps.latest(this::isRestorable) != null;
    }

    private boolean isRestorable(ViewSteps.ViewStep view) {
        return view.selection() != TimelineSelection.NOTHING
                && !view.selection().equals(model.selection())
                && existing(view.selection()) != TimelineSelection.NOTHING;
    }

    /// Selects an earlier selection and scrolls to it.
    private void select(TimelineSelection selection) {
        selectionControls.setWithoutStep(selection);
        switch (selection) {
            case TimelineSelection.Event event -> arrangement.showRowOf(event.item());
            case TimelineSelection.Events events ->
                arrangement.showRowOf(events.items().getFirst());
            case TimelineSelection.Area area -> {
                Set<String> visible =
                        scrolling.visibleNodes().stream().map(TrackNode::key).collect(Collectors.toSet());
                if (area.trackKeys().stream().noneMatch(visible::contains)) {
                    tracks.rowKeys().stream()
                            .filter(area.trackKeys()::contains)
                            .findFirst()
                            .ifPresent(tracks::reveal);
                }
            }
            case TimelineSelection.Nothing _ -> {}
        }
    }

    /// Returns the part of a selection that is on tracks that still exist.
    private TimelineSelection existing(TimelineSelection selection) {
        return switch (selection) {
            case TimelineSelection.Event event ->
                event.item().trackKey().isEmpty()
                                || existingKeys().contains(event.item().trackKey())
                        ? selection
                        : TimelineSelection.NOTHING;
            case TimelineSelection.Events events -> {
                Set<String> existing = existingKeys();
                List<TrackItem> remaining = events.items().stream()
                        .filter(item -> existing.contains(item.trackKey()))
                        .toList();
                yield remaining.isEmpty()
                        ? TimelineSelection.NOTHING
                        : TimelineSelection.Events.of(remaining, events.left());
            }
            case TimelineSelection.Area area -> {
                if (area.trackKeys().isEmpty()) {
                    yield selection;
                }
                Set<String> remaining = new HashSet<>(area.trackKeys());
                remaining.retainAll(existingKeys());
                yield remaining.isEmpty()
                        ? TimelineSelection.NOTHING
                        : new TimelineSelection.Area(area.span(), remaining);
            }
            case TimelineSelection.Nothing _ -> selection;
        };
    }

    private Set<String> existingKeys() {
        Set<String> keys = new HashSet<>();
        collectKeys(tracks.ownRoots(), keys);
        return keys;
    }

    private static void collectKeys(List<TrackNode> nodes, Set<String> keys) {
        for (TrackNode node : nodes) {
            keys.add(node.key());
            collectKeys(node.children(), keys);
        }
    }
}
