package traceglass.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The names of two traces side by side, those with the biggest difference first. Immutable; made off the JavaFX
/// thread.
///
/// @param rows each name once
/// @param measure whose difference they are in order of
public record Comparison(List<Row> rows, Measure measure) {

    public Comparison {
        rows = List.copyOf(rows);
    }

    /// One name.
    ///
    /// @param a what it comes to in the first trace, or null when it is not there
    /// @param b the same in the second
    public record Row(String name, NameStats a, NameStats b) {

        /// The second less the first; where one has none of it, all of the other.
        public double difference(Measure measure) {
            return value(b, measure) - value(a, measure);
        }

        /// The difference as a share of the first; NaN where that has nothing.
        public double change(Measure measure) {
            double before = value(a, measure);
            return before == 0 ? Double.NaN : difference(measure) / Math.abs(before);
        }

        private static double value(NameStats stats, Measure measure) {
            return stats == null || Double.isNaN(stats.of(measure)) ? 0 : stats.of(measure);
        }

        private double largest() {
            return Math.max(Math.abs(value(a, Measure.TOTAL)), Math.abs(value(b, Measure.TOTAL)));
        }
    }

    /// Puts the names of both together. Of those with the same difference, the ones with most in total come first.
    ///
    /// @param relative whether differences count as shares of the first, as where every name has a unit of its own
    public static Comparison of(List<NameStats> a, List<NameStats> b, Measure measure, boolean relative) {
        Map<String, Row> byName = new LinkedHashMap<>();
        for (NameStats s : a) {
            byName.put(s.name(), new Row(s.name(), s, null));
        }
        for (NameStats s : b) {
            Row row = byName.get(s.name());
            byName.put(s.name(), new Row(s.name(), row == null ? null : row.a, s));
        }
        List<Row> rows = new ArrayList<>(byName.values());
        Comparator<Row> bigFirst = Comparator.comparingDouble(r -> -size(r, measure, relative));
        rows.sort(bigFirst.thenComparingDouble(r -> -r.largest()).thenComparing(Row::name));
        return new Comparison(rows, measure);
    }

    /// What appears or goes away altogether has changed more than by any share.
    private static double size(Row row, Measure measure, boolean relative) {
        double size = Math.abs(relative ? row.change(measure) : row.difference(measure));
        return Double.isNaN(size) ? row.difference(measure) == 0 ? 0 : Double.MAX_VALUE : size;
    }

    /// The same names in order of another measure.
    public Comparison by(Measure other, boolean relative) {
        List<NameStats> a =
                rows.stream().map(Row::a).filter(java.util.Objects::nonNull).toList();
        List<NameStats> b =
                rows.stream().map(Row::b).filter(java.util.Objects::nonNull).toList();
        return of(a, b, other, relative);
    }
}
