package traceglass.render.item;

import java.util.List;
import traceglass.analysis.track.CounterMode;
import traceglass.render.text.TimelineViewTexts;

/// User's settings for drawing one counter. Immutable.
///
/// @param mode derived values that are drawn; null for the default of the counter's kind
/// @param scale vertical scale
/// @param scalesToVisible whether the scale spans only the visible samples
/// @param sharesScale whether the scale is shared by all counters of the same name and unit in the tree
/// @param overlays keys of counters drawn in the same row, in their own colors
/// @param chart type of chart for several counters in one row
public record CounterStyle(
        CounterMode mode,
        Scale scale,
        boolean scalesToVisible,
        boolean sharesScale,
        List<String> overlays,
        Chart chart) {

    /// Ways to draw several counters in one row.
    public enum Chart {
        /// As lines on one scale.
        OVERLAID(TimelineViewTexts.CHART_OVERLAID),
        /// As areas on top of each other, so that the top edge is their sum. Negative values count as 0.
        STACKED(TimelineViewTexts.CHART_STACKED),
        /// As lines, each from its own minimum to its own maximum.
        NORMALIZED(TimelineViewTexts.CHART_NORMALIZED);

        private final String title;

        Chart(String title) {
            this.title = title;
        }

        /// Label for menus.
        public String title() {
            return title;
        }
    }

    /// Bottom and division of the vertical scale.
    public enum Scale {
        /// From zero, unless the counter varies so little that it would look constant.
        AUTO(TimelineViewTexts.SCALE_AUTOMATIC),
        ZERO(TimelineViewTexts.SCALE_FROM_ZERO),
        MIN_MAX(TimelineViewTexts.SCALE_MIN_MAX),
        LOG(TimelineViewTexts.SCALE_LOGARITHMIC);

        private final String title;

        Scale(String title) {
            this.title = title;
        }

        /// Label for menus.
        public String title() {
            return title;
        }
    }

    public static final CounterStyle DEFAULT =
            new CounterStyle(null, Scale.AUTO, false, false, List.of(), Chart.OVERLAID);

    public CounterStyle {
        overlays = List.copyOf(overlays);
    }

    public CounterStyle withMode(CounterMode value) {
        return new CounterStyle(value, scale, scalesToVisible, sharesScale, overlays, chart);
    }

    public CounterStyle withScale(Scale value) {
        return new CounterStyle(mode, value, scalesToVisible, sharesScale, overlays, chart);
    }

    public CounterStyle withScaleToVisible(boolean value) {
        return new CounterStyle(mode, scale, value, sharesScale, overlays, chart);
    }

    public CounterStyle withSharedScale(boolean value) {
        return new CounterStyle(mode, scale, scalesToVisible, value, overlays, chart);
    }

    public CounterStyle withOverlays(List<String> value) {
        return new CounterStyle(mode, scale, scalesToVisible, sharesScale, value, chart);
    }

    public CounterStyle withChart(Chart value) {
        return new CounterStyle(mode, scale, scalesToVisible, sharesScale, overlays, value);
    }
}
