package traceglass.app.panel.flame;

import java.util.List;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.flame.function.FlameFunctions;

/// A graph with filters and direction applied. Built off the JavaFX thread, since large trees take a while.
///
/// @param frames frames that remain after filtering
/// @param graph the graph to show
/// @param functions sums of the functions
record BuiltGraph(FlameFrames frames, FlameGraph graph, FlameFunctions functions) {

    /// Data of a graph, loaded off the JavaFX thread.
    ///
    /// @param hasSeveralModules whether its frames belong to several modules
    record Loaded(FlameData data, boolean hasSeveralModules) {

        static Loaded of(FlameData data) {
            return new Loaded(data, data.hasSeveralModules());
        }
    }

    /// Builds a graph.
    ///
    /// @param value index of the measure in the data
    /// @param measure measure of the values
    /// @param base base of the comparison, or null for a graph of its own
    static BuiltGraph of(
            FlameData data,
            int value,
            FlameMeasure measure,
            FlameCompare.CompareSettings base,
            List<FlameFilter> filters,
            FlameFilters.View direction) {
        FlameFrames all = base == null ? data.frames() : base.scaledFrames(data.frames(), value, measure);
        FlameFrames filtered = FlameFilters.apply(all, filters, direction);
        FlameGraph graph = graph(filtered, value, base);
        FlameGraph counted = FlameFunctions.canSumDirectly(filters, direction)
                ? graph
                : graph(FlameFunctions.frames(all, filters, direction), value, base);
        return new BuiltGraph(filtered, graph, FlameFunctions.of(counted));
    }

    /// The frames of a comparison have two values: of the base, and of the graph.
    private static FlameGraph graph(FlameFrames frames, int value, FlameCompare.CompareSettings base) {
        return new FlameGraph(frames, base == null ? value : 1, base == null ? -1 : 0);
    }
}
