package traceglass.render;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import javafx.geometry.Point2D;
import traceglass.analysis.track.TrackNode;
import traceglass.render.control.Corner;
import traceglass.render.item.Note;
import traceglass.render.item.TrackItem;

/// Callbacks of the timeline: requests that it passes on, such as menus and notes, and changes of its view.
public final class Handlers {

    private final TimelineView view;
    private final Corner corner;
    private Consumer<TrackItem> onItemClicked = _ -> {};
    private BiConsumer<TrackNode, Point2D> onTrackMenu = (_, _) -> {};
    private LongConsumer onNoteWanted = _ -> {};
    private Consumer<Note> onNoteClicked = _ -> {};
    private Runnable onChange = () -> {};

    Handlers(TimelineView view, Corner corner) {
        this.view = view;
        this.corner = corner;
    }

    /// Called, often, when something may have changed that a person would want to find again: the window, the
    /// arrangement of the tracks, how far they are scrolled.
    public void setOnChange(Runnable handler) {
        onChange = handler;
    }

    /// Called when a person clicks an event, after it was selected.
    public void setOnItemClicked(Consumer<TrackItem> handler) {
        onItemClicked = handler;
    }

    /// Called when a person asks for the menu of a track; the point is on the screen.
    public void setOnTrackMenu(BiConsumer<TrackNode, Point2D> handler) {
        onTrackMenu = handler;
    }

    /// Called when a person clicks the sign in the filter field, with a point on the screen below it.
    public void setOnFilterMenu(Consumer<Point2D> handler) {
        corner.funnel.setOnMouseClicked(
                event -> handler.accept(new Point2D(event.getScreenX(), event.getScreenY() + 10)));
    }

    /// Called when a person asks for other trees of tracks, with a point on the screen below the button.
    public void setOnTreeMenu(Consumer<Point2D> handler) {
        corner.trees.setOnAction(_ -> handler.accept(corner.trees.localToScreen(0, corner.trees.getHeight() + 2)));
    }

    /// Called with a time when a person clicks an empty place of the notes strip.
    public void setOnNoteWanted(LongConsumer handler) {
        onNoteWanted = handler;
    }

    /// Called when a person clicks a flag or a span.
    public void setOnNoteClicked(Consumer<Note> handler) {
        onNoteClicked = handler;
    }

    void changed() {
        onChange.run();
    }

    void itemClicked(TrackItem item) {
        onItemClicked.accept(item);
    }

    void trackMenu(TrackNode node, Point2D screen) {
        onTrackMenu.accept(node, screen);
    }

    /// The notes strip was clicked here, px.
    void noteClicked(double x) {
        Note note = view.hitTest.noteAt(x);
        if (note != null) {
            onNoteClicked.accept(note);
        } else {
            onNoteWanted.accept(view.timeAt(x));
        }
    }
}
