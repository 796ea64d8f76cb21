package traceglass.analysis.slices;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.states.StateTrack;
import traceglass.analysis.tree.Comparators;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackNames;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds tracks that programs described themselves (track events): nested by their descriptors, siblings in the order
/// that the parent requests, tracks of one group merged.
final class ProgramTracks implements TrackProvider {

    /// In a thread or process, these tracks come after thread states and before the slices of other sources.
    private static final int FIRST_ORDER = 10;
    private static final int LAST_ORDER = 19;

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) {
        Map<Long, TraceContents.Track> byId = new HashMap<>();
        Map<Long, List<TraceContents.Track>> children = new LinkedHashMap<>();
        for (TraceContents.Track t : contents.tracks()) {
            if (t.type().endsWith("_track_event")) {
                byId.put(t.id(), t);
                children.computeIfAbsent(t.parentId(), k -> new ArrayList<>()).add(t);
            }
        }
        List<TraceContents.Track> roots = new ArrayList<>();
        for (TraceContents.Track t : byId.values()) {
            if (!byId.containsKey(t.parentId())) {
                roots.add(t);
            }
        }
        roots.sort(Comparators.by(TraceContents.Track::id));
        new TrackWalker(tree, contents, children).addRoots(roots);
    }

    /// Walks down from the roots; a track is visited once, even if the parents form a cycle in a damaged trace.
    private record TrackWalker(TreeDraft tree, TraceContents contents, Map<Long, List<TraceContents.Track>> children) {

        void addRoots(List<TraceContents.Track> roots) {
            // Roots of the same thread, of the same process, or of neither, are siblings.
            Map<String, List<TraceContents.Track>> families = new LinkedHashMap<>();
            for (TraceContents.Track t : roots) {
                families.computeIfAbsent(t.utid() + "/" + t.upid(), k -> new ArrayList<>())
                        .add(t);
            }
            for (List<TraceContents.Track> family : families.values()) {
                int order = 1;
                for (List<TraceContents.Track> members : merged(ordered(family, null))) {
                    TraceContents.Track t = members.getFirst();
                    boolean isGlobal = t.utid() == TraceContents.NONE && t.upid() == TraceContents.NONE;
                    DraftNode node = node(members, isGlobal ? 0 : Math.min(LAST_ORDER, FIRST_ORDER + order++));
                    if (node != null) {
                        parent(t, node).add(node);
                    }
                }
            }
        }

        private DraftNode parent(TraceContents.Track t, DraftNode node) {
            DraftNode group = t.utid() != TraceContents.NONE
                    ? tree.thread(t.utid())
                    : t.upid() != TraceContents.NONE ? tree.process(t.upid()) : null;
            if (group != null) {
                return group;
            }
            return node.isGroup() ? tree.root() : tree.root().childGroup("Global Track Events", 0);
        }

        /// Returns the node of these tracks with all descendants, or null if there is nothing to show.
        private DraftNode node(List<TraceContents.Track> members, int order) {
            TraceContents.Track first = members.getFirst();
            long events = 0;
            List<TraceContents.Track> below = new ArrayList<>();
            for (TraceContents.Track t : members) {
                if (!tree.markPlaced(t.id())) {
                    return null;
                }
                events += t.events();
                below.addAll(children.getOrDefault(t.id(), List.of()));
            }
            List<DraftNode> nodes = new ArrayList<>();
            int next = 1;
            for (List<TraceContents.Track> child : merged(ordered(below, first.ordering()))) {
                DraftNode node = node(child, next);
                if (node != null) {
                    nodes.add(node);
                    next++;
                }
            }
            boolean isShown = events > 0 && !first.isBuiltIn();
            if (nodes.isEmpty()) {
                return isShown ? leaf(members, order) : null;
            }
            DraftNode group =
                    DraftNode.group("tracks/" + first.id(), name(first), order).setIcon("flow");
            if (isShown) {
                group.add(leaf(members, 0));
            }
            nodes.forEach(group::add);
            SliceLanes.summarize(group);
            return group;
        }

        private DraftNode leaf(List<TraceContents.Track> members, int order) {
            TraceContents.Track first = members.getFirst();
            String key = "track/" + first.id();
            if (first.isCounter()) {
                return new DraftNode(key, new CounterTrack(first.id(), first.unit()), name(first), order);
            }
            if (first.isStateTrack()) {
                return new DraftNode(key, new StateTrack(first.id()), name(first), order);
            }
            int depths = members.size() == 1 ? first.depths() : 0;
            List<Long> ids = members.stream().map(TraceContents.Track::id).toList();
            DraftNode node = new DraftNode(key, new SliceTrack(ids, depths, first.owner()), name(first), order);
            TraceContents.Thread thread = contents.thread(first.utid());
            if (thread != null && (first.name() == null || first.name().isEmpty())) {
                node.setIdText(TrackNames.number(thread.tid()));
                if (thread.isMain() && thread.runs() == 0) {
                    node.addChip("main");
                }
            }
            return node;
        }

        private String name(TraceContents.Track t) {
            boolean isGlobal = t.utid() == TraceContents.NONE && t.upid() == TraceContents.NONE;
            if (t.name() != null && !t.name().isEmpty()) {
                return t.name() + (isGlobal ? contents.machineSuffix(t.machine()) : "");
            }
            TraceContents.Thread thread = contents.thread(t.utid());
            if (thread != null) {
                return TrackNames.thread(thread);
            }
            TraceContents.Process process = contents.process(t.upid());
            if (process != null && process.name() != null && !process.name().isEmpty()) {
                return TrackNames.baseName(process.name());
            }
            return "Unnamed track " + t.id();
        }

        /// Returns siblings in the requested order, by default by name.
        private static List<TraceContents.Track> ordered(List<TraceContents.Track> siblings, String ordering) {
            List<TraceContents.Track> sorted = new ArrayList<>(siblings);
            sorted.sort(
                    switch (ordering == null ? "" : ordering) {
                        case "explicit" -> Comparators.by(TraceContents.Track::rank);
                        // Tracks without events have no first time and come first.
                        case "chronological" -> Comparators.by(t -> t.events() == 0 ? Long.MIN_VALUE : t.firstTs());
                        default -> Comparators.byText(t -> t.name() == null ? "" : t.name());
                    });
            return sorted;
        }

        /// Groups tracks of one group, at the position of the first of them.
        private static List<List<TraceContents.Track>> merged(List<TraceContents.Track> siblings) {
            Map<String, List<TraceContents.Track>> groups = new LinkedHashMap<>();
            for (TraceContents.Track t : siblings) {
                boolean isAlone = t.group() == TraceContents.NONE || !t.isSliceTrack();
                groups.computeIfAbsent(isAlone ? "t" + t.id() : "g" + t.group(), k -> new ArrayList<>())
                        .add(t);
            }
            return List.copyOf(groups.values());
        }
    }
}
