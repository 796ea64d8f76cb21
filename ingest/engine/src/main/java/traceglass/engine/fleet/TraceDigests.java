package traceglass.engine.fleet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Finds traces with the same content during an import that reads several traces at the same time. The first one in
/// the order of the sources is kept, whichever is read first.
final class TraceDigests {

    /// Paths of traces by digest of their content.
    private final Map<String, String> paths = new HashMap<>();
    /// Places of the sources by path.
    private final Map<String, Integer> places = new HashMap<>();
    /// Places of the sources whose digest isn't known, by size. Only files of the same size can have the same content.
    private final Map<Long, TreeSet<Integer>> pending = new HashMap<>();

    /// @param sources all sources, in the order in which their import starts
    TraceDigests(List<FleetSource> sources) {
        for (FleetSource source : sources) {
            int place = places.size();
            places.put(source.path(), place);
            pending.computeIfAbsent(source.bytes(), _ -> new TreeSet<>()).add(place);
        }
    }

    /// Adds a trace that the fleet already contains.
    synchronized void add(String digest, String path) {
        paths.putIfAbsent(digest, path);
    }

    /// Adds the digest of a source. Waits until the digests of all earlier sources of the same size are known.
    ///
    /// @return path of another trace with the same content, or null if there is none
    synchronized @Nullable String claim(FleetSource source, String digest) throws InterruptedException {
        int place = place(source.path());
        while (!waiting(source).isEmpty() && waiting(source).first() < place) {
            wait();
        }
        String first = paths.putIfAbsent(digest, source.path());
        settle(source);
        return first == null || first.equals(source.path()) ? null : first;
    }

    /// Lets later sources of the same size continue, because this one has been added or can't be read.
    synchronized void settle(FleetSource source) {
        if (waiting(source).remove(place(source.path()))) {
            notifyAll();
        }
    }

    /// Returns the place of a source in the order of the import, or -1 for a path that is no source.
    int place(String path) {
        return places.getOrDefault(path, -1);
    }

    private TreeSet<Integer> waiting(FleetSource source) {
        return pending.computeIfAbsent(source.bytes(), _ -> new TreeSet<>());
    }
}
