package traceglass.render.layout;

import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

/// How high rows are, in px.
///
/// @param scale of type and rows, 1 is 100 %
/// @param compact lower rows for CPUs and counters
/// @param dataRows how many rows the data of a track has, by key; 0 while it is not known
/// @param flat keys of slice tracks shown 3 px a depth
/// @param factors by key, how many times its normal height a counter has
public record RowHeights(
        double scale, boolean compact, ToIntFunction<String> dataRows, Set<String> flat, Map<String, Integer> factors) {

    public static final double GROUP = 26;
    public static final double SUMMARY = 34;
    public static final double SLICE_ROW = 18;
    public static final double SLICE_PAD = 3;
    public static final double FRAME_PAD = 4;
    public static final double FLAT_ROW = 3;
    public static final double PINNED_MIN = 40;

    double of(TrackNode node, boolean open, boolean pinned) {
        double height = switch (node.kind()) {
            case GROUP -> open || node.source() instanceof TrackSource.None ? GROUP : SUMMARY;
            case CPU_SCHED -> compact ? 17 : 20;
            case THREAD_STATE, LOGS -> 18;
            case SLICES -> depths(node) * (flat.contains(node.key()) ? FLAT_ROW : SLICE_ROW) + 2 * SLICE_PAD - 1;
            case FRAMES -> depths(node) * SLICE_ROW + FRAME_PAD;
            case COUNTER -> (compact ? 36 : 40) * factors.getOrDefault(node.key(), 1);
        };
        return Math.round((pinned ? Math.max(height, PINNED_MIN) : height) * scale);
    }

    /// Rows of a slice track: as its data says, else as the tree expects, and at least one.
    public int depths(TrackNode node) {
        int known = dataRows.applyAsInt(node.key());
        if (known == 0 && node.source() instanceof TrackSource.Slices slices) {
            known = slices.depths();
        }
        return Math.max(1, known);
    }
}
