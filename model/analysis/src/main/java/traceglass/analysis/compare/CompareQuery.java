package traceglass.analysis.compare;

/// The SQL of a comparison, which is the same for both traces.
///
/// @param subject what is compared
/// @param grouping one of its groupings
/// @param anyNumber whether numbers within names are all the same: `doFrame 17` and `doFrame 18` are `doFrame #`
public record CompareQuery(ComparedBy subject, String grouping, boolean anyNumber) {

    /// More names than anyone looks through; those with the largest totals are kept.
    public static final int MOST_NAMES = 100_000;

    /// Which of the events of a name to go to.
    public enum Which {
        LARGEST,
        MEDIAN
    }

    private String named(CompareScope scope) {
        String name = anyNumber ? "regexp_replace(name, '[0-9]+', '#', 'g')" : "name";
        return "WITH event AS (\n" + subject.events(scope, grouping).indent(2) + "),\nnamed AS (\n  SELECT " + name
                + " AS name, id, ts, dur, value FROM event\n)\n";
    }

    /// Columns `name`, `count`, `total`, `median`, `p99`; one row a name, those with the largest totals first, one
    /// more than [#MOST_NAMES] when there are more.
    String stats(CompareScope scope) {
        return subject.prelude() + named(scope) + """
            SELECT name, count(*) AS count, CAST(sum(value) AS DOUBLE) AS total,
              CAST(quantile_cont(value, 0.5) AS DOUBLE) AS median,
              CAST(quantile_cont(value, 0.99) AS DOUBLE) AS p99
            FROM named
            GROUP BY name
            ORDER BY total DESC, name
            LIMIT %d\
            """.formatted(MOST_NAMES + 1);
    }

    /// Columns `id`, `ts`, `dur` of one event of this name: that with the largest value, or the first of those
    /// closest to the median.
    String example(CompareScope scope, NameStats stats, Which which) {
        String order = which == Which.LARGEST ? "value DESC" : "abs(value - CAST('" + stats.median() + "' AS DOUBLE))";
        return subject.prelude() + named(scope) + "SELECT id, ts, dur FROM named WHERE name = '"
                + stats.name().replace("'", "''") + "' ORDER BY " + order + ", ts, id LIMIT 1";
    }
}
