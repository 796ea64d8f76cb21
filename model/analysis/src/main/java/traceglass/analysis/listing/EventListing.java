package traceglass.analysis.listing;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Kind of events that a list can show.
public interface EventListing {

    /// Id of the tab in the details pane, and prefix of the ids of controls.
    String id();

    String title();

    /// Name of an icon.
    String icon();

    /// Singular and plural of the events: `event`, `events`.
    List<String> nouns();

    /// Returns SQL that yields a row if the trace has such events.
    String probe();

    /// Queries the properties of a trace that columns and filters depend on. Blocks; called before all other
    /// methods.
    default void inspect(TraceQueries q) throws QueryException {}

    /// Returns SQL with one row for each event: `key`, a number that identifies the event in this list; `ts`, ns;
    /// `utid`; and the columns named by [#columns], [#facets] and [#levels].
    ///
    /// @param condition condition on `id` in each table read, to select events; or `true`
    String rows(String condition);

    /// Columns in display order; the first is the time.
    List<EventColumn> columns();

    List<Facet> facets();

    /// Returns those of [#facets] that are currently shown above the list.
    default List<Facet> shownFacets() {
        return facets();
    }

    /// Levels for the minimum-level filter, with their values in the column `level`, lowest first; empty if there
    /// are none.
    List<Level> levels();

    /// Columns whose text is searched.
    List<String> searchedColumns();

    /// Returns an additional condition for text in other places, such as arguments; empty for none.
    ///
    /// @param test creates a condition on an SQL expression
    default String otherSearchCondition(UnaryOperator<String> test) {
        return "";
    }

    /// Name of the table that must be decoded before the text can be searched and rows are complete; empty for
    /// none.
    default String requiredData() {
        return "";
    }

    /// Column with an arg set whose arguments are shown as text; empty for none.
    default String argSets() {
        return "";
    }

    /// Returns whether the list is shown when a trace is opened: if it has no other events.
    default boolean isInitiallyShown(TraceSummary summary) {
        return false;
    }

    /// Returns the event table of a key.
    String table(long key);

    /// Returns the id in that table.
    long id(long key);

    /// Returns the key of a row, if it is of this kind.
    OptionalLong key(String table, long id);

    /// Returns a condition on `id` for [#rows] that selects these events.
    ///
    /// @param keys not empty
    default String condition(long[] keys) {
        StringBuilder list = new StringBuilder();
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (long key : keys) {
            long id = id(key);
            list.append(list.isEmpty() ? "" : ",").append(id);
            min = Math.min(min, id);
            max = Math.max(max, id);
        }
        // The bounds let the database skip row groups.
        return "id BETWEEN " + min + " AND " + max + " AND id IN (" + list + ")";
    }

    /// Level of events.
    ///
    /// @param value value in the column `level`
    /// @param label display name
    record Level(int value, String label) {

        // Written by hand, as in [EventColumn].
        @Override
        public boolean equals(Object other) {
            return other instanceof Level l && value == l.value && label.equals(l.label);
        }

        @Override
        public int hashCode() {
            return value;
        }
    }
}
