package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;

/// Data of a chart, computed from a result. Bounded for any number of rows: bars show the largest groups, histograms
/// have a fixed number of bins, lines and points are reduced to a number that can be distinguished.
final class ChartData {

    static final int BARS = 40;
    static final int BINS = 40;
    static final int POINTS = 2000;

    /// Sum of the values of a group, or its number of rows.
    record Bar(String name, double value) {}

    /// Number of values in `[from, to)`; the last bin includes its end.
    record Bin(double from, double to, long count) {}

    record Point(double x, double y) {}

    /// Columns of a chart; −1 for none.
    ///
    /// @param group column to group rows by
    /// @param x column for lines and points
    /// @param y column that is summed or drawn
    record Columns(int group, int x, int y) {}

    private ChartData() {}

    /// Suggests columns for a result: a text column to group by, a time for x, and a duration or the last
    /// number that is not an id for y.
    static Columns suggest(RowStore rows) {
        int group = -1;
        int x = -1;
        int y = -1;
        int number = -1;
        for (int c = 0; c < rows.columns(); c++) {
            String name = rows.names().get(c).toLowerCase(Locale.ROOT);
            boolean isId = name.equals("id")
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
                } else if (!isId) {
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

    /// Sums by group, largest first; with `y` −1 counts rows. Without a group, each row is a bar.
    static List<Bar> bars(RowStore rows, int group, int y) {
        if (group < 0) {
            List<Bar> bars = new ArrayList<>();
            for (int r = 0; r < Math.min(rows.size(), BARS); r++) {
                bars.add(new Bar(SqlTexts.row(r + 1), y < 0 || rows.isNull(r, y) ? 0 : rows.getDouble(r, y)));
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

    /// Frequencies of values in bins of equal width; empty if there are no values.
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

    /// Rows as points ordered by x, or by row number if `x` is −1. Above [#POINTS] points, each section is
    /// reduced to its minimum and maximum, so that no peak is lost.
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
        List<Point> extremes = new ArrayList<>();
        int bucketCount = POINTS / 2;
        for (int i = 0; i < bucketCount; i++) {
            List<Point> part = all.subList(
                    (int) ((long) all.size() * i / bucketCount), (int) ((long) all.size() * (i + 1) / bucketCount));
            Point low = part.stream().min(Comparator.comparingDouble(Point::y)).get();
            Point high = part.stream().max(Comparator.comparingDouble(Point::y)).get();
            extremes.add(low.x <= high.x ? low : high);
            if (low != high) {
                extremes.add(low.x <= high.x ? high : low);
            }
        }
        return extremes;
    }
}
