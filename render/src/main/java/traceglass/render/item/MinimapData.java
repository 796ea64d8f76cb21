package traceglass.render.item;

import java.util.List;

/// What the minimap shows: one lane a CPU or process, each cut into equally long buckets over the whole trace, load 0 to 1.
///
/// @param lanes     all of the same length
/// @param losses    stretches in which data was lost, pairs of start and end in ns
public record MinimapData(List<float[]> lanes, long[] losses) {

    public static final MinimapData NONE = new MinimapData(List.of(), new long[0]);

    public MinimapData {
        lanes = List.copyOf(lanes);
    }
}
