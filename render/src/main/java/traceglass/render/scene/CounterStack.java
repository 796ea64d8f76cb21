package traceglass.render.scene;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.render.frame.CounterFrame;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.CounterStyle;
import traceglass.render.model.TimelineModel;

/// Sums of the counters of a stacked chart.
public final class CounterStack {

    /// Number of columns into which the whole trace is divided to find its largest sum.
    private static final int COLUMNS = 1000;

    private CounterStack() {}

    /// Adds the values of a counter to the sum in each column of a time range. A counter has no value before its
    /// first sample; a negative value counts as 0.
    ///
    /// @param start start of the first column, ns
    /// @param width length of a column, ns
    /// @param isLargest whether the largest value within a column counts instead of the last one
    public static void add(
            CounterFrame frame, int first, double start, double width, boolean isLargest, double[] sums) {
        double[] values = new double[sums.length];
        for (int i = first; i < frame.size(); i++) {
            int from = column(frame.start()[i], start, width, sums.length);
            int to = i + 1 < frame.size() ? column(frame.start()[i + 1], start, width, sums.length) : sums.length;
            if (from >= sums.length) {
                break;
            }
            double value = isLargest ? frame.max()[i] : frame.last()[i];
            double height = Double.isFinite(value) ? Math.max(0, value) : 0;
            // A step that ends in the column where it starts is replaced there by the next one.
            for (int c = from; c < (isLargest ? Math.max(to, from + 1) : to); c++) {
                values[c] = isLargest ? Math.max(values[c], height) : height;
            }
        }
        for (int c = 0; c < sums.length; c++) {
            sums[c] += values[c];
        }
    }

    private static int column(long ts, double start, double width, int columns) {
        return (int) Math.clamp(Math.floor((ts - start) / width), 0, columns);
    }

    /// Largest sum of a chart's counters: in the visible time, or in the whole trace.
    static double maximum(TimelineModel model, String key, CounterStyle style) {
        double[] existing = model.painting().sharedRanges().computeIfAbsent("stack/" + key, _ -> {
            boolean isVisible = style.scalesToVisible();
            int columns = isVisible ? (int) Math.max(1, model.geometry().timeWidth()) : COLUMNS;
            double start = isVisible ? model.viewport().start() : model.bounds().start();
            double width = isVisible
                    ? model.viewport().nsPerPx(model.geometry().timeWidth())
                    : Math.max(1, model.bounds().durNs() / (double) COLUMNS);
            double[] sums = new double[columns];
            double fallback = 0;
            for (String seriesKey : keys(key, style)) {
                TrackEntry entry = model.frames().entry(seriesKey);
                if (entry == null || !(entry.index() instanceof CounterIndex index)) {
                    continue;
                }
                fallback += Math.max(0, index.data().max());
                if (isVisible && entry.frame() instanceof CounterFrame frame) {
                    add(frame, frame.lastStartingBy(model.viewport().start()), start, width, true, sums);
                } else if (!isVisible && entry.overview() instanceof CounterFrame frame) {
                    add(frame, 0, start, width, true, sums);
                }
            }
            double maximum = Arrays.stream(sums).max().orElse(0);
            return new double[] {maximum > 0 ? maximum : fallback};
        });
        return existing[0];
    }

    /// Counters of a chart, from the bottom of the stack.
    public static List<String> keys(String key, CounterStyle style) {
        List<String> keys = new ArrayList<>();
        keys.add(key);
        keys.addAll(style.overlays());
        return keys;
    }
}
