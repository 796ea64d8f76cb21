package traceglass.render.item;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// User's changes to the track tree, by key, so that they can be saved and applied to the same trace later. Unknown
/// keys have no effect. Immutable.
///
/// @param open groups that the user has opened (true) or closed (false)
/// @param pinned pinned tracks, in order
/// @param hidden hidden tracks and groups
/// @param names new names of renamed tracks
/// @param order for each group key, the ordered keys of its children; the empty key is the top level
/// @param flat slice tracks with collapsed rows
/// @param heights height factors of counters
/// @param counterStyles drawing settings of counters
/// @param filter text of the track filter
public record TrackState(
        Map<String, Boolean> open,
        List<String> pinned,
        Set<String> hidden,
        Map<String, String> names,
        Map<String, List<String>> order,
        Set<String> flat,
        Map<String, Integer> heights,
        Map<String, CounterStyle> counterStyles,
        String filter) {

    public static final TrackState NONE =
            new TrackState(Map.of(), List.of(), Set.of(), Map.of(), Map.of(), Set.of(), Map.of(), Map.of(), "");

    public TrackState {
        open = Map.copyOf(open);
        pinned = List.copyOf(pinned);
        hidden = Set.copyOf(hidden);
        names = Map.copyOf(names);
        order = Map.copyOf(order);
        flat = Set.copyOf(flat);
        heights = Map.copyOf(heights);
        counterStyles = Map.copyOf(counterStyles);
    }
}
