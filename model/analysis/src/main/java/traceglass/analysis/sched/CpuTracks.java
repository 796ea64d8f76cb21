package traceglass.analysis.sched;

import static traceglass.store.language.Translations.tr;

import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds a scheduling track for each CPU.
final class CpuTracks implements TrackProvider {

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) {
        int count = contents.cpus().size();
        DraftNode group = DraftNode.group("cpu_sched", tr("CPU Scheduling"), -50)
                .setIcon("cpu")
                .expand()
                .setIdText(count + (count == 1 ? " CPU" : " CPUs"));
        for (TraceContents.Cpu cpu : contents.cpus()) {
            group.add(new DraftNode(
                    "cpu_sched/" + cpu.ucpu(),
                    new CpuTrack(cpu.ucpu(), cpu.cpu()),
                    "CPU " + cpu.cpu() + contents.machineSuffix(cpu.machine()),
                    0));
        }
        tree.root().add(group);
    }
}
