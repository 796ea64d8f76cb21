package traceglass.render.model;

import traceglass.render.item.TrackItem;

/// Element under the pointer.
///
/// @param rowKey key of the row's track, or null
/// @param pinned whether the row is pinned
/// @param onLabel whether the pointer is over the label column
/// @param event index of the event in its track's data, or −1
/// @param item the event, or null
/// @param others number of other events in the same pixels
/// @param left left edge of its box as painted, px
/// @param top top edge, px
/// @param width width, px
/// @param height height, px
public record Hover(
        String rowKey,
        boolean pinned,
        boolean onLabel,
        int event,
        TrackItem item,
        int others,
        double left,
        double top,
        double width,
        double height) {

    public static final Hover NONE = new Hover(null, false, false, -1, null, 0, 0, 0, 0, 0);

    public boolean sameTarget(Hover other) {
        return java.util.Objects.equals(rowKey, other.rowKey)
                && pinned == other.pinned
                && onLabel == other.onLabel
                && event == other.event;
    }
}
