package traceglass.analysis.track.info;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

/// Finds the node of the track tree that shows a row of the store.
public final class TrackLookup {

    public static final TrackLookup NONE = new TrackLookup();

    private final Map<Long, String> byTrack = new HashMap<>();
    private final Map<Long, String> byCpu = new HashMap<>();
    private final Map<Long, String> byThread = new HashMap<>();
    private final Map<Long, String> byProcess = new HashMap<>();

    private final Set<String> keys = new HashSet<>();

    private TrackLookup() {}

    /// Of the nodes of a tree.
    public static TrackLookup of(List<TrackNode> roots) {
        TrackLookup index = new TrackLookup();
        roots.forEach(index::add);
        return index;
    }

    private void add(TrackNode node) {
        keys.add(node.key());
        if (!node.isGroup()) {
            switch (node.source()) {
                case TrackSource.Slices(List<Long> tracks, int depths) ->
                    tracks.forEach(t -> byTrack.putIfAbsent(t, node.key()));
                case TrackSource.States(long track) -> byTrack.putIfAbsent(track, node.key());
                case TrackSource.Counter c -> byTrack.putIfAbsent(c.trackId(), node.key());
                case TrackSource.CpuFrequency f -> byTrack.putIfAbsent(f.trackId(), node.key());
                case TrackSource.Computed c -> {}
                case TrackSource.Samples s -> {}
                case TrackSource.Formula f -> {}
                case TrackSource.Events e -> {}
                case TrackSource.CpuSched(long ucpu, int cpu) -> byCpu.putIfAbsent(ucpu, node.key());
                case TrackSource.ThreadState(long utid) -> byThread.putIfAbsent(utid, node.key());
                case TrackSource.ProcessSched p -> {}
                case TrackSource.SliceSummary s -> {}
                case TrackSource.None n -> {}
            }
        } else if (node.source() instanceof TrackSource.ProcessSched(long upid)) {
            byProcess.putIfAbsent(upid, node.key());
        } else if (node.key().matches("process/\\d+")) {
            byProcess.putIfAbsent(Long.parseLong(node.key().substring("process/".length())), node.key());
        }
        node.children().forEach(this::add);
    }

    /// Whether the tree has a node of this key.
    public boolean has(String key) {
        return keys.contains(key);
    }

    /// Key of the track with this `track.id`.
    public Optional<String> track(long id) {
        return Optional.ofNullable(byTrack.get(id));
    }

    /// Key of the scheduling track of this `ucpu`.
    public Optional<String> cpu(long ucpu) {
        return Optional.ofNullable(byCpu.get(ucpu));
    }

    /// Key of the track with the states of this `utid`.
    public Optional<String> thread(long utid) {
        return Optional.ofNullable(byThread.get(utid));
    }

    /// Key of the group of this `upid`.
    public Optional<String> process(long upid) {
        return Optional.ofNullable(byProcess.get(upid));
    }
}
