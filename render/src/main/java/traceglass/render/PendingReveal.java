package traceglass.render;

import traceglass.render.frame.FrameLoader;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.TimelineModel;
import traceglass.render.seek.AdjacentEvents;

/// Scrolls to an event that may not be loaded yet. Its position within the track is known once the track's data is
/// loaded.
final class PendingReveal {

    private final TimelineView view;
    private final TimelineModel model;
    private TrackItem pending;

    PendingReveal(TimelineView view) {
        this.view = view;
        this.model = view.model;
    }

    void forget() {
        pending = null;
    }

    /// Selects an event with a known id, time and track, and scrolls to it as soon as possible.
    void reveal(TrackItem item) {
        if (view.tree.openAncestors(item.trackKey())) {
            view.layoutChanged();
        }
        pending = item;
        view.setSelection(new TimelineSelection.Event(item));
        view.mover().panTo(item.ts(), item.end());
        view.changed();
    }

    /// Whether the position of an event is still unknown.
    boolean isWaiting() {
        return pending != null;
    }

    /// Checks whether the pending event has been loaded.
    void settle() {
        if (pending == null) {
            return;
        }
        TrackItem item = pending;
        view.scroller().bringIntoView(item);
        FrameLoader.Entry entry = model.frames().entry(item.trackKey());
        boolean known = entry != null && (entry.index() != null || entry.error() != null);
        if (!known && model.layout().row(item.trackKey()) != null) {
            return;
        }
        pending = null;
        // The caller may not have known the name and the exact end; the loaded data has them.
        TrackItem found = known ? AdjacentEvents.of(model, view.tree.node(item.trackKey()), item, 0) : null;
        if (found != null
                && view.selection() instanceof TimelineSelection.Event(TrackItem selected)
                && selected == item) {
            view.setSelection(new TimelineSelection.Event(found));
        }
    }
}
