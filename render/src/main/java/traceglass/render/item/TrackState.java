package traceglass.render.item;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a person has done to the tree of tracks, all by the keys of its nodes, so that it can be kept and given to the
/// same trace later. Keys that a tree does not have are of no effect. Immutable.
///
/// @param open groups that were opened (true) or closed (false) by hand
/// @param pinned tracks shown at the top, in their order
/// @param hidden tracks and groups that are not shown
/// @param names names given to tracks in place of their own
/// @param order by key of a group, the keys of its children in the order wanted; empty key for the top level
/// @param flat slice tracks shown low, without labels
/// @param heights how many times its usual height a counter has
/// @param looks how counters are drawn
/// @param filter text of the track filter
public record TrackState(
        Map<String, Boolean> open,
        List<String> pinned,
        Set<String> hidden,
        Map<String, String> names,
        Map<String, List<String>> order,
        Set<String> flat,
        Map<String, Integer> heights,
        Map<String, CounterLook> looks,
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
        looks = Map.copyOf(looks);
    }
}
