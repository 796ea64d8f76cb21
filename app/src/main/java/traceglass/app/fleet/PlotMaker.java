package traceglass.app.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.app.fleet.value.NaturalOrder;
import traceglass.app.fleet.value.PlotScale;
import traceglass.app.fleet.value.ValueFormat;

/// Computes plots of the rows of a table. Pure; called off the JavaFX thread.
final class PlotMaker {

    /// Maximum number of groups; the smallest ones beyond it are merged into one.
    private static final int MAX_GROUPS = 12;
    /// Number of colors that can be distinguished.
    private static final int MAX_COLORS = 8;

    private static final int MAX_BINS = 60;
    private static final int MIN_BINS = 12;
    /// Fraction of the width of a group over which its dots are spread.
    private static final double JITTER = .5;
    /// Values farther from the box than this many times the interquartile range are outliers.
    private static final double WHISKER = 1.5;
    /// Minimum number of traces for a trend line.
    private static final int MIN_TREND = 8;

    private static final int TREND_PARTS = 12;

    private final FleetSheet sheet;
    private final PlotChoice choice;
    private final List<Integer> rows = new ArrayList<>();
    private final List<String> legend = new ArrayList<>();

    private PlotMaker(FleetSheet sheet, int[] shown, PlotChoice choice) {
        this.sheet = sheet;
        this.choice = choice;
        for (int row : shown) {
            boolean hasOtherValues = choice.kind() != PlotChoice.Kind.SCATTER
                    || sheet.number(row, choice.other()).isPresent();
            if (sheet.number(row, choice.value()).isPresent() && hasOtherValues) {
                rows.add(row);
            }
        }
    }

    /// Computes a plot.
    ///
    /// @param shown rows of the sheet
    static Plot make(FleetSheet sheet, int[] shown, PlotChoice choice) {
        PlotMaker maker = new PlotMaker(sheet, shown, choice);
        if (maker.rows.isEmpty()) {
            Plot.Axis none = Plot.Axis.ofNumbers(new PlotScale(0, 1, 1), ValueFormat.NUMBER);
            return new Plot(
                    choice.kind(),
                    none,
                    none,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    new Plot.Statistics(0, 0, 0, 0));
        }
        return switch (choice.kind()) {
            case HISTOGRAM -> maker.histogram();
            case BOX -> maker.boxes();
            case SCATTER -> maker.scatter();
            case TREND -> maker.trend();
        };
    }

    private double value(int row) {
        return sheet.number(row, choice.value()).orElse(0);
    }

    private ValueFormat format(int column) {
        return column < 0 ? ValueFormat.NUMBER : sheet.columns().get(column).format();
    }

    private double[] sorted(List<Integer> rows) {
        double[] values = rows.stream().mapToDouble(this::value).toArray();
        Arrays.sort(values);
        return values;
    }

    /// Returns a quantile with linear interpolation.
    static double quantile(double[] sorted, double q) {
        double position = q * (sorted.length - 1);
        int low = (int) Math.floor(position);
        int high = Math.min(sorted.length - 1, low + 1);
        return sorted[low] + (position - low) * (sorted[high] - sorted[low]);
    }

    private Plot plot(
            Plot.Axis x,
            Plot.Axis y,
            List<Plot.Dot> dots,
            List<Plot.Bin> bins,
            List<Plot.Box> boxes,
            List<Plot.Dot> line) {
        double[] all = sorted(rows);
        Plot.Statistics statistics =
                new Plot.Statistics(all.length, quantile(all, .5), quantile(all, .9), all[all.length - 1]);
        return new Plot(choice.kind(), x, y, dots, bins, boxes, line, List.copyOf(legend), statistics);
    }

    private Plot.Axis valueAxis() {
        double[] all = sorted(rows);
        return Plot.Axis.ofNumbers(PlotScale.of(all[0], all[all.length - 1]), format(choice.value()));
    }

    private Plot histogram() {
        double[] all = sorted(rows);
        double min = all[0];
        double max = all[all.length - 1];
        if (min == max) {
            // A bar as wide as the axis would look like many different values.
            PlotScale rounded = PlotScale.of(min, max);
            double halfWidth = rounded.step() / 4;
            return histogram(
                    rounded, List.of(new Plot.Bin(min - halfWidth, min + halfWidth, List.copyOf(rows))), rows.size());
        }
        int requestedBins = Math.clamp(Math.round(4 * Math.sqrt(all.length)), MIN_BINS, MAX_BINS);
        double width = PlotScale.step((max - min) / requestedBins);
        double from = Math.floor(min / width) * width;
        int count = (int) Math.floor((max - from) / width) + 1;
        List<List<Integer>> inBin = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            inBin.add(new ArrayList<>());
        }
        for (int row : rows) {
            inBin.get((int) Math.clamp(Math.floor((value(row) - from) / width), 0, count - 1))
                    .add(row);
        }
        List<Plot.Bin> bins = new ArrayList<>();
        int highest = 0;
        for (int i = 0; i < count; i++) {
            bins.add(new Plot.Bin(from + i * width, from + (i + 1) * width, List.copyOf(inBin.get(i))));
            highest = Math.max(highest, inBin.get(i).size());
        }
        PlotScale ticks = PlotScale.of(from, from + count * width);
        return histogram(new PlotScale(from, from + count * width, ticks.step()), bins, highest);
    }

    private Plot histogram(PlotScale x, List<Plot.Bin> bins, int highest) {
        return plot(
                Plot.Axis.ofNumbers(x, format(choice.value())),
                Plot.Axis.ofNumbers(PlotScale.ofCounts(highest), ValueFormat.NUMBER),
                List.of(),
                bins,
                List.of(),
                List.of());
    }

    /// Groups the rows by the text of a column, in natural order; if there are more than the limit, the
    /// smallest ones are merged.
    private Map<String, List<Integer>> groups(int column, int limit) {
        if (column < 0) {
            return Map.of(FleetPageTexts.ALL_TRACES, rows);
        }
        Map<String, List<Integer>> groups = new TreeMap<>(NaturalOrder.INSTANCE);
        for (int row : rows) {
            String name = sheet.rawText(row, column);
            groups.computeIfAbsent(name.isEmpty() ? FleetPageTexts.NO_VALUE : name, _ -> new ArrayList<>())
                    .add(row);
        }
        if (groups.size() <= limit) {
            return groups;
        }
        List<String> bySize = groups.entrySet().stream()
                .sorted(Comparator.comparingInt(e -> -e.getValue().size()))
                .map(Map.Entry::getKey)
                .toList();
        Map<String, List<Integer>> grouped = new LinkedHashMap<>();
        List<Integer> others = new ArrayList<>();
        groups.forEach((name, some) -> {
            if (bySize.indexOf(name) < limit - 1) {
                grouped.put(name, some);
            } else {
                others.addAll(some);
            }
        });
        grouped.put(FleetPageTexts.OTHERS, others);
        return grouped;
    }

    private Plot boxes() {
        Map<String, List<Integer>> groups = groups(choice.other(), MAX_GROUPS);
        List<Plot.Box> boxes = new ArrayList<>();
        List<Plot.Dot> dots = new ArrayList<>();
        int position = 0;
        for (List<Integer> rows : groups.values()) {
            double[] values = sorted(rows);
            double q1 = quantile(values, .25);
            double q3 = quantile(values, .75);
            double whiskerLength = WHISKER * (q3 - q1);
            // Quartiles are interpolated, so the nearest value may be inside the box.
            double low = Math.min(
                    q1,
                    Arrays.stream(values)
                            .filter(v -> v >= q1 - whiskerLength)
                            .min()
                            .orElse(q1));
            double high = Math.max(
                    q3,
                    Arrays.stream(values)
                            .filter(v -> v <= q3 + whiskerLength)
                            .max()
                            .orElse(q3));
            boxes.add(new Plot.Box(position, values.length, low, q1, quantile(values, .5), q3, high));
            for (int row : rows) {
                dots.add(new Plot.Dot(row, position + jitter(row), value(row), 0));
            }
            position++;
        }
        return plot(
                Plot.Axis.ofCategories(List.copyOf(groups.keySet())), valueAxis(), dots, List.of(), boxes, List.of());
    }

    /// Offset that keeps dots from hiding each other, always the same for a row.
    private static double jitter(int row) {
        return ((row * 0x9E3779B9L >>> 8 & 0xFFFF) / 65536.0 - .5) * JITTER;
    }

    private Plot scatter() {
        return dots(PlotScale::of);
    }

    private Plot dots(DoubleScale scale) {
        double[] others = rows.stream()
                .mapToDouble(r -> sheet.number(r, choice.other()).orElse(0))
                .sorted()
                .toArray();
        Map<Integer, Integer> colors = colors();
        List<Plot.Dot> dots = new ArrayList<>();
        for (int row : rows) {
            dots.add(new Plot.Dot(
                    row, sheet.number(row, choice.other()).orElse(0), value(row), colors.getOrDefault(row, 0)));
        }
        PlotScale x = scale.of(others[0], others[others.length - 1]);
        return plot(Plot.Axis.ofNumbers(x, format(choice.other())), valueAxis(), dots, List.of(), List.of(), List.of());
    }

    private Map<Integer, Integer> colors() {
        Map<Integer, Integer> colors = new LinkedHashMap<>();
        if (choice.color() >= 0) {
            groups(choice.color(), MAX_COLORS).forEach((name, some) -> {
                some.forEach(row -> colors.put(row, legend.size()));
                legend.add(name);
            });
        }
        return colors;
    }

    private Plot trend() {
        boolean isNumber =
                choice.other() >= 0 && sheet.columns().get(choice.other()).isNumeric();
        return isNumber ? trendOverNumber() : trendOverGroups();
    }

    private Plot trendOverNumber() {
        rows.removeIf(r -> sheet.number(r, choice.other()).isEmpty());
        if (rows.isEmpty()) {
            return make(sheet, new int[0], choice);
        }
        Plot plain = dots(PlotScale::ofRange);
        List<Plot.Dot> line = new ArrayList<>();
        for (int color = 0; color < Math.max(1, legend.size()); color++) {
            addTrend(plain.dots(), color, line);
        }
        return new Plot(
                plain.kind(),
                plain.x(),
                plain.y(),
                plain.dots(),
                List.of(),
                List.of(),
                line,
                plain.legend(),
                plain.statistics());
    }

    /// Adds the running median of the dots of a color, or the median at each position if many dots share one.
    private static void addTrend(List<Plot.Dot> dots, int color, List<Plot.Dot> line) {
        List<Plot.Dot> byX = dots.stream()
                .filter(d -> d.color() == color)
                .sorted(Comparator.comparingDouble(Plot.Dot::x))
                .toList();
        if (byX.size() < MIN_TREND) {
            return;
        }
        long positions = byX.stream().mapToDouble(Plot.Dot::x).distinct().count();
        int halfWindow = 2 * positions <= byX.size() ? 0 : Math.max(3, byX.size() / TREND_PARTS);
        int first = 0;
        while (first < byX.size()) {
            double x = byX.get(first).x();
            int end = first;
            while (end < byX.size() && byX.get(end).x() == x) {
                end++;
            }
            List<Plot.Dot> nearest =
                    byX.subList(Math.max(0, first - halfWindow), Math.min(byX.size(), end + halfWindow));
            line.add(new Plot.Dot(-1, x, median(nearest), color));
            first = end;
        }
    }

    private static double median(List<Plot.Dot> dots) {
        double[] values = dots.stream().mapToDouble(Plot.Dot::y).sorted().toArray();
        return quantile(values, .5);
    }

    private Plot trendOverGroups() {
        Map<String, List<Integer>> groups = groups(choice.other(), Integer.MAX_VALUE);
        Map<Integer, Integer> colors = colors();
        List<Plot.Dot> dots = new ArrayList<>();
        List<Plot.Dot> line = new ArrayList<>();
        int position = 0;
        for (List<Integer> rows : groups.values()) {
            for (int row : rows) {
                dots.add(new Plot.Dot(row, position + jitter(row), value(row), colors.getOrDefault(row, 0)));
            }
            line.add(new Plot.Dot(-1, position, quantile(sorted(rows), .5), 0));
            position++;
        }
        return plot(
                Plot.Axis.ofCategories(List.copyOf(groups.keySet())), valueAxis(), dots, List.of(), List.of(), line);
    }

    private interface DoubleScale {

        PlotScale of(double smallest, double largest);
    }
}
