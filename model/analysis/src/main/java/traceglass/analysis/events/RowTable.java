package traceglass.analysis.events;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// A table whose rows are referred to by their ids: events, or owners of events such as threads.
public interface RowTable {

    /// As in links, project files and on the command line: `slice` in `slice:4802`.
    String name();

    /// Whether a name is that of this table: for tables that are numbered while a trace is open, such as
    /// `debug_track_7`.
    default boolean is(String table) {
        return table.equals(name());
    }

    /// Whether the column `id` of a view of this name, in small letters, holds ids of this table.
    default boolean isShownBy(String view) {
        return false;
    }

    /// Columns that, beside `id`, leave no doubt that a result shows rows of a table.
    ///
    /// @param rank where a result has the columns of several marks, the lowest counts
    record Mark(int rank, Set<String> columns) {}

    /// Columns that leave no doubt that a result shows its rows.
    default List<Mark> marks() {
        return List.of();
    }

    /// Ends of names of columns that hold its ids: `slice_id`, of which `parent_slice_id` is one.
    default Set<String> references() {
        return Set.of();
    }

    /// Whole names of further columns that hold its ids: `slice_out`.
    default Set<String> columns() {
        return Set.of();
    }

    /// Whole names of columns that hold its ids where a result shows rows of this very table: `parent_id`.
    default Set<String> ownColumns() {
        return Set.of();
    }

    /// Names of arguments whose values are its ids.
    default Set<String> arguments() {
        return references();
    }

    /// One of its rows in words, as the name of a field: `Thread state`.
    default String title() {
        String words = name().replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /// Text of a link to a row; empty if there is no such row.
    default Optional<String> label(TraceQueries queries, long id) throws QueryException {
        return Optional.empty();
    }
}
