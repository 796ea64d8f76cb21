package traceglass.app.fleet;

import java.util.List;
import traceglass.app.fleet.value.PlotScale;
import traceglass.app.fleet.value.ValueFormat;

/// A plot as shapes in the units of its axes, ready to be drawn at any size. Immutable.
///
/// @param x horizontal axis; category 0 is drawn around 0, category 1 around 1, and so on
/// @param y vertical axis, upwards
/// @param dots a dot for each trace
/// @param bins bars of a histogram
/// @param boxes boxes of a box plot
/// @param line points of the trend lines, ordered by color and x
/// @param legend names of the colors
/// @param statistics statistics of all values
record Plot(
        PlotChoice.Kind kind,
        Axis x,
        Axis y,
        List<Dot> dots,
        List<Bin> bins,
        List<Box> boxes,
        List<Dot> line,
        List<String> legend,
        Statistics statistics) {

    /// An axis.
    ///
    /// @param categories names of the groups; empty for numbers
    record Axis(PlotScale scale, ValueFormat format, List<String> categories) {

        static Axis ofNumbers(PlotScale scale, ValueFormat format) {
            return new Axis(scale, format, List.of());
        }

        static Axis ofCategories(List<String> names) {
            return new Axis(new PlotScale(-.5, Math.max(1, names.size()) - .5, 1), ValueFormat.NUMBER, names);
        }
    }

    /// Dot of a trace.
    ///
    /// @param row row in the table; −1 for none
    /// @param color index of the color
    record Dot(int row, double x, double y, int color) {}

    /// Traces with a value in a range.
    record Bin(double from, double to, List<Integer> rows) {}

    /// Box of a group.
    ///
    /// @param x center of the box
    /// @param low end of the lower whisker: smallest value within 1.5 times the interquartile range below `q1`
    /// @param high end of the upper whisker: largest value within 1.5 times the interquartile range above `q3`
    record Box(double x, int count, double low, double q1, double median, double q3, double high) {}

    /// Statistics of all values.
    record Statistics(int count, double median, double p90, double max) {}

    boolean isEmpty() {
        return statistics.count == 0;
    }
}
