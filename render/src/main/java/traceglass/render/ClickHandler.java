package traceglass.render;

import javafx.geometry.Point2D;
import javafx.scene.input.MouseEvent;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.LabelBoxes;
import traceglass.render.seek.SelectedEvents;

/// Handles clicks on labels and their buttons, events, notes and the axis.
final class ClickHandler {

    private final TimelineView view;
    private final TimelineModel model;

    ClickHandler(TimelineView view) {
        this.view = view;
        this.model = view.model;
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
        LabelBoxes.Button button =
                view.scenes.scene().labels().at(event.getX(), model.tracks().hasHelp(node));
        switch (button) {
            case CHECK -> view.selecting().toggleInArea(node.key());
            case MENU -> view.handlers().trackMenu(node, new Point2D(event.getScreenX(), event.getScreenY()));
            case PIN -> view.tracks().setPinned(node.key(), !view.tracks().isPinned(node.key()));
            case HELP -> view.tracks().help(node, new Point2D(24, hit.placed().bottom() + 2));
            case null -> {
                if (node.isGroup() && !hit.pinned()) {
                    view.tracks().toggle(node.key());
                }
            }
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
        var entry = model.frames().entry(node.key());
        if (entry != null && entry.error() != null) {
            view.tracks().retry(node.key());
            return;
        }
        Hover hover = view.hitTest.hover(hit, event.getX(), event.getY());
        if (event.isShortcutDown()) {
            // A click that misses an event must not discard a selection of several events.
            if (hover.item() != null && SelectedEvents.canPick(model, hover.item())) {
                view.setSelection(SelectedEvents.toggled(model.selection(), hover.item()));
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
