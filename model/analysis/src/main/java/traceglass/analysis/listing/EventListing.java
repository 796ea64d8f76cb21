package traceglass.analysis.listing;

import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// A kind of event that a list can show.
public interface EventListing {

    /// Of the drawer's tab, and the first part of ids of controls.
    String id();

    String title();

    /// Name of an icon.
    String icon();

    /// One of them in words, and several: `event`, `events`.
    List<String> words();

    /// Whether the trace has any: SQL that gives a row when it does.
    String probe();

    /// Learns what columns and filters depend on in a trace. Waits; asked before anything else of it.
    default void learn(TraceQueries q) throws QueryException {}

    /// SQL that gives a row an event: `key`, a number that names the event in this list; `ts`, ns; `utid`; and the
    /// columns named by [#columns], [#facets] and [#levels].
    ///
    /// @param condition on `id` in each table that is read, to have some of them only; or `true`
    String rows(String condition);

    /// Columns in the order shown; the first is the time.
    List<EventColumn> columns();

    List<Facet> facets();

    /// Those of [#facets] that stand above the list now.
    default List<Facet> offered() {
        return facets();
    }

    /// Names of the levels that a list can be cut at and their values in the column `level`, the lowest first;
    /// empty when it has none.
    List<Level> levels();

    /// Columns whose text is searched.
    List<String> searched();

    /// A further condition that finds text elsewhere, such as in arguments; empty for none.
    ///
    /// @param test makes a condition on an SQL expression
    default String searchedElsewhere(java.util.function.UnaryOperator<String> test) {
        return "";
    }

    /// What has to be decoded before the text can be searched and rows are complete; empty for nothing.
    default String needs() {
        return "";
    }

    /// The column that holds an arg set whose arguments are shown as text; empty for none.
    default String argSets() {
        return "";
    }

    /// The table that the event is a row of.
    String table(long key);

    /// Its id there.
    long id(long key);

    /// The key of a row, when it is of this kind.
    java.util.OptionalLong key(String table, long id);

    /// A condition on `id` for [#rows] that all of these fulfil.
    ///
    /// @param keys not empty
    default String condition(long[] keys) {
        StringBuilder list = new StringBuilder();
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (long key : keys) {
            long id = id(key);
            list.append(list.isEmpty() ? "" : ",").append(id);
            least = Math.min(least, id);
            most = Math.max(most, id);
        }
        // The bounds let the database skip what lies apart without looking at it.
        return "id BETWEEN " + least + " AND " + most + " AND id IN (" + list + ")";
    }

    /// @param value in the column `level`
    /// @param word what is shown
    record Level(int value, String word) {

        // By hand, as that of [EventColumn].
        @Override
        public boolean equals(Object other) {
            return other instanceof Level l && value == l.value && word.equals(l.word);
        }

        @Override
        public int hashCode() {
            return value;
        }
    }
}
