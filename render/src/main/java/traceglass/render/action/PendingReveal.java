package traceglass.render.action;

import org.jspecify.annotations.Nullable;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.model.TimelineModel;
import traceglass.render.seek.AdjacentEvents;
import traceglass.render.tree.TrackTree;

/// Scrolls to an event that may not be loaded yet. Its position within the track is known once the track's data is
/// loaded.
public final class PendingReveal {

    private final TimelineModel model;
    private final TrackTree tree;
    private final Scrolling scrolling;
    private final ViewportMover mover;
    private final SelectionControls selectionControls;
    private @Nullable TrackItem pending;

    public PendingReveal(
            TimelineModel model,
            TrackTree tree,
            Scrolling scrolling,
            ViewportMover mover,
            SelectionControls selectionControls) {
        this.model = model;
        this.tree = tree;
        this.scrolling = scrolling;
        this.mover = mover;
        this.selectionControls = selectionControls;
    }

    /// Discards the event, for a new trace.
    public void cancel() {
        pending = null;
    }

    /// Selects an event with a known id, time and track, and scrolls to it as soon as possible.
    public void reveal(TrackItem item) {
        if (tree.openAncestors(item.trackKey())) {
            model.changes().markLayout();
        }
        pending = item;
        selectionControls.select(new TimelineSelection.Event(item));
        mover.panTo(item.ts(), item.end());
        model.changes().markTracks();
    }

    /// Whether the position of an event is still unknown.
    public boolean isWaiting() {
        return pending != null;
    }

    /// Checks whether the pending event has been loaded.
    public void tryReveal() {
        if (pending == null) {
            return;
        }
        TrackItem item = pending;
        scrolling.bringIntoView(item);
        TrackEntry entry = model.frames().entry(item.trackKey());
        boolean isKnown = entry != null && (entry.index() != null || entry.error() != null);
        if (!isKnown && model.layout().row(item.trackKey()) != null) {
            return;
        }
        pending = null;
        // The caller may not have known the name and the exact end; the loaded data has them.
        TrackItem found = isKnown ? AdjacentEvents.of(model, tree.node(item.trackKey()), item, 0) : null;
        if (found != null
                && model.selection() instanceof TimelineSelection.Event(TrackItem selected)
                && selected == item) {
            selectionControls.select(new TimelineSelection.Event(found));
        }
    }
}
