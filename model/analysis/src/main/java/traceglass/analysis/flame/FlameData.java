package traceglass.analysis.flame;

import java.util.List;

/// What a source gave for a scope: merged frames, and what their values are.
///
/// @param measures one for each value of the frames
public record FlameData(List<FlameMeasure> measures, FlameFrames frames) {

    public FlameData {
        measures = List.copyOf(measures);
    }

    /// Which of the measures has this title; the first when none has.
    public int measure(String title) {
        for (int i = 0; i < measures.size(); i++) {
            if (measures.get(i).title().equals(title)) {
                return i;
            }
        }
        return 0;
    }
}
