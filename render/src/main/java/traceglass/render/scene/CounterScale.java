package traceglass.render.scene;

import java.util.regex.Pattern;
import traceglass.analysis.track.CounterData;
import traceglass.render.frame.CounterFrame;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.CounterStyle;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;
import traceglass.render.text.TimelineViewTexts;

/// Vertical scale of a counter: as set by the user; else from zero, unless the counter varies so little at a high
/// level that it would look constant, and then from slightly below its smallest value.
///
/// @param low value at the bottom
/// @param high value at the top
/// @param largest value of the label at the top, a round number unless the bottom is the smallest value; for a
///     constant counter, `high` is slightly larger
/// @param isZeroBased whether the bottom is zero or the smallest negative value
/// @param isLogarithmic whether the scale is logarithmic; it becomes linear near zero
/// @param heightPx distance between bottom and top, px
public record CounterScale(
        double low, double high, double largest, boolean isZeroBased, boolean isLogarithmic, double heightPx) {

    /// Thickness of the line of a counter, px.
    public static final double LINE_WIDTH = 1.5;
    /// Space above and below the line, so that it never crosses the labels of the scale, px.
    private static final double HEADROOM = 15;
    /// Space below the lowest value, px.
    private static final double BELOW = 2;
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    /// Values below this are not rounded, since fractions of them are no longer distinct.
    private static final double MIN_MAGNITUDE = 1e-300;
    /// Differences of values below this are finite, even with a margin.
    private static final double MAX_FINITE = Double.MAX_VALUE / 16;

    /// Position of the lowest value in a counter's row whose top is at `top` px.
    public static double bottom(Row row, double top) {
        return top + row.height() - BELOW;
    }

    /// Scale of a counter's row.
    public static CounterScale of(TimelineModel model, Row row, CounterData data) {
        double heightPx = row.height() - model.px(HEADROOM);
        CounterStyle style = model.tracks().counterStyle(row.node().key());
        double[] range = {data.min(), data.max()};
        if (style.scalesToVisible()) {
            includeVisible(model, row.node().key(), range);
        }
        if (!style.overlays().isEmpty() && style.chart() == CounterStyle.Chart.NORMALIZED) {
            return normalized(model, row.node().key(), style, heightPx);
        }
        if (!style.overlays().isEmpty() && style.chart() == CounterStyle.Chart.STACKED) {
            return of(0, CounterStack.maximum(model, row.node().key(), style), zeroOrLog(style.scale()), heightPx);
        }
        for (String key : style.overlays()) {
            include(model, key, style.scalesToVisible(), range);
        }
        if (style.sharesScale()) {
            double[] all = model.painting()
                    .sharedRanges()
                    .computeIfAbsent(
                            nameWithoutNumbers(row.node().name()) + '/' + data.unit() + '/' + style.scalesToVisible(),
                            _ -> sharedRange(model, row, data, style.scalesToVisible()));
            range[0] = Math.min(range[0], all[0]);
            range[1] = Math.max(range[1], all[1]);
        }
        return of(range[0], range[1], style.scale(), heightPx);
    }

    /// Scale of one counter of a normalized chart: from its minimum to its maximum.
    public static CounterScale normalized(TimelineModel model, String key, CounterStyle style, double heightPx) {
        double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        include(model, key, style.scalesToVisible(), range);
        return range[0] > range[1]
                ? of(0, 1, CounterStyle.Scale.MIN_MAX, heightPx)
                : of(range[0], range[1], CounterStyle.Scale.MIN_MAX, heightPx);
    }

    /// A stack starts at zero: otherwise the heights of its parts could not be compared.
    private static CounterStyle.Scale zeroOrLog(CounterStyle.Scale scale) {
        return scale == CounterStyle.Scale.LOG ? scale : CounterStyle.Scale.ZERO;
    }

    /// Range of all counters with the name and unit of this one.
    private static double[] sharedRange(TimelineModel model, Row row, CounterData data, boolean isOnlyVisible) {
        double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        String like = nameWithoutNumbers(row.node().name());
        for (Row other : model.layout().rows()) {
            TrackEntry entry =
                    other.node().isCounter() ? model.frames().entry(other.node().key()) : null;
            if (entry != null
                    && entry.index() instanceof CounterIndex index
                    && index.data().unit().equals(data.unit())
                    && nameWithoutNumbers(other.node().name()).equals(like)) {
                include(model, other.node().key(), isOnlyVisible, range);
            }
        }
        return range;
    }

    private static String nameWithoutNumbers(String name) {
        return DIGITS.matcher(name).replaceAll("#");
    }

    private static void include(TimelineModel model, String key, boolean isOnlyVisible, double[] range) {
        TrackEntry entry = model.frames().entry(key);
        if (entry != null
                && entry.index() instanceof CounterIndex index
                && index.data().size() > 0) {
            double[] other = {index.data().min(), index.data().max()};
            if (isOnlyVisible) {
                includeVisible(model, key, other);
            }
            range[0] = Math.min(range[0], other[0]);
            range[1] = Math.max(range[1], other[1]);
        }
    }

    /// Narrows a range to the visible samples, if known.
    private static void includeVisible(TimelineModel model, String key, double[] range) {
        TrackEntry entry = model.frames().entry(key);
        if (entry == null || !(entry.frame() instanceof CounterFrame frame)) {
            return;
        }
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        long end = model.viewport().visible().end();
        for (int i = frame.lastStartingBy(model.viewport().start()); i < frame.size() && frame.start()[i] <= end; i++) {
            low = Double.isFinite(frame.min()[i]) ? Math.min(low, frame.min()[i]) : low;
            high = Double.isFinite(frame.max()[i]) ? Math.max(high, frame.max()[i]) : high;
        }
        if (low <= high) {
            range[0] = low;
            range[1] = high;
        }
    }

    static CounterScale of(double smallest, double biggest, CounterStyle.Scale scale, double heightPx) {
        double min = Math.clamp(smallest, -MAX_FINITE, MAX_FINITE);
        double max = Math.clamp(biggest, -MAX_FINITE, MAX_FINITE);
        boolean isStill = max > min && min >= 0 && max - min < .2 * max;
        if (scale == CounterStyle.Scale.MIN_MAX || scale == CounterStyle.Scale.AUTO && isStill) {
            double margin = scale == CounterStyle.Scale.AUTO ? (max - min) * .15 : 0;
            double low = min - margin;
            return new CounterScale(low, max > low ? max : nextAbove(low), max, false, false, heightPx);
        }
        boolean isLogarithmic = scale == CounterStyle.Scale.LOG;
        double low = roundOutwards(Math.min(min, 0));
        double high = roundOutwards(min < 0 ? Math.max(0, max) : max);
        return new CounterScale(low, high > low ? high : nextAbove(low), high, true, isLogarithmic, heightPx);
    }

    /// Returns a value one larger, or the next larger number if that is the same.
    private static double nextAbove(double value) {
        return Math.max(value + 1, value + Math.ulp(value));
    }

    /// Rounds away from zero to a number that reads well: a multiple of a twentieth of a power of ten, such as 1.5,
    /// 35 or 2 000.
    static double roundOutwards(double value) {
        if (Math.abs(value) < MIN_MAGNITUDE || !Double.isFinite(value)) {
            return value;
        }
        double step = Math.pow(10, Math.ceil(Math.log10(Math.abs(value)))) / 20;
        double steps = Math.abs(value) / step;
        // A value that is already round must not move to the next step because of a rounding error.
        double rounded = Math.abs(steps - Math.rint(steps)) < 1e-9 ? Math.rint(steps) : Math.ceil(steps);
        return Math.copySign(Math.max(Math.abs(value), rounded * step), value);
    }

    /// Position of a value, on a whole pixel, for a given bottom.
    public double y(double value, double bottom) {
        double clamped = Double.isNaN(value) ? low : Math.clamp(value, low, high);
        double share = isLogarithmic
                ? (logScaled(clamped) - logScaled(low)) / (logScaled(high) - logScaled(low))
                : (clamped - low) / (high - low);
        return Math.round(bottom - share * (heightPx - LINE_WIDTH));
    }

    private static double logScaled(double value) {
        return Math.signum(value) * Math.log1p(Math.abs(value));
    }

    /// Suffix of the top label for unusual scales.
    public String suffix() {
        return isLogarithmic
                ? TimelineViewTexts.LOGARITHMIC_SUFFIX
                : isZeroBased ? "" : TimelineViewTexts.MIN_MAX_SUFFIX;
    }
}
