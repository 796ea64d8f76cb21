package traceglass.render.item;

import java.util.List;
import traceglass.analysis.track.CounterMode;
import traceglass.render.text.TimelineViewTexts;

/// User's settings for drawing one counter. Immutable.
///
/// @param mode derived values that are drawn; null for the default of the counter's kind
/// @param scale vertical scale
/// @param isVisible whether the scale spans only the visible samples
/// @param isShared whether the scale is shared by all counters of the same name and unit in the tree
/// @param overlays keys of counters drawn in the same row, in their own colors
/// @param chart how they are drawn together
public record CounterLook(
        CounterMode mode, Scale scale, boolean isVisible, boolean isShared, List<String> overlays, Chart chart) {

    /// Forms of several counters in one row.
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

    public static final CounterLook DEFAULT =
            new CounterLook(null, Scale.AUTO, false, false, List.of(), Chart.OVERLAID);

    public CounterLook {
        overlays = List.copyOf(overlays);
    }

    public CounterLook withMode(CounterMode value) {
        return new CounterLook(value, scale, isVisible, isShared, overlays, chart);
    }

    public CounterLook withScale(Scale value) {
        return new CounterLook(mode, value, isVisible, isShared, overlays, chart);
    }

    public CounterLook withVisible(boolean value) {
        return new CounterLook(mode, scale, value, isShared, overlays, chart);
    }

    public CounterLook withShared(boolean value) {
        return new CounterLook(mode, scale, isVisible, value, overlays, chart);
    }

    public CounterLook withOverlays(List<String> value) {
        return new CounterLook(mode, scale, isVisible, isShared, value, chart);
    }

    public CounterLook withChart(Chart value) {
        return new CounterLook(mode, scale, isVisible, isShared, overlays, value);
    }
}
