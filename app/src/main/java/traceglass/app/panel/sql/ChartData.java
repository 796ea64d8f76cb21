package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;

/// What a chart shows of a result. Pure, and bounded whatever the number of rows: bars are the largest groups, a
/// histogram has a fixed number of bins, a line and points are thinned to what can be told apart.
final class ChartData {

    static final int BARS = 40;
    static final int BINS = 40;
    static final int POINTS = 2000;

    /// The sum of the values of one group, or the number of its rows.
    record Bar(String name, double value) {}

    /// How many values lie in `[from, to)`; the last bin has its end too.
    record Bin(double from, double to, long count) {}

    record Point(double x, double y) {}

    /// Which columns a chart is made of; −1 for none.
    ///
    /// @param group values that rows are put together by
    /// @param x for lines and points
    /// @param y what is added up or drawn
    record Columns(int group, int x, int y) {}

    private ChartData() {}

    /// A choice that makes sense for a result: text to group by; time for x; a duration, or else the last number
    /// that is not an id, for y.
    static Columns suggest(RowStore rows) {
        int group = -1;
        int x = -1;
        int y = -1;
        int number = -1;
        for (int c = 0; c < rows.columns(); c++) {
            String name = rows.names().get(c).toLowerCase(java.util.Locale.ROOT);
            boolean id = name.equals("id")
                    || name.endsWith("_id")
                    || name.equals("utid")
                    || name.equals("upid")
                    || name.equals("tid")
                    || name.equals("pid");
            if (rows.type(c) == RowType.TEXT) {
                group = group < 0 ? c : group;
            } else if (rows.type(c).isNumber()) {
                if (name.equals("ts") || name.endsWith("_ts")) {
                    x = x < 0 ? c : x;
                } else if (!id) {
                    y = name.equals("dur") || name.endsWith("_dur") || name.equals("value") ? y < 0 ? c : y : y;
                    number = c;
                }
            }
        }
        if (y < 0) {
            y = number;
        }
        if (x < 0) {
            for (int c = 0; c < rows.columns() && x < 0; c++) {
                x = rows.type(c).isNumber() && c != y ? c : -1;
            }
        }
        return new Columns(group, x, y);
    }

    /// Sums by group, largest first; with `y` −1 counts rows. Without a group every row is a bar of its own.
    static List<Bar> bars(RowStore rows, int group, int y) {
        if (group < 0) {
            List<Bar> bars = new ArrayList<>();
            for (int r = 0; r < Math.min(rows.size(), BARS); r++) {
                bars.add(new Bar("Row " + (r + 1), y < 0 || rows.isNull(r, y) ? 0 : rows.getDouble(r, y)));
            }
            return bars;
        }
        Map<String, double[]> sums = new LinkedHashMap<>();
        for (int r = 0; r < rows.size(); r++) {
            String name = rows.getText(r, group);
            sums.computeIfAbsent(name == null ? "NULL" : name, k -> new double[1])[0] +=
                    y < 0 ? 1 : rows.isNull(r, y) ? 0 : rows.getDouble(r, y);
        }
        return sums.entrySet().stream()
                .map(e -> new Bar(e.getKey(), e.getValue()[0]))
                .sorted(Comparator.comparingDouble(Bar::value).reversed())
                .limit(BARS)
                .toList();
    }

    /// How often values occur, in bins of equal width; empty where there are none.
    static List<Bin> histogram(RowStore rows, int y) {
        double[] values = finite(rows, y);
        if (values.length == 0) {
            return List.of();
        }
        double min = Arrays.stream(values).min().getAsDouble();
        double max = Arrays.stream(values).max().getAsDouble();
        int bins = min == max ? 1 : BINS;
        double width = min == max ? 1 : (max - min) / bins;
        long[] counts = new long[bins];
        for (double v : values) {
            counts[(int) Math.min(bins - 1, (v - min) / width)]++;
        }
        List<Bin> found = new ArrayList<>();
        for (int i = 0; i < bins; i++) {
            found.add(new Bin(min + i * width, i == bins - 1 ? max : min + (i + 1) * width, counts[i]));
        }
        return found;
    }

    private static double[] finite(RowStore rows, int y) {
        double[] values = new double[rows.size()];
        int n = 0;
        for (int r = 0; r < rows.size(); r++) {
            double v = rows.isNull(r, y) ? Double.NaN : rows.getDouble(r, y);
            if (Double.isFinite(v)) {
                values[n++] = v;
            }
        }
        return Arrays.copyOf(values, n);
    }

    /// The rows as points in order of x (their number where `x` is −1). Of more than [#POINTS], each stretch gives
    /// its lowest and its highest, so that no peak is lost.
    static List<Point> points(RowStore rows, int x, int y) {
        List<Point> all = new ArrayList<>();
        for (int r = 0; r < rows.size(); r++) {
            if (!rows.isNull(r, y) && (x < 0 || !rows.isNull(r, x))) {
                Point p = new Point(x < 0 ? r + 1 : rows.getDouble(r, x), rows.getDouble(r, y));
                if (Double.isFinite(p.x) && Double.isFinite(p.y)) {
                    all.add(p);
                }
            }
        }
        all.sort(Comparator.comparingDouble(Point::x));
        if (all.size() <= POINTS) {
            return all;
        }
        List<Point> few = new ArrayList<>();
        int stretches = POINTS / 2;
        for (int i = 0; i < stretches; i++) {
            List<Point> part = all.subList(
                    (int) ((long) all.size() * i / stretches), (int) ((long) all.size() * (i + 1) / stretches));
            Point low = part.stream().min(Comparator.comparingDouble(Point::y)).get();
            Point high = part.stream().max(Comparator.comparingDouble(Point::y)).get();
            few.add(low.x <= high.x ? low : high);
            if (low != high) {
                few.add(low.x <= high.x ? high : low);
            }
        }
        return few;
    }
}
