package traceglass.render.picture;

import traceglass.render.item.TrackItem;

/// What the pointer is on.
///
/// @param rowKey key of the track of the row, or null
/// @param pinned whether that row is a pinned one
/// @param onLabel whether the pointer is over the label column
/// @param event index of the event in its track's data, or −1
/// @param item the event, or null
/// @param others how many other events fall into the same pixels
/// @param left left edge of its box in px, as painted
/// @param top top edge
/// @param width width
/// @param height height
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
