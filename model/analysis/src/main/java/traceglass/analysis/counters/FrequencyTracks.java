package traceglass.analysis.counters;

import static traceglass.store.language.Translations.tr;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.tree.Comparators;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;

/// Adds tracks of CPU frequencies and idle times.
final class FrequencyTracks implements TrackProvider {

    @Override
    public void addTo(TreeDraft tree, TraceContents contents) {
        List<TraceContents.Track> frequencies = contents.tracks().stream()
                .filter(t -> t.type().equals("cpu_frequency") && t.events() > 0)
                .sorted(Comparators.by(TraceContents.Track::cpu))
                .toList();
        DraftNode group = DraftNode.group("cpu_frequency", tr("CPU Frequency"), -40)
                .setIcon("chart")
                .expand();
        Map<String, TraceContents.Track> idle = new HashMap<>();
        for (TraceContents.Track t : contents.tracks()) {
            if (t.type().equals("cpu_idle") && t.events() > 0) {
                idle.put(t.machine() + "/" + t.cpu(), t);
            }
        }
        for (TraceContents.Track t : frequencies) {
            tree.markPlaced(t.id());
            TraceContents.Track states = idle.get(t.machine() + "/" + t.cpu());
            if (states != null) {
                tree.markPlaced(states.id());
            }
            long idleId = states == null ? TraceContents.NONE : states.id();
            group.add(new DraftNode(
                    "track/" + t.id(),
                    new CpuFrequency(t.id(), idleId, t.unit().isEmpty() ? "kHz" : t.unit()),
                    "CPU " + t.cpu() + " Frequency" + contents.machineSuffix(t.machine()),
                    0));
        }
        tree.root().add(group);
    }
}
