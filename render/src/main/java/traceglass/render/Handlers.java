package traceglass.render;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import traceglass.analysis.track.TrackNode;
import traceglass.render.control.CornerControls;
import traceglass.render.item.Note;
import traceglass.render.item.PxPoint;
import traceglass.render.item.TrackItem;
import traceglass.render.model.TimelineRequests;

/// Callbacks of the timeline: requests for the application, such as menus and notes, and changes of the view.
public final class Handlers implements TimelineRequests {

    private final Node view;
    private final CornerControls corner;
    private Consumer<TrackItem> onItemClicked = _ -> {};
    private BiConsumer<TrackNode, Point2D> onTrackMenu = (_, _) -> {};
    private ItemMenu onItemMenu = (_, node, screen) -> onTrackMenu.accept(node, screen);
    private LongConsumer onAddNote = _ -> {};
    private Consumer<Note> onNoteClicked = _ -> {};
    private Runnable onChange = () -> {};

    Handlers(Node view, CornerControls corner) {
        this.view = view;
        this.corner = corner;
    }

    /// Called frequently, when saved state of the view may have changed: the visible window, the arrangement of the
    /// tracks, or the scroll position.
    public void setOnChange(Runnable handler) {
        onChange = handler;
    }

    /// Called when the user clicks an event, after it has been selected.
    public void setOnItemClicked(Consumer<TrackItem> handler) {
        onItemClicked = handler;
    }

    /// Opens the menu of an event.
    public interface ItemMenu {

        /// @param node track of the event
        /// @param screen point in screen coordinates
        void open(TrackItem item, TrackNode node, Point2D screen);
    }

    /// Called when the user opens the menu of an event. The selection stays as it is.
    public void setOnItemMenu(ItemMenu handler) {
        onItemMenu = handler;
    }

    /// Called when the user opens the menu of a track; the point is in screen coordinates.
    public void setOnTrackMenu(BiConsumer<TrackNode, Point2D> handler) {
        onTrackMenu = handler;
    }

    /// Called when the user clicks the icon in the filter field; the point, in screen coordinates, is below the
    /// icon.
    public void setOnFilterMenu(Consumer<Point2D> handler) {
        corner.funnel.setOnMouseClicked(
                event -> handler.accept(new Point2D(event.getScreenX(), event.getScreenY() + 10)));
    }

    /// Called when the user clicks the workspaces button; the point, in screen coordinates, is below the button.
    public void setOnTreeMenu(Consumer<Point2D> handler) {
        corner.trees.setOnAction(_ -> handler.accept(corner.trees.localToScreen(0, corner.trees.getHeight() + 2)));
    }

    /// Called with a time when the user clicks an empty part of the notes strip.
    public void setOnAddNote(LongConsumer handler) {
        onAddNote = handler;
    }

    /// Called when the user clicks a flag or a span.
    public void setOnNoteClicked(Consumer<Note> handler) {
        onNoteClicked = handler;
    }

    void notifyChange() {
        onChange.run();
    }

    @Override
    public void itemClicked(TrackItem item) {
        onItemClicked.accept(item);
    }

    @Override
    public void openItemMenu(TrackItem item, TrackNode node, PxPoint screen) {
        onItemMenu.open(item, node, new Point2D(screen.x(), screen.y()));
    }

    @Override
    public void openTrackMenu(TrackNode node, PxPoint screen) {
        onTrackMenu.accept(node, new Point2D(screen.x(), screen.y()));
    }

    @Override
    public PxPoint toScreen(double x, double y) {
        Point2D point = view.localToScreen(x, y);
        return point == null ? new PxPoint(0, 0) : new PxPoint(point.getX(), point.getY());
    }

    @Override
    public void noteClicked(Note note) {
        onNoteClicked.accept(note);
    }

    @Override
    public void addNote(long ts) {
        onAddNote.accept(ts);
    }
}
