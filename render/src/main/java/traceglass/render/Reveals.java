package traceglass.render;

import traceglass.render.frame.FrameLoader;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.picture.PaintState;
import traceglass.render.seek.Neighbours;

/// Brings an event into view that may not have been loaded yet: its place within its track is known once the track's
/// data is there.
final class Reveals {

    private final TimelineView view;
    private final PaintState picture;
    private TrackItem pending;

    Reveals(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    void forget() {
        pending = null;
    }

    /// Selects an event whose id, time and track are known, and brings it into view as soon as that can be done.
    void reveal(TrackItem item) {
        if (view.tree.openAncestors(item.trackKey())) {
            view.layoutChanged();
        }
        pending = item;
        view.setSelection(new TimelineSelection.Event(item));
        view.mover().panTo(item.ts(), item.end());
        view.changed();
    }

    /// Whether the place of an event is not known yet.
    boolean isWaiting() {
        return pending != null;
    }

    /// Looks whether what is waited for is there.
    void settle() {
        if (pending == null) {
            return;
        }
        TrackItem item = pending;
        view.scroller().bringIntoView(item);
        FrameLoader.Entry entry = picture.frames.entry(item.trackKey());
        boolean known = entry != null && (entry.index() != null || entry.error() != null);
        if (!known && picture.layout.row(item.trackKey()) != null) {
            return;
        }
        pending = null;
        // The name and the exact end are in the data; whoever asked may not have known them.
        TrackItem found = known ? Neighbours.of(picture, view.tree.node(item.trackKey()), item, 0) : null;
        if (found != null
                && view.selection() instanceof TimelineSelection.Event(TrackItem selected)
                && selected == item) {
            view.setSelection(new TimelineSelection.Event(found));
        }
    }
}
