package traceglass.analysis.listing;

import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// What a list of events asks beside its rows: whether there are any, and what they can be filtered by.
public final class EventValues {

    /// The most values that a facet lists.
    private static final int MOST = 20_000;

    /// A value of a facet.
    ///
    /// @param text may be empty, for those without one
    /// @param count events that have it
    public record Value(String text, long count) {}

    private EventValues() {}

    /// Whether a trace has events of this kind.
    public static boolean isIn(TraceQueries q, EventListing kind) throws QueryException {
        return q.read(kind.probe(), rows -> rows.next());
    }

    /// The values of a facet among the events that pass the other parts of the filter, the most frequent first.
    public static List<Value> of(TraceQueries q, EventListing kind, EventFilter filter, Facet facet)
            throws QueryException {
        return q.all(
                "SELECT coalesce(CAST(" + facet.column() + " AS VARCHAR), ''), count(*) FROM (" + kind.rows("true")
                        + ") AS e\nWHERE " + filter.sql(kind, facet.column())
                        + "\nGROUP BY 1 ORDER BY 2 DESC, 1 LIMIT " + MOST,
                r -> new Value(r.getString(1), r.getLong(2)));
    }

    /// The query for the events that pass a filter, as people may read and change it.
    ///
    /// @param span that the events lie in, or null for all
    public static String sql(EventListing kind, EventFilter filter, TimeSpan span) {
        return "-- " + kind.title() + "\nSELECT *\nFROM (\n"
                + kind.rows("true").stripTrailing().indent(2) + ") AS e\nWHERE "
                + filter.sql(kind, "")
                + (span == null ? "" : " AND ts >= " + span.start() + " AND ts < " + span.end())
                + "\nORDER BY ts";
    }
}
