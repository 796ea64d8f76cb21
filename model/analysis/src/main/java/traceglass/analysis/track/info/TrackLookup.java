package traceglass.analysis.track.info;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackNode;

/// Index of the track tree that finds the node that shows a row of the store.
public final class TrackLookup {

    public static final TrackLookup NONE = new TrackLookup();

    private final Map<Long, String> byTrack = new HashMap<>();
    private final Map<Long, String> byCpu = new HashMap<>();
    private final Map<Long, String> byThread = new HashMap<>();
    private final Map<Long, String> byProcess = new HashMap<>();

    private final Set<String> keys = new HashSet<>();

    private TrackLookup() {}

    /// Creates the index of a tree.
    public static TrackLookup of(List<TrackNode> roots) {
        TrackLookup index = new TrackLookup();
        roots.forEach(index::add);
        return index;
    }

    private void add(TrackNode node) {
        keys.add(node.key());
        if (node.isProcess()) {
            byProcess.putIfAbsent(node.kind().owner().upid(), node.key());
        }
        for (RowKey row : node.kind().rows()) {
            if (row.column().equals("track_id")) {
                byTrack.putIfAbsent(row.id(), node.key());
            } else if (row.isIn("sched", "ucpu")) {
                byCpu.putIfAbsent(row.id(), node.key());
            } else if (row.isIn("thread_state", "utid")) {
                byThread.putIfAbsent(row.id(), node.key());
            }
        }
        node.children().forEach(this::add);
    }

    /// Returns whether the tree has a node of this key.
    public boolean contains(String key) {
        return keys.contains(key);
    }

    /// Returns the key of the track with this `track.id`.
    public Optional<String> track(long id) {
        return Optional.ofNullable(byTrack.get(id));
    }

    /// Returns the key of the scheduling track of this `ucpu`.
    public Optional<String> cpu(long ucpu) {
        return Optional.ofNullable(byCpu.get(ucpu));
    }

    /// Returns the key of the track with the states of this `utid`.
    public Optional<String> thread(long utid) {
        return Optional.ofNullable(byThread.get(utid));
    }

    /// Returns the key of the group of this `upid`.
    public Optional<String> process(long upid) {
        return Optional.ofNullable(byProcess.get(upid));
    }
}
