package traceglass.render;

import javafx.geometry.Point2D;
import javafx.scene.input.MouseEvent;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.scene.HitTest;
import traceglass.render.picture.Hover;
import traceglass.render.picture.PaintState;
import traceglass.render.seek.SelectedEvents;

/// Handles clicks on labels and their buttons, events, notes and the axis.
final class ClickHandler {

    private final TimelineView view;
    private final PaintState picture;

    ClickHandler(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    /// Opens the menu of the event under the pointer, else of the track.
    void menu(HitTest.Hit hit, MouseEvent event) {
        if (hit.row() == null) {
            return;
        }
        Point2D screen = new Point2D(event.getScreenX(), event.getScreenY());
        Hover hover = view.hitTest.hover(hit, event.getX(), event.getY());
        if (hover.item() != null) {
            view.handlers().itemMenu(hover.item(), hit.row().node(), screen);
        } else {
            view.handlers().trackMenu(hit.row().node(), screen);
        }
    }

    /// @param hit the part on which the button was pressed
    void clicked(HitTest.Hit hit, MouseEvent event) {
        switch (hit.part()) {
            case LABEL -> labelClicked(hit, event);
            case TRACK -> trackClicked(hit, event);
            case NOTES -> view.handlers().noteClicked(event.getX());
            case AXIS -> view.clearSelection();
            default -> {}
        }
    }

    private void labelClicked(HitTest.Hit hit, MouseEvent event) {
        if (hit.row() == null) {
            return;
        }
        TrackNode node = hit.row().node();
        double fromRight = picture.geometry.labelWidth() - event.getX();
        double scale = picture.theme.scale();
        double box = 0;
        if (picture.selection instanceof TimelineSelection.Area area
                && !area.trackKeys().isEmpty()) {
            box = 21 * scale;
            if (fromRight <= box + 6 * scale) {
                view.selecting().toggleInArea(node.key());
                return;
            }
        }
        double tools = fromRight - box;
        if (tools < 26 * scale) {
            view.handlers().trackMenu(node, new Point2D(event.getScreenX(), event.getScreenY()));
        } else if (tools < 50 * scale) {
            view.tracks().setPinned(node.key(), !view.tracks().isPinned(node.key()));
        } else if (tools < 73 * scale && picture.help.test(node)) {
            view.tracks().help(node, new Point2D(24, hit.placed().bottom() + 2));
        } else if (node.isGroup() && !hit.pinned()) {
            view.tracks().toggle(node.key());
        }
    }

    private void trackClicked(HitTest.Hit hit, MouseEvent event) {
        if (hit.row() == null) {
            view.clearSelection();
            return;
        }
        TrackNode node = hit.row().node();
        if (node.isGroup() && !hit.row().summary()) {
            view.tracks().toggle(node.key());
            return;
        }
        var entry = picture.frames.entry(node.key());
        if (entry != null && entry.error() != null) {
            view.tracks().retry(node.key());
            return;
        }
        Hover hover = view.hitTest.hover(hit, event.getX(), event.getY());
        if (event.isShortcutDown()) {
            // A click that misses an event must not discard a selection of several events.
            if (hover.item() != null && SelectedEvents.canPick(picture, hover.item())) {
                view.setSelection(SelectedEvents.toggled(picture.selection, hover.item()));
            }
            return;
        }
        if (hover.item() == null) {
            view.clearSelection();
            return;
        }
        view.setSelection(new TimelineSelection.Event(hover.item()));
        view.handlers().itemClicked(hover.item());
        if (event.getClickCount() >= 2) {
            view.movement().focusSelection();
        }
    }
}
