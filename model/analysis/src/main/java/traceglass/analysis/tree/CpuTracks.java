package traceglass.analysis.tree;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackSource;

/// Who ran on each CPU, and at which frequency.
final class CpuTracks implements TrackProvider {

    @Override
    public void addTo(TreeDraft tree, TraceFacts facts) {
        List<TraceFacts.Track> frequencies = facts.tracks().stream()
                .filter(t -> t.type().equals("cpu_frequency") && t.events() > 0)
                .sorted(Order.by(TraceFacts.Track::cpu))
                .toList();
        scheduling(tree, facts);
        DraftNode group = DraftNode.group("cpu_frequency", "CPU Frequency", -40)
                .icon("chart")
                .expanded();
        Map<String, TraceFacts.Track> idle = new HashMap<>();
        for (TraceFacts.Track t : facts.tracks()) {
            if (t.type().equals("cpu_idle") && t.events() > 0) {
                idle.put(t.machine() + "/" + t.cpu(), t);
            }
        }
        for (TraceFacts.Track t : frequencies) {
            tree.place(t.id());
            TraceFacts.Track states = idle.get(t.machine() + "/" + t.cpu());
            if (states != null) {
                tree.place(states.id());
            }
            group.add(new DraftNode(
                            "track/" + t.id(),
                            TrackKind.COUNTER,
                            "CPU " + t.cpu() + " Frequency" + facts.machineMark(t.machine()),
                            0)
                    .source(new TrackSource.CpuFrequency(
                            t.id(),
                            states == null ? TraceFacts.NONE : states.id(),
                            t.unit().isEmpty() ? "kHz" : t.unit())));
        }
        tree.root().add(group);
    }

    private static void scheduling(TreeDraft tree, TraceFacts facts) {
        int count = facts.cpus().size();
        DraftNode group = DraftNode.group("cpu_sched", "CPU Scheduling", -50)
                .icon("cpu")
                .expanded()
                .id(count + (count == 1 ? " CPU" : " CPUs"));
        for (TraceFacts.Cpu cpu : facts.cpus()) {
            group.add(new DraftNode(
                            "cpu_sched/" + cpu.ucpu(),
                            TrackKind.CPU_SCHED,
                            "CPU " + cpu.cpu() + facts.machineMark(cpu.machine()),
                            0)
                    .source(new TrackSource.CpuSched(cpu.ucpu(), cpu.cpu())));
        }
        tree.root().add(group);
    }
}
