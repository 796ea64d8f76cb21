package traceglass.render.model;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.CounterLook;

/// How the tracks of a timeline look, by key, and where they are in its tree.
public final class TrackLooks {

    private Set<String> flat = Set.of();
    private Function<String, CounterLook> looks = _ -> CounterLook.DEFAULT;
    private Function<String, TrackNode> nodes = _ -> null;
    private Predicate<TrackNode> help = _ -> false;
    private Map<String, String> parents = Map.of();

    TrackLooks() {}

    /// Keys of slice tracks with rows collapsed to 3 px.
    public Set<String> flat() {
        return flat;
    }

    public void setFlat(Set<String> value) {
        flat = value;
    }

    /// Drawing settings of a counter.
    public CounterLook look(String key) {
        return looks.apply(key);
    }

    public void setLooks(Function<String, CounterLook> value) {
        looks = value;
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
