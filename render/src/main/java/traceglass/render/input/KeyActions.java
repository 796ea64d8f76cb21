package traceglass.render.input;

import traceglass.render.action.Scrolling;
import traceglass.render.action.TrackControls;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.TimelineModel;

/// Handles the keys that scroll the tracks, and Esc.
public final class KeyActions {

    private static final double PAGE = .9;

    private final TimelineModel model;
    private final Scrolling scrolling;
    private final TrackControls tracks;

    public KeyActions(TimelineModel model, Scrolling scrolling, TrackControls tracks) {
        this.model = model;
        this.scrolling = scrolling;
        this.tracks = tracks;
    }

    /// Scrolls by a page: 1 down, −1 up.
    public void page(int direction) {
        scrolling.scrollTo(model.scrollY() + direction * model.geometry().tracksHeight() * PAGE);
    }

    /// Handles Esc for the track filter: clears it if Esc was pressed in its field, or on the tracks while nothing
    /// is selected. If there is a selection, Esc clears that first.
    ///
    /// @param isInField whether the key was pressed in the field of the filter
    /// @param isOnTracks whether the key was pressed on the tracks
    /// @return whether the filter was cleared
    public boolean handleEscape(boolean isInField, boolean isOnTracks) {
        boolean clears = !tracks.filter().isEmpty()
                && (isInField || isOnTracks && model.selection() == TimelineSelection.NOTHING);
        if (clears) {
            tracks.setFilter("");
        }
        return clears;
    }
}
