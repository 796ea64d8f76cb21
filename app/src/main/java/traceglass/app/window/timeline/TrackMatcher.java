package traceglass.app.window.timeline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import traceglass.analysis.track.TrackNode;

/// Matches the tracks of two traces. Two tracks match if they and the groups above them have the same names; if there
/// is no such track, names are compared without their digits, which change from run to run. Tracks with equal names
/// are matched in order.
public final class TrackMatcher {

    private final Side first;
    private final Side second;

    /// @param first provides the roots of the first trace's tree
    /// @param second provides the roots of the second trace's tree
    public TrackMatcher(Supplier<List<TrackNode>> first, Supplier<List<TrackNode>> second) {
        this.first = new Side(first);
        this.second = new Side(second);
    }

    /// Returns the key of the matching track in the other tree, or null.
    ///
    /// @param isFirst whether the key is from the first tree
    String match(String key, boolean isFirst) {
        Side from = isFirst ? first : second;
        Side to = isFirst ? second : first;
        from.update();
        to.update();
        String exact = from.exactPath.get(key);
        if (exact == null) {
            return null;
        }
        String found = to.keysByExactPath.get(exact);
        return found != null ? found : to.keysByLoosePath.get(from.loosePath.get(key));
    }

    private static final class Side {

        private final Supplier<List<TrackNode>> roots;
        private List<TrackNode> read = List.of();
        private final Map<String, String> exactPath = new HashMap<>();
        private final Map<String, String> loosePath = new HashMap<>();
        private final Map<String, String> keysByExactPath = new HashMap<>();
        private final Map<String, String> keysByLoosePath = new HashMap<>();

        Side(Supplier<List<TrackNode>> roots) {
            this.roots = roots;
        }

        /// Rereads the tree if it was replaced, which happens several times while a trace is imported.
        void update() {
            List<TrackNode> current = roots.get();
            if (current != read) {
                read = current;
                exactPath.clear();
                loosePath.clear();
                keysByExactPath.clear();
                keysByLoosePath.clear();
                add(current, "", "");
            }
        }

        private void add(List<TrackNode> siblings, String exactParent, String looseParent) {
            Map<String, Integer> exactCounts = new HashMap<>();
            Map<String, Integer> looseCounts = new HashMap<>();
            for (TrackNode node : siblings) {
                String exact = exactParent + "\n" + node.name();
                String loose = looseParent + "\n" + node.name().replaceAll("\\d+", "#");
                exact += "\t" + exactCounts.merge(exact, 1, Integer::sum);
                loose += "\t" + looseCounts.merge(loose, 1, Integer::sum);
                exactPath.put(node.key(), exact);
                loosePath.put(node.key(), loose);
                keysByExactPath.put(exact, node.key());
                keysByLoosePath.put(loose, node.key());
                add(node.children(), exact, loose);
            }
        }
    }
}
