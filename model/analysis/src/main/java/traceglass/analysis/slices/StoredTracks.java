package traceglass.analysis.slices;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.states.StateTrack;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.tree.Comparators;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackNames;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds slice and counter tracks at positions defined by their type (resource `track-groups.txt`). Tracks of other
/// types go to their thread or process, or into a group at the top named after the type, so that nothing of a trace
/// is hidden.
final class StoredTracks implements TrackProvider {

    private static final int SLICE_ORDER = 20;
    private static final int COUNTER_ORDER = 30;
    private static final String POWER_RAILS = "power_rails";
    private static final String ENTITY_STATE = "entity_state";
    /// Name of the track of one state of a component: the component and the state.
    private static final Pattern RESIDENCY = Pattern.compile("Entity residency: (.*?) is (.*)", Pattern.DOTALL);
    private static final Map<String, Position> POSITIONS = readPositions();

    private record Position(String top, String subgroup) {}

    /// Key of tracks that are merged.
    private record MergeKey(String type, long utid, long upid, long ugpu, String key) {

        // Written by hand, because generating the record's method on its first use takes a few milliseconds,
        // which would delay the timeline.
        @Override
        public boolean equals(Object other) {
            return other instanceof MergeKey t
                    && utid == t.utid
                    && upid == t.upid
                    && ugpu == t.ugpu
                    && type.equals(t.type)
                    && key.equals(t.key);
        }

        @Override
        public int hashCode() {
            return ((type.hashCode() * 31 + Long.hashCode(utid)) * 31 + Long.hashCode(upid)) * 31 + key.hashCode();
        }
    }

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) {
        addCounters(tree, contents);
        addSlices(tree, contents);
        addStates(tree, contents);
    }

    private static void addCounters(TreeDraft tree, TraceContents contents) {
        List<TraceContents.Track> counters = new ArrayList<>();
        for (TraceContents.Track t : contents.tracks()) {
            if (t.isCounter()
                    && t.events() > 0
                    && !tree.isPlaced(t.id())
                    && !t.type().endsWith("_track_event")) {
                counters.add(t);
            }
        }
        counters.sort(Comparators.chained(
                Comparators.byText(t -> sortName(t.name())),
                Comparators.by(TraceContents.Track::cpu),
                Comparators.by(TraceContents.Track::ugpu)));
        for (TraceContents.Track t : counters) {
            tree.markPlaced(t.id());
            DraftNode parent = parent(tree, t, POSITIONS.get("counter " + t.type()));
            boolean isRail = t.type().equals(POWER_RAILS);
            if (isRail && t.subsystem() != null) {
                parent = parent.childGroup(t.subsystem(), 0);
            }
            String name = t.name() == null || t.name().isEmpty() ? TrackNames.readable(t.type()) : t.name();
            Matcher residency = RESIDENCY.matcher(name);
            if (t.type().equals(ENTITY_STATE) && residency.matches()) {
                parent = parent.childGroup(residency.group(1), 0);
                name = residency.group(2);
            }
            String unit = t.unit().isEmpty() ? unit(t.type()) : t.unit();
            DraftNode node = new DraftNode(
                    "track/" + t.id(),
                    new CounterTrack(t.id(), unit, mode(t.type())),
                    name + machineSuffix(contents, t),
                    hasThreadOrProcess(t) ? COUNTER_ORDER : 0);
            TraceContents.Thread thread = contents.thread(t.utid());
            if (thread != null) {
                node.setIdText(TrackNames.number(thread.tid()));
            } else if (t.cpu() != TraceContents.NONE && !name.contains(Long.toString(t.cpu()))) {
                node.setIdText("CPU " + t.cpu());
            } else if (t.ugpu() != TraceContents.NONE) {
                node.setIdText("GPU " + t.ugpu());
            } else if (tree.process(t.upid()) != null && tree.process(t.upid()).isHeadless()) {
                // Kernel threads share one heading, which does not show whose counter it is.
                node.setIdText(tree.process(t.upid()).name + " "
                        + TrackNames.number(contents.process(t.upid()).pid()));
            }
            parent.add(node);
        }
    }

    /// Returns the unit of types for which the trace has none.
    private static String unit(String type) {
        return switch (type) {
            case POWER_RAILS -> "µWs";
            case ENTITY_STATE -> "ms";
            default -> "";
        };
    }

    /// Cumulative counters are more useful as changes.
    private static CounterMode mode(String type) {
        return switch (type) {
            // Rails count energy, but users look for power. The rate of the total time in a power state is the
            // fraction of time spent in it.
            case "net_receive", "net_transmit", "psi", POWER_RAILS, ENTITY_STATE -> CounterMode.RATE;
            case "proc_stat_runtime" -> CounterMode.DELTA;
            default -> CounterMode.VALUE;
        };
    }

    private static void addSlices(TreeDraft tree, TraceContents contents) {
        Map<MergeKey, List<TraceContents.Track>> groups = new LinkedHashMap<>();
        for (TraceContents.Track t : contents.tracks()) {
            if (t.isSliceTrack()
                    && t.events() > 0
                    && !tree.isPlaced(t.id())
                    && !t.type().endsWith("_track_event")) {
                groups.computeIfAbsent(mergeKey(t), k -> new ArrayList<>()).add(t);
            }
        }
        List<Map.Entry<MergeKey, List<TraceContents.Track>>> ordered = new ArrayList<>(groups.entrySet());
        ordered.sort(Comparators.chained(
                Comparators.by(e -> rank(e.getKey().type())),
                Comparators.byText(e -> sortName(smallestName(e.getValue())))));
        for (var entry : ordered) {
            List<TraceContents.Track> members = entry.getValue();
            members.forEach(t -> tree.markPlaced(t.id()));
            String type = entry.getKey().type();
            TraceContents.Track first = members.getFirst();
            DraftNode parent = parent(tree, first, POSITIONS.get("slice " + type));
            parent.add(sliceNode(contents, type, members));
        }
    }

    private static void addStates(TreeDraft tree, TraceContents contents) {
        for (TraceContents.Track t : contents.tracks()) {
            if (t.isStateTrack() && t.events() > 0 && !t.type().endsWith("_track_event") && tree.markPlaced(t.id())) {
                String name = t.name() == null || t.name().isEmpty() ? TrackNames.readable(t.type()) : t.name();
                parent(tree, t, POSITIONS.get("state " + t.type()))
                        .add(new DraftNode(
                                "track/" + t.id(),
                                new StateTrack(t.id()),
                                name + machineSuffix(contents, t),
                                hasThreadOrProcess(t) ? SLICE_ORDER : 0));
            }
        }
    }

    private static DraftNode sliceNode(TraceContents contents, String type, List<TraceContents.Track> members) {
        TraceContents.Track first = members.getFirst();
        TraceContents.Thread thread = contents.thread(first.utid());
        String name = smallestName(members);
        boolean usesThreadName = name.isEmpty() && thread != null;
        if (usesThreadName) {
            name = TrackNames.thread(thread);
        } else if (name.isEmpty()) {
            name = TrackNames.readable(type);
        }
        name += switch (type) {
            case "thread_funcgraph" -> " (funcgraph)";
            case "art_method_tracing" -> " (ART)";
            default -> "";
        };
        int depths =
                members.stream().mapToInt(TraceContents.Track::depths).max().orElse(0);
        List<Long> ids = members.stream().map(TraceContents.Track::id).toList();
        DraftNode node = new DraftNode(
                "track/" + first.id(),
                new SliceTrack(ids, ids.size() == 1 ? depths : 0, first.owner()),
                name + machineSuffix(contents, first),
                hasThreadOrProcess(first) ? SLICE_ORDER : 0);
        if (thread != null) {
            node.setIdText(TrackNames.number(thread.tid()));
            if (usesThreadName && thread.isMain() && thread.runs() == 0) {
                node.addChip("main");
            }
        }
        return node;
    }

    /// Overlapping slices of a thread are on separate tracks, which are merged with the thread's other tracks.
    private static MergeKey mergeKey(TraceContents.Track t) {
        boolean isExecution = t.type().equals("thread_execution") || t.type().equals("thread_overlapping_slice");
        String type = isExecution ? "thread_execution" : t.type();
        String key = isExecution ? "" : t.group() == TraceContents.NONE ? "t" + t.id() : "g" + t.group();
        return new MergeKey(type, t.utid(), t.upid(), t.ugpu(), key);
    }

    private static DraftNode parent(TreeDraft tree, TraceContents.Track t, Position position) {
        String top = position != null
                ? position.top()
                : t.utid() != TraceContents.NONE ? "thread" : t.upid() != TraceContents.NONE ? "process" : "top";
        DraftNode group = switch (top) {
            case "thread" -> tree.thread(t.utid());
            case "process" -> tree.process(t.upid());
            case "top" -> tree.root();
            default -> tree.standardGroup(top);
        };
        if (group == null) {
            // In a damaged trace, the thread or process of the track is missing in its table.
            group = tree.root();
        }
        if (position != null) {
            return position.subgroup().isEmpty() ? group : group.childGroup(position.subgroup(), 0);
        }
        return group == tree.root() ? group.childGroup(TrackNames.readable(t.type()), 0) : group;
    }

    private static boolean hasThreadOrProcess(TraceContents.Track t) {
        return t.utid() != TraceContents.NONE || t.upid() != TraceContents.NONE;
    }

    private static String machineSuffix(TraceContents contents, TraceContents.Track t) {
        return hasThreadOrProcess(t) ? "" : contents.machineSuffix(t.machine());
    }

    private static int rank(String type) {
        return switch (type) {
            case "thread_execution" -> 0;
            case "art_method_tracing" -> 1;
            default -> 2;
        };
    }

    private static String smallestName(List<TraceContents.Track> tracks) {
        return tracks.stream()
                .map(TraceContents.Track::name)
                .filter(n -> n != null && !n.isEmpty())
                .min(Comparator.naturalOrder())
                .orElse("");
    }

    static String sortName(String name) {
        return name == null ? "" : name.toLowerCase(Locale.ROOT);
    }

    private static Map<String, Position> readPositions() {
        Map<String, Position> positions = new HashMap<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                StoredTracks.class.getResourceAsStream("track-groups.txt"), StandardCharsets.UTF_8))) {
            for (String line; (line = in.readLine()) != null; ) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] w = line.strip().split(" +", 4);
                    positions.put(w[0] + " " + w[1], new Position(w[2], w.length > 3 ? w[3].strip() : ""));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return positions;
    }
}
