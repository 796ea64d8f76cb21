package traceglass.render.layout;

import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;

/// Heights of rows in px.
///
/// @param scale scale of text and rows, 1 is 100%
/// @param isCompact whether rows are shorter for CPUs and counters
/// @param dataRows number of rows in the data of a track, by key; 0 if unknown
/// @param flat keys of slice tracks with rows collapsed to 3 px
/// @param factors height factors of counters, by key
public record RowHeights(
        double scale,
        boolean isCompact,
        ToIntFunction<String> dataRows,
        Set<String> flat,
        Map<String, Integer> factors) {

    public static final double PINNED_MIN = 40;

    double of(TrackNode node, boolean isOpen, boolean isPinned) {
        TrackStyle style = node.kind().style();
        TrackStyle.Heights heights = (isOpen && node.isGroup() ? TrackStyle.HEADING : style).heights();
        double height = isCompact ? heights.compact() : heights.fixed();
        if (heights.perDepth() > 0) {
            boolean isLow = heights.canCollapse() && flat.contains(node.key());
            height += depths(node) * (isLow ? heights.flat() : heights.perDepth());
        } else if (style.shape() == TrackStyle.Shape.CURVE) {
            height *= factors.getOrDefault(node.key(), 1);
        }
        return Math.round((isPinned ? Math.max(height, PINNED_MIN) : height) * scale);
    }

    /// Number of rows of a slice track: from its data, else as expected by the tree; at least one.
    public int depths(TrackNode node) {
        int rowCount = dataRows.applyAsInt(node.key());
        return Math.max(1, rowCount == 0 ? node.kind().expectedRows() : rowCount);
    }
}
