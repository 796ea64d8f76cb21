package traceglass.analysis.flame;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Result of a source for a scope: merged frames and the meanings of their values.
///
/// @param measures one for each value of the frames
public record FlameData(List<FlameMeasure> measures, FlameFrames frames) {

    public FlameData {
        measures = List.copyOf(measures);
    }

    /// Returns the index of the measure with this id, 0 if there is none. Also accepts titles, which earlier
    /// versions saved.
    public int measure(String id) {
        for (int i = 0; i < measures.size(); i++) {
            if (measures.get(i).id().equals(id) || measures.get(i).title().equals(id)) {
                return i;
            }
        }
        return 0;
    }

    /// Returns whether the frames belong to several modules other than the kernel. If not, colors by module would not
    /// distinguish them.
    public boolean hasSeveralModules() {
        String first = "";
        Set<String> modules = new HashSet<>();
        for (String module : frames.module()) {
            if (module.isEmpty() || module.equals(first) || !modules.add(module) || KernelFrames.isKernel(module)) {
                continue;
            }
            if (!first.isEmpty()) {
                return true;
            }
            first = module;
        }
        return false;
    }
}
