package traceglass.render.model;

import traceglass.analysis.track.TrackNode;
import traceglass.render.item.Note;
import traceglass.render.item.PxPoint;
import traceglass.render.item.TrackItem;

/// Requests of the user that a timeline passes to the application.
public interface TimelineRequests {

    /// Reports a click on an event, which is already selected.
    void itemClicked(TrackItem item);

    /// Opens the menu of an event.
    ///
    /// @param node track of the event
    /// @param screen point on the screen
    void openItemMenu(TrackItem item, TrackNode node, PxPoint screen);

    /// Opens the menu of a track at a point on the screen.
    void openTrackMenu(TrackNode node, PxPoint screen);

    /// Converts a point of the timeline to a point on the screen.
    PxPoint toScreen(double x, double y);

    /// Reports a click on a flag or a span.
    void noteClicked(Note note);

    /// Adds a note at a time in ns.
    void addNote(long ts);
}
