package traceglass.render;

import java.util.Collection;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.seek.AdjacentEvents;
import traceglass.render.tree.Areas;
import traceglass.store.time.TimeSpan;

/// Selects areas and events of a timeline by steps from the current selection.
public final class SelectionControls {

    private final TimelineView view;

    SelectionControls(TimelineView view) {
        this.view = view;
    }

    /// Selects an area. A group among the keys means all tracks in it.
    public void selectArea(TimeSpan span, Collection<String> keys) {
        view.setSelection(Areas.of(view.tree, span, keys));
    }

    /// Selects the whole trace: on the tracks of the selected area, or on all tracks if that is already
    /// selected. Does nothing if there are no tracks, so that a flame graph without a timeline stays.
    public void selectAll() {
        if (!view.tree.roots().isEmpty()) {
            view.setSelection(Areas.all(view.tree, view.selection(), view.bounds()));
        }
    }

    /// Replaces the selected event by the area that it covers on its track.
    public void selectionToArea() {
        view.setSelection(Areas.ofEvent(view.tree, view.selection()));
    }

    /// Adds a track, or all tracks of a group, to the selected area, or removes them.
    public void toggleInArea(String key) {
        view.setSelection(Areas.toggled(view.tree, view.selection(), key));
    }

    /// Selects the next (1) or previous (−1) event on the track and row of the selected one, and scrolls to it.
    public void selectAdjacent(int direction) {
        if (!(view.selection() instanceof TimelineSelection.Event(TrackItem item))) {
            return;
        }
        TrackItem next = AdjacentEvents.of(view.model, view.tree.node(item.trackKey()), item, direction);
        if (next != null) {
            view.setSelection(new TimelineSelection.Event(next));
            view.mover().panTo(next.ts(), next.end());
            view.showRowOf(next);
            view.handlers().itemClicked(next);
        }
    }
}
