package traceglass.render.model;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.CounterStyle;

/// Appearance of the tracks of a timeline, by key, and their positions in its tree.
public final class TrackAppearance {

    private Set<String> flat = Set.of();
    private Function<String, CounterStyle> counterStyles = _ -> CounterStyle.DEFAULT;
    private Function<String, TrackNode> nodes = _ -> null;
    private Predicate<TrackNode> help = _ -> false;
    private Map<String, String> parents = Map.of();

    TrackAppearance() {}

    /// Keys of slice tracks with rows collapsed to 3 px.
    public Set<String> flat() {
        return flat;
    }

    public void setFlat(Set<String> value) {
        flat = value;
    }

    /// Drawing settings of a counter.
    public CounterStyle counterStyle(String key) {
        return counterStyles.apply(key);
    }

    public void setCounterStyles(Function<String, CounterStyle> value) {
        counterStyles = value;
    }

    /// Node of the tree, or null.
    public TrackNode node(String key) {
        return nodes.apply(key);
    }

    public void setNodes(Function<String, TrackNode> value) {
        nodes = value;
    }

    /// Whether a track has help.
    public boolean hasHelp(TrackNode node) {
        return help.test(node);
    }

    public void setHelp(Predicate<TrackNode> value) {
        help = value;
    }

    /// Key of the group that contains a track or group, or null.
    public String parent(String key) {
        return parents.get(key);
    }

    /// @param value keys of parent groups, by the key of a track or group
    public void setParents(Map<String, String> value) {
        parents = value;
    }
}
