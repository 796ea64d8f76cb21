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
        String found = to.byExact.get(exact);
        return found != null ? found : to.byLoose.get(from.loosePath.get(key));
    }

    private static final class Side {

        private final Supplier<List<TrackNode>> roots;
        private List<TrackNode> read = List.of();
        private final Map<String, String> exactPath = new HashMap<>();
        private final Map<String, String> loosePath = new HashMap<>();
        private final Map<String, String> byExact = new HashMap<>();
        private final Map<String, String> byLoose = new HashMap<>();

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
                byExact.clear();
                byLoose.clear();
                add(current, "", "");
            }
        }

        private void add(List<TrackNode> siblings, String exactAbove, String looseAbove) {
            Map<String, Integer> exactSeen = new HashMap<>();
            Map<String, Integer> looseSeen = new HashMap<>();
            for (TrackNode node : siblings) {
                String exact = exactAbove + "\n" + node.name();
                String loose = looseAbove + "\n" + node.name().replaceAll("\\d+", "#");
                exact += "\t" + exactSeen.merge(exact, 1, Integer::sum);
                loose += "\t" + looseSeen.merge(loose, 1, Integer::sum);
                exactPath.put(node.key(), exact);
                loosePath.put(node.key(), loose);
                byExact.put(exact, node.key());
                byLoose.put(loose, node.key());
                add(node.children(), exact, loose);
            }
        }
    }
}
