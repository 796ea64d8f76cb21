package traceglass.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Names of two traces side by side: first the names that both have, largest difference first, then the names
/// that only one of them has, largest total first. Immutable; created off the JavaFX thread.
///
/// @param rows one row for each name
/// @param measure measure by whose difference the rows are sorted
public record Comparison(List<Row> rows, CompareMeasure measure) {

    public Comparison {
        rows = List.copyOf(rows);
    }

    /// Statistics of one name in both traces.
    ///
    /// @param a statistics in the first trace, or null if it has no such events
    /// @param b statistics in the second trace, or null if it has no such events
    public record Row(String name, NameStats a, NameStats b) {

        /// Returns which of the traces have the name.
        public Presence presence() {
            return a == null ? Presence.ONLY_B : b == null ? Presence.ONLY_A : Presence.BOTH;
        }

        /// Returns the second value minus the first; NaN unless both traces have the name.
        public double difference(CompareMeasure measure) {
            return presence() == Presence.BOTH ? value(b, measure) - value(a, measure) : Double.NaN;
        }

        /// Returns the difference as a fraction of the first value; NaN unless both traces have the name and
        /// the first value is not 0.
        public double change(CompareMeasure measure) {
            double before = value(a, measure);
            return before == 0 ? Double.NaN : difference(measure) / Math.abs(before);
        }

        private static double value(NameStats stats, CompareMeasure measure) {
            return stats == null || Double.isNaN(stats.value(measure)) ? 0 : stats.value(measure);
        }

        private double largest() {
            return Math.max(Math.abs(value(a, CompareMeasure.TOTAL)), Math.abs(value(b, CompareMeasure.TOTAL)));
        }
    }

    /// Joins the names of both traces. Names of both with equal differences are sorted by total, largest first.
    ///
    /// @param isRelative whether differences are compared as fractions of the first value, such as when every name
    ///     has its own unit
    public static Comparison of(List<NameStats> a, List<NameStats> b, CompareMeasure measure, boolean isRelative) {
        Map<String, Row> byName = new LinkedHashMap<>();
        for (NameStats s : a) {
            byName.put(s.name(), new Row(s.name(), s, null));
        }
        for (NameStats s : b) {
            Row row = byName.get(s.name());
            byName.put(s.name(), new Row(s.name(), row == null ? null : row.a, s));
        }
        List<Row> rows = new ArrayList<>(byName.values());
        Comparator<Row> bothFirst = Comparator.comparing(Row::presence);
        rows.sort(bothFirst
                .thenComparingDouble(r -> -size(r, measure, isRelative))
                .thenComparingDouble(r -> -r.largest())
                .thenComparing(Row::name));
        return new Comparison(rows, measure);
    }

    /// A change from 0 is sorted before any relative change.
    private static double size(Row row, CompareMeasure measure, boolean isRelative) {
        if (row.presence() != Presence.BOTH) {
            return 0;
        }
        double size = Math.abs(isRelative ? row.change(measure) : row.difference(measure));
        return Double.isNaN(size) ? row.difference(measure) == 0 ? 0 : Double.MAX_VALUE : size;
    }

    /// Returns only the names with this presence.
    public Comparison withPresence(Presence presence) {
        return new Comparison(
                rows.stream().filter(r -> r.presence() == presence).toList(), measure);
    }

    /// Returns the same names sorted by another measure.
    public Comparison sortedBy(CompareMeasure other, boolean isRelative) {
        List<NameStats> a = rows.stream().map(Row::a).filter(Objects::nonNull).toList();
        List<NameStats> b = rows.stream().map(Row::b).filter(Objects::nonNull).toList();
        return of(a, b, other, isRelative);
    }
}
