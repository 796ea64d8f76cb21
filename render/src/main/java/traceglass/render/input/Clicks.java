package traceglass.render.input;

import traceglass.analysis.track.TrackNode;
import traceglass.render.action.SelectionControls;
import traceglass.render.action.TrackControls;
import traceglass.render.action.ViewportControls;
import traceglass.render.box.Box;
import traceglass.render.item.PxPoint;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;
import traceglass.render.scene.HitTest;
import traceglass.render.scene.LabelBoxes;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Scenes;
import traceglass.render.seek.SelectedEvents;

/// Handles clicks on labels and their buttons, events, notes and the axis.
public final class Clicks {

    private final Scenes scenes;
    private final TimelineModel model;
    private final HitTest hitTest;
    private final SelectionControls selectionControls;
    private final TrackControls tracks;
    private final ViewportControls viewportControls;
    private final TimelineRequests requests;

    public Clicks(
            Scenes scenes,
            HitTest hitTest,
            SelectionControls selectionControls,
            TrackControls tracks,
            ViewportControls viewportControls,
            TimelineRequests requests) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.hitTest = hitTest;
        this.selectionControls = selectionControls;
        this.tracks = tracks;
        this.viewportControls = viewportControls;
        this.requests = requests;
    }

    /// Opens the menu of the event under the pointer, else of the track.
    public void openMenu(HitTest.Hit hit, PointerEvent event) {
        Row row = hit.row();
        if (row == null) {
            return;
        }
        TrackItem item = hitTest.hover(hit, event.x(), event.y()).item();
        if (item != null) {
            requests.openItemMenu(item, row.node(), event.screen());
        } else {
            requests.openTrackMenu(row.node(), event.screen());
        }
    }

    /// @param hit the part on which the button was pressed
    public void onClick(HitTest.Hit hit, PointerEvent event) {
        Box box = scenes.scene().boxAt(event.x(), event.y());
        if (box != null && box.handleClick(requests)) {
            return;
        }
        switch (hit.part()) {
            case LABEL -> onLabelClick(hit, event);
            case TRACK -> onTrackClick(hit, event);
            case NOTES -> requests.addNote(model.timeAt(event.x()));
            case AXIS -> selectionControls.clear();
            default -> {}
        }
    }

    private void onLabelClick(HitTest.Hit hit, PointerEvent event) {
        PlacedRow placed = hit.placed();
        if (placed == null) {
            return;
        }
        TrackNode node = placed.row().node();
        LabelBoxes.Button button =
                scenes.scene().labels().buttonAt(event.x(), model.tracks().hasHelp(node));
        switch (button) {
            case CHECK -> selectionControls.toggleInArea(node.key());
            case MENU -> requests.openTrackMenu(node, event.screen());
            case PIN -> tracks.setPinned(node.key(), !tracks.isPinned(node.key()));
            case HELP -> tracks.showHelp(node, new PxPoint(24, placed.bottom() + 2));
            case null -> {
                if (node.isGroup() && !placed.isPinned()) {
                    tracks.toggle(node.key());
                }
            }
        }
    }

    private void onTrackClick(HitTest.Hit hit, PointerEvent event) {
        Row row = hit.row();
        if (row == null) {
            selectionControls.clear();
            return;
        }
        TrackNode node = row.node();
        if (node.isGroup() && !row.isSummary()) {
            tracks.toggle(node.key());
            return;
        }
        var entry = model.frames().entry(node.key());
        if (entry != null && entry.error() != null) {
            tracks.retry(node.key());
            return;
        }
        TrackItem item = hitTest.hover(hit, event.x(), event.y()).item();
        if (event.isShortcutDown()) {
            // A click that misses an event must not discard a selection of several events.
            if (item != null && SelectedEvents.canSelect(model, item)) {
                selectionControls.select(SelectedEvents.toggled(model.selection(), item));
            }
            return;
        }
        if (item == null) {
            selectionControls.clear();
            return;
        }
        selectionControls.selectItem(item);
        if (event.clicks() >= 2) {
            viewportControls.focusSelection();
        }
    }
}
