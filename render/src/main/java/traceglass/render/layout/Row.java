package traceglass.render.layout;

import traceglass.analysis.track.TrackNode;

/// One visible row.
///
/// @param node track or group that the row shows
/// @param level nesting depth, 0 for roots
/// @param y top, px from the top of all rows
/// @param height height in px
/// @param parent index of the row of its group, or −1
/// @param isOpen whether it is a group whose children are shown
/// @param hasShortLabel whether it belongs to the row above (a thread's slices below its states), so that its label
///     shows only the kind of track
/// @param path for pinned rows, the group it comes from; else empty
public record Row(
        TrackNode node,
        int level,
        double y,
        double height,
        int parent,
        boolean isOpen,
        boolean hasShortLabel,
        String path) {

    public double bottom() {
        return y + height;
    }

    /// Whether it is a closed group that shows a summary of its tracks.
    public boolean isSummary() {
        return node.isGroup() && !isOpen && node.hasSummary();
    }
}
