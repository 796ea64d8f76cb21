package traceglass.analysis.compare;

import traceglass.analysis.report.GroupBy;

/// SQL of a comparison, the same for both traces.
///
/// @param subject kind of data to compare
/// @param grouping one of the subject's groupings
/// @param ignoresNumbers whether numbers within names are ignored: `doFrame 17` and `doFrame 18` become `doFrame #`
public record CompareQuery(ComparisonKind subject, GroupBy grouping, boolean ignoresNumbers) {

    /// Maximum number of names; those with the largest totals are kept.
    public static final int MAX_NAMES = 100_000;

    /// Example event to show for a name.
    public enum ExampleChoice {
        LARGEST,
        MEDIAN
    }

    private String namedEvents(CompareScope scope) {
        String name = ignoresNumbers ? "regexp_replace(name, '[0-9]+', '#', 'g')" : "name";
        return "WITH event AS (\n" + subject.events(scope, grouping).indent(2) + "),\nnamed AS (\n  SELECT " + name
                + " AS name, id, ts, dur, value FROM event\n)\n";
    }

    /// Returns columns `name`, `count`, `total`, `median`, `p99`, one row for each name, largest totals first. If
    /// there are more than [#MAX_NAMES] names, one row more than that is returned.
    String stats(CompareScope scope) {
        return subject.prelude() + namedEvents(scope) + """
            SELECT name, count(*) AS count, CAST(sum(value) AS DOUBLE) AS total,
              CAST(quantile_cont(value, 0.5) AS DOUBLE) AS median,
              CAST(quantile_cont(value, 0.99) AS DOUBLE) AS p99
            FROM named
            GROUP BY name
            ORDER BY total DESC, name
            LIMIT %d\
            """.formatted(MAX_NAMES + 1);
    }

    /// Returns columns `id`, `ts`, `dur` of one event of this name: the one with the largest value, or the first of
    /// those closest to the median.
    String example(CompareScope scope, NameStats stats, ExampleChoice choice) {
        String order = choice == ExampleChoice.LARGEST
                ? "value DESC"
                : "abs(value - CAST('" + stats.median() + "' AS DOUBLE))";
        return subject.prelude() + namedEvents(scope) + "SELECT id, ts, dur FROM named WHERE name = '"
                + stats.name().replace("'", "''") + "' ORDER BY " + order + ", ts, id LIMIT 1";
    }
}
