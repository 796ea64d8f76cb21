package traceglass.app.panel.flame;

import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.app.session.TraceSession;

/// A flame graph that was kept, to compare others with.
///
/// @param trace that it is of
/// @param source title of the source it is of: others are not compared with it
/// @param title which selection of the trace it is of, for people
record FlameBase(TraceSession trace, String source, String title, FlameData data) {

    /// What it is, for people.
    ///
    /// @param seenFrom the trace in whose panel this is said: its own name goes without saying
    String words(TraceSession seenFrom) {
        return (trace == seenFrom ? "" : trace.name() + "  ·  ") + source + ", " + title;
    }

    boolean has(FlameMeasure measure) {
        return data.measures().stream().anyMatch(m -> m.title().equals(measure.title()));
    }
}
