package traceglass.app.panel.flame;

import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.session.TraceSession;

/// Flame graph that is the base of comparisons.
///
/// @param trace its trace
/// @param source title of its source; only graphs with the same source can be compared
/// @param title description of its selection
record FlameBase(TraceSession trace, String source, String title, FlameData data) {

    /// Description of the graph.
    ///
    /// @param seenFrom trace of the panel that shows the text; its name is omitted
    String description(TraceSession seenFrom) {
        return FlameTexts.graphTitle(trace == seenFrom ? null : trace.name(), source, title);
    }

    boolean has(FlameMeasure measure) {
        return data.measures().stream().anyMatch(m -> m.title().equals(measure.title()));
    }
}
