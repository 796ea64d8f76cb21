package traceglass.render.model;

import java.util.Objects;
import traceglass.render.item.TrackItem;

/// Element under the pointer.
///
/// @param rowKey key of the row's track, or null
/// @param isPinned whether the row is pinned
/// @param isOnLabel whether the pointer is over the label column
/// @param event index of the event in its track's data, or −1
/// @param item the event, or null
/// @param otherCount number of other events in the same pixels
/// @param left left edge of its box as painted, px
/// @param top top edge, px
/// @param width width, px
/// @param height height, px
public record Hover(
        String rowKey,
        boolean isPinned,
        boolean isOnLabel,
        int event,
        TrackItem item,
        int otherCount,
        double left,
        double top,
        double width,
        double height) {

    public static final Hover NONE = new Hover(null, false, false, -1, null, 0, 0, 0, 0, 0);

    public boolean hasSameTarget(Hover other) {
        return Objects.equals(rowKey, other.rowKey)
                && isPinned == other.isPinned
                && isOnLabel == other.isOnLabel
                && event == other.event;
    }
}
