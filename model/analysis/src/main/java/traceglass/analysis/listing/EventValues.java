package traceglass.analysis.listing;

import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Queries for a list of events other than its rows: whether there are any, and the values of facets.
public final class EventValues {

    /// Maximum number of values of a facet.
    private static final int MAX_VALUES = 20_000;

    /// Value of a facet.
    ///
    /// @param text empty for events without a value
    /// @param count number of events with this value
    public record Value(String text, long count) {}

    private EventValues() {}

    /// Returns whether a trace has events of this kind.
    public static boolean hasRows(TraceQueries q, EventListing listing) throws QueryException {
        return q.read(listing.probe(), rows -> rows.next());
    }

    /// Returns the values of a facet among the events that match the rest of the filter, most frequent first.
    public static List<Value> of(TraceQueries q, EventListing listing, EventFilter filter, Facet facet)
            throws QueryException {
        return q.all(
                "SELECT coalesce(CAST(" + facet.column() + " AS VARCHAR), ''), count(*) FROM (" + listing.rows("true")
                        + ") AS e\nWHERE " + filter.sql(listing, facet.column())
                        + "\nGROUP BY 1 ORDER BY 2 DESC, 1 LIMIT " + MAX_VALUES,
                r -> new Value(r.getString(1), r.getLong(2)));
    }

    /// Returns a readable query for the events that match a filter.
    ///
    /// @param span time range of the events, or null for all
    public static String sql(EventListing listing, EventFilter filter, TimeSpan span) {
        return "-- " + listing.title() + "\nSELECT *\nFROM (\n"
                + listing.rows("true").stripTrailing().indent(2) + ") AS e\nWHERE "
                + filter.sql(listing, "")
                + (span == null ? "" : " AND ts >= " + span.start() + " AND ts < " + span.end())
                + "\nORDER BY ts";
    }
}
