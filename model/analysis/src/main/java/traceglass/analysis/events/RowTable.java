package traceglass.analysis.events;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Table whose rows are referred to by their ids: events, or owners of events such as threads.
public interface RowTable {

    /// Name as in links, project files and on the command line: `slice` in `slice:4802`.
    String name();

    /// Whether a name denotes this table: for tables that are numbered while a trace is open, such as
    /// `debug_track_7`.
    default boolean isNamed(String table) {
        return table.equals(name());
    }

    /// Whether the column `id` of a view of this lower-case name holds ids of this table.
    default boolean isShownBy(String view) {
        return false;
    }

    /// Columns that, together with `id`, identify the rows of a result as rows of a table.
    ///
    /// @param rank precedence: if a result has the columns of several marks, the lowest rank wins
    record Mark(int rank, Set<String> columns) {}

    /// Sets of columns that identify the rows of a result as rows of this table.
    default List<Mark> marks() {
        return List.of();
    }

    /// Suffixes of names of columns that hold its ids: `slice_id` also covers `parent_slice_id`.
    default Set<String> references() {
        return Set.of();
    }

    /// Full names of further columns that hold its ids: `slice_out`.
    default Set<String> columns() {
        return Set.of();
    }

    /// Full names of columns that hold its ids in a result with rows of this table: `parent_id`.
    default Set<String> ownColumns() {
        return Set.of();
    }

    /// Names of arguments whose values are its ids.
    default Set<String> arguments() {
        return references();
    }

    /// Name of one of its rows, as the label of a field: `Thread state`.
    default String title() {
        String title = name().replace('_', ' ');
        return Character.toUpperCase(title.charAt(0)) + title.substring(1);
    }

    /// Text of a link to a row; empty if there is no such row.
    default Optional<String> label(TraceQueries queries, long id) throws QueryException {
        return Optional.empty();
    }
}
