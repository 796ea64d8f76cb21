package traceglass.render.layout;

import traceglass.analysis.track.TrackNode;

/// One visible row.
///
/// @param node what is drawn
/// @param level how deep it is nested, 0 for roots
/// @param y its top, px from the top of all rows
/// @param height px
/// @param parent index of the row of its group, or −1
/// @param open a group whose children are shown
/// @param quiet a row that belongs to the one above (a thread's slices below its states): its label says only what it
///     is
/// @param path for pinned rows, the group it comes from; else empty
public record Row(
        TrackNode node, int level, double y, double height, int parent, boolean open, boolean quiet, String path) {

    public double bottom() {
        return y + height;
    }

    /// A closed group that draws a summary of what is in it.
    public boolean summary() {
        return node.isGroup() && !open && node.hasSummary();
    }
}
