package traceglass.render.action;

import java.util.Collection;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;
import traceglass.render.seek.AdjacentEvents;
import traceglass.render.tree.AreaSelections;
import traceglass.render.tree.TrackTree;
import traceglass.store.time.TimeSpan;

/// Sets the selection of a timeline, and selects areas and events by steps from the current one.
public final class SelectionControls {

    private final TimelineModel model;
    private final TrackTree tree;
    private final ViewSteps steps;
    private final ViewportMover mover;
    private final Arrangement arrangement;
    private final TimelineRequests requests;

    public SelectionControls(
            TimelineModel model,
            TrackTree tree,
            ViewSteps steps,
            ViewportMover mover,
            Arrangement arrangement,
            TimelineRequests requests) {
        this.model = model;
        this.tree = tree;
        this.steps = steps;
        this.mover = mover;
        this.arrangement = arrangement;
        this.requests = requests;
    }

    /// Sets the selection without moving the window.
    public void select(TimelineSelection value) {
        if (!value.equals(model.selection())) {
            steps.addSettled();
        }
        setWithoutStep(value);
    }

    /// Sets the selection without a step to return to.
    void setWithoutStep(TimelineSelection value) {
        model.setSelection(value);
        model.changes().markTracks();
    }

    public void clear() {
        select(TimelineSelection.NOTHING);
    }

    /// Selects an event that the user chose.
    public void selectItem(TrackItem item) {
        select(new TimelineSelection.Event(item));
        requests.itemClicked(item);
    }

    /// Selects an area. A group among the keys means all tracks in it.
    public void selectArea(TimeSpan span, Collection<String> keys) {
        select(AreaSelections.of(tree, span, keys));
    }

    /// Selects the whole trace: on the tracks of the selected area, or on all tracks if that is already
    /// selected. Does nothing if there are no tracks, so that a flame graph without a timeline stays.
    public void selectAll() {
        if (!tree.roots().isEmpty()) {
            select(AreaSelections.all(tree, model.selection(), model.bounds()));
        }
    }

    /// Replaces the selected event by the area that it covers on its track.
    public void selectAreaOfSelection() {
        select(AreaSelections.ofEvent(tree, model.selection()));
    }

    /// Adds a track, or all tracks of a group, to the selected area, or removes them.
    public void toggleInArea(String key) {
        select(AreaSelections.toggled(tree, model.selection(), key));
    }

    /// Selects the next (1) or previous (−1) event on the track and row of the selected one, and scrolls to it.
    public void selectAdjacent(int direction) {
        if (!(model.selection() instanceof TimelineSelection.Event(TrackItem item))) {
            return;
        }
        TrackItem next = AdjacentEvents.of(model, tree.node(item.trackKey()), item, direction);
        if (next != null) {
            select(new TimelineSelection.Event(next));
            mover.panTo(next.ts(), next.end());
            arrangement.showRowOf(next);
            requests.itemClicked(next);
        }
    }
}
