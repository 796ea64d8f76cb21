package traceglass.render;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.time.ViewHistory;
import traceglass.render.time.ViewTargets;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Moves the visible window: at once, eased, with held keys, and back and forward together with the selection.
final class ViewportMover {

    /// Visible window and selection, an entry of the history.
    private record View(Viewport viewport, TimelineSelection selection) {}

    private final TimelineView view;
    private final TimelineModel model;
    private final ViewportAnimator motion = new ViewportAnimator();
    private final ViewHistory<View> history = new ViewHistory<>();
    /// Target of the last focus, and the window before it.
    private Viewport focused;
    private Viewport beforeFocus;
    /// Whether the last movement was one of [#follow].
    private boolean followed;

    ViewportMover(TimelineView view) {
        this.view = view;
        this.model = view.model;
    }

    /// Stops all movement and clears the history, for a new trace.
    void reset() {
        history.clear();
        motion.stopEasing();
        motion.releaseAll();
        focused = null;
        beforeFocus = null;
    }

    /// Target of the easing, or else the current window.
    Viewport target() {
        return motion.target() == null ? model.viewport() : motion.target();
    }

    /// Eases to a window; jumps if motion is reduced or the timeline is not on a screen.
    void go(Viewport target) {
        if (model.theme().reducedMotion()
                || view.getScene() == null
                || view.getScene().getWindow() == null) {
            motion.stopEasing();
            view.setViewport(target);
        } else {
            motion.easeTo(model.viewport(), target, System.nanoTime());
            view.changed();
        }
    }

    /// Jumps to a window.
    void jump(Viewport target) {
        motion.stopEasing();
        view.setViewport(target);
    }

    /// Jumps to a window that follows the end of a growing trace, which is not a step to return to.
    void follow(Viewport target) {
        followed = true;
        jump(target);
    }

    void stopEasing() {
        motion.stopEasing();
    }

    void press(Movement.Move move) {
        motion.press(move, System.nanoTime());
        view.changed();
    }

    void release(Movement.Move move) {
        motion.release(move);
    }

    void releaseAll() {
        motion.releaseAll();
    }

    /// Shows a span with a margin; a second call for the same span returns to the previous window.
    void focus(TimeSpan span) {
        if (target().equals(focused) && beforeFocus != null) {
            Viewport back = beforeFocus;
            focused = null;
            beforeFocus = null;
            go(back);
            return;
        }
        beforeFocus = target();
        focused = ViewTargets.focus(model.viewport(), span, model.reach());
        go(focused);
    }

    void back() {
        show(history.goBack(current()));
    }

    void forward() {
        show(history.goForward(current()));
    }

    private View current() {
        return new View(model.viewport(), model.selection());
    }

    private void show(View past) {
        if (past == null) {
            return;
        }
        TimelineSelection selection = existing(past.selection());
        history.arrived(new View(past.viewport(), selection));
        if (!selection.equals(model.selection())) {
            select(selection);
        }
        if (!past.viewport().equals(model.viewport())) {
            go(past.viewport());
        }
    }

    /// Adds the current view to the history before the selection is replaced or the user starts to drag.
    void keep() {
        if (history.isStarted() && !motion.isMoving() && !view.interaction().isDragging()) {
            history.settle(current());
        }
    }

    /// Restores the selection before the current one; does nothing if there was none.
    void restoreSelection() {
        View past = history.latest(this::isOtherSelection);
        if (past != null) {
            keep();
            select(existing(past.selection()));
        }
    }

    boolean canRestoreSelection() {
        return history.latest(this::isOtherSelection) != null;
    }

    private boolean isOtherSelection(View past) {
        return past.selection() != TimelineSelection.NOTHING
                && !past.selection().equals(model.selection())
                && existing(past.selection()) != TimelineSelection.NOTHING;
    }

    /// Removes all selections from the history: the ids of events have changed.
    void clearSelections() {
        history.change(past -> new View(past.viewport(), TimelineSelection.NOTHING));
    }

    /// Selects an earlier selection from the history and scrolls to it.
    private void select(TimelineSelection selection) {
        view.showSelection(selection);
        switch (selection) {
            case TimelineSelection.Event event -> view.showRowOf(event.item());
            case TimelineSelection.Events events ->
                view.showRowOf(events.items().getFirst());
            case TimelineSelection.Area area -> {
                Set<String> visible = view.scroller().visibleNodes().stream()
                        .map(TrackNode::key)
                        .collect(Collectors.toSet());
                if (area.trackKeys().stream().noneMatch(visible::contains)) {
                    view.tracks().rowKeys().stream()
                            .filter(area.trackKeys()::contains)
                            .findFirst()
                            .ifPresent(view.tracks()::reveal);
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
                                || ownKeys().contains(event.item().trackKey())
                        ? selection
                        : TimelineSelection.NOTHING;
            case TimelineSelection.Events events -> {
                Set<String> own = ownKeys();
                List<TrackItem> left = events.items().stream()
                        .filter(item -> own.contains(item.trackKey()))
                        .toList();
                yield left.isEmpty() ? TimelineSelection.NOTHING : TimelineSelection.Events.of(left, events.left());
            }
            case TimelineSelection.Area area -> {
                if (area.trackKeys().isEmpty()) {
                    yield selection;
                }
                Set<String> left = new HashSet<>(area.trackKeys());
                left.retainAll(ownKeys());
                yield left.isEmpty() ? TimelineSelection.NOTHING : new TimelineSelection.Area(area.span(), left);
            }
            case TimelineSelection.Nothing _ -> selection;
        };
    }

    private Set<String> ownKeys() {
        Set<String> keys = new HashSet<>();
        collectKeys(view.tracks().ownRoots(), keys);
        return keys;
    }

    private static void collectKeys(List<TrackNode> nodes, Set<String> keys) {
        for (TrackNode node : nodes) {
            keys.add(node.key());
            collectKeys(node.children(), keys);
        }
    }

    boolean isMoving() {
        return motion.isMoving();
    }

    /// Advances the movement by the time since the last step.
    void step(long nowNs) {
        if (motion.isMoving()) {
            view.setViewport(motion.step(
                    model.viewport(), nowNs, anchorX(), model.geometry().timeWidth(), model.reach()));
            view.interaction().viewportMoved();
        }
    }

    /// Adds the current view to the history when all movement has ended.
    void movementEnded() {
        if (!view.interaction().isDragging()) {
            if (followed && history.isStarted()) {
                history.arrived(current());
            } else {
                history.settle(current());
            }
            followed = false;
            view.showHistory(history.hasBack(), history.hasForward());
        }
    }

    /// Fixed point of zooming by keys, px: the pointer, or the middle if it is elsewhere.
    double anchorX() {
        Geometry geometry = model.geometry();
        double x = model.pointer().x() - geometry.timeX();
        return Double.isNaN(x) || x < 0 || x > geometry.timeWidth() ? geometry.timeWidth() / 2 : x;
    }

    /// Pans so that a span is visible, without changing the zoom.
    void panTo(long from, long to) {
        go(ViewTargets.pan(target(), from, to, Objects.requireNonNull(model.reach())));
    }
}
