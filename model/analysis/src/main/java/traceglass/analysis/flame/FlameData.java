package traceglass.analysis.flame;

import java.util.List;

/// Result of a source for a scope: merged frames and the meanings of their values.
///
/// @param measures one for each value of the frames
public record FlameData(List<FlameMeasure> measures, FlameFrames frames) {

    public FlameData {
        measures = List.copyOf(measures);
    }

    /// Returns the index of the measure with this title, 0 if there is none.
    public int measure(String title) {
        for (int i = 0; i < measures.size(); i++) {
            if (measures.get(i).title().equals(title)) {
                return i;
            }
        }
        return 0;
    }
}
