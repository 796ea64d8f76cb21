package traceglass.ingest.database;

import java.util.List;
import java.util.Set;

/// A column of a table with some of its values.
///
/// @param samples non-empty values of this type from the first rows, as strings
public record TableColumn(String name, Kind kind, List<String> samples) {

    /// Type of the values.
    public enum Kind {
        NUMBER,
        /// Text with a date, a time of day or both.
        DATE,
        TEXT
    }

    /// Strings that stand for missing values.
    private static final Set<String> MISSING = Set.of("", "-", "NA", "N/A", "null", "NULL", "NaN", "nan");

    public TableColumn {
        samples = List.copyOf(samples);
    }

    /// Creates a column whose type is that of nearly all of its values; a few may be invalid.
    static TableColumn of(String name, List<String> values) {
        List<String> samples =
                values.stream().filter(v -> !MISSING.contains(v.strip())).toList();
        List<String> numbers = samples.stream().filter(TimeValues::isNumber).toList();
        if (areNearlyAll(numbers, samples)) {
            return new TableColumn(name, Kind.NUMBER, numbers);
        }
        List<String> dates = samples.stream().filter(TimeValues::isDate).toList();
        return areNearlyAll(dates, samples)
                ? new TableColumn(name, Kind.DATE, dates)
                : new TableColumn(name, Kind.TEXT, samples);
    }

    /// Returns whether a part has at least 80 % of all values.
    private static boolean areNearlyAll(List<String> part, List<String> all) {
        return !part.isEmpty() && part.size() * 5 >= all.size() * 4;
    }

    boolean isNumber() {
        return kind == Kind.NUMBER;
    }

    /// Returns whether the column may contain times.
    public boolean mayBeTime() {
        return kind != Kind.TEXT;
    }
}
