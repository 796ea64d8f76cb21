package traceglass.app.panel.flame;

import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.app.session.TraceSession;

/// Flame graph that is the base of comparisons.
///
/// @param trace trace that the graph shows
/// @param source its source; only graphs with the same source can be compared
/// @param title description of its selection
record FlameBase(TraceSession trace, FlameSource source, String title, FlameData data) {

    /// Description of the graph.
    ///
    /// @param panelTrace trace of the panel that shows the text; its name is omitted
    String description(TraceSession panelTrace) {
        return FlameTexts.graphTitle(trace == panelTrace ? null : trace.name(), source.title(), title);
    }

    boolean hasMeasure(FlameMeasure measure) {
        return data.measures().stream().anyMatch(m -> m.id().equals(measure.id()));
    }
}
