package traceglass.analysis.tree;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.track.TrackGroup;

/// Tree under construction: its top level, the groups that several providers use, and the tracks that have been
/// placed.
public final class TreeDraft {

    /// Groups at the top that collect tracks by topic, in order.
    public static final List<String> STANDARD_GROUPS = List.of(
            "User Interaction",
            "Thermals",
            "Power",
            "CPU",
            "GPU",
            "Hardware",
            "IO",
            "Memory",
            "Network",
            "Device State",
            "System",
            "Kernel",
            "Hypervisor");
    private static final Map<String, String> ICONS =
            Map.of("Power", "battery", "CPU", "cpu", "GPU", "gpu", "Memory", "memory", "Network", "network");

    private final DraftNode root = DraftNode.group("root", "", 0);
    private final Map<String, DraftNode> standard = new HashMap<>();
    private final Map<Long, DraftNode> processes = new HashMap<>();
    private final Map<Long, DraftNode> threads = new HashMap<>();
    private final Set<Long> placed = new HashSet<>();

    public TreeDraft() {
        for (String name : STANDARD_GROUPS) {
            DraftNode group =
                    new DraftNode("group/" + name, TrackGroup.TOPIC, name, 0).setIcon(ICONS.getOrDefault(name, ""));
            standard.put(name, group);
            root.add(group);
        }
    }

    public DraftNode root() {
        return root;
    }

    public DraftNode standardGroup(String name) {
        return standard.get(name);
    }

    /// Returns the group of a process, or null.
    public DraftNode process(long upid) {
        return processes.get(upid);
    }

    /// Adds a track to the group of a process, if the trace has the process.
    public void addToProcess(long upid, DraftNode track) {
        DraftNode group = processes.get(upid);
        if (group != null) {
            group.add(track);
        }
    }

    /// Returns the group of a thread, or null.
    public DraftNode thread(long utid) {
        return threads.get(utid);
    }

    public void setProcess(long upid, DraftNode group) {
        processes.put(upid, group);
    }

    public void setThread(long utid, DraftNode group) {
        threads.put(utid, group);
    }

    public Map<Long, DraftNode> processes() {
        return processes;
    }

    public Map<Long, DraftNode> threads() {
        return threads;
    }

    /// Marks a track as placed, or as hidden. Returns whether it was not marked before.
    public boolean markPlaced(long trackId) {
        return placed.add(trackId);
    }

    public boolean isPlaced(long trackId) {
        return placed.contains(trackId);
    }
}
