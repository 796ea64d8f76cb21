package traceglass.analysis.events;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Event table: naming, lookup, details and links of its rows. Each table has one implementation, in the package of
/// its subject.
public interface EventTable extends RowTable {

    /// Position among the tables in lists and in search, lowest first.
    int rank();

    /// Whether messages list it among the tables whose events users can refer to.
    default boolean isListedInMessages() {
        return false;
    }

    /// Whether the command line can refer to its events.
    default boolean hasCommandLineName() {
        return isListedInMessages();
    }

    /// Whether project files save a selected row: not for tables that are created while a trace is open.
    default boolean isSavedInProjects() {
        return true;
    }

    /// Whether rows of a query result that are rows of this table can be selected.
    default boolean isSelectable() {
        return isListedInMessages();
    }

    /// Whether the names of its rows are messages, for labels.
    default boolean hasMessages() {
        return false;
    }

    /// Name of the table that must be created before there are rows, for [traceglass.store.TraceStore#ensure] or
    /// for derived tables; empty if none.
    default String requiredData() {
        return "";
    }

    /// Name of the table that must be created before the details of a row are complete; empty if none.
    default String requiredDetailsTable() {
        return requiredData();
    }

    /// Finds the time and track of a row.
    ///
    /// @param table a name for which [#isNamed] returns true
    /// @return empty when there is no such row
    Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id) throws QueryException;

    /// Reads the details of a row.
    ///
    /// @return empty when there is no such row
    Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException;

    /// Menus that apply to any of its rows, for commands.
    default List<EventMenu> menus() {
        return List.of();
    }

    /// Statistics of the rows that have something in common with a row, such as its name.
    default Optional<EventMenu.MenuChoice> statistics(long id) {
        return Optional.empty();
    }

    /// Returns the queries with which the text search finds its rows; empty if it is not searched.
    default Optional<SearchPart> search() {
        return Optional.empty();
    }

    /// Query for thread and time of a row (utid, ts, dur); empty if no critical path can start from it.
    default String threadSpan(long id) {
        return "";
    }

    /// `track.id` of a row as an SQL expression; empty where it has none.
    default String trackId(long id) {
        return "";
    }

    /// Name of the query parameter for a selected row, such as `slice`; empty if none.
    default String parameter() {
        return "";
    }

    /// Whether its rows are heap dumps, which open in the heap page.
    default boolean isHeapDump() {
        return false;
    }

    /// Whether flows may lead from its rows and to them.
    default boolean hasFlows() {
        return false;
    }

    /// Whether [#wakeup] may find a thread for its rows.
    default boolean hasWakeups() {
        return false;
    }

    /// Finds the thread that woke the thread of a row.
    default Optional<Wakeup> wakeup(TraceQueries queries, TrackLookup tracks, long id) throws QueryException {
        return Optional.empty();
    }

    /// Whether [#flames] may return scopes for its rows.
    default boolean hasFlames() {
        return false;
    }

    /// The scopes of flame graphs for a row, the default first.
    default List<FlameScope> flames(TraceQueries queries, Selection.Event event, TimeSpan trace)
            throws QueryException, IOException {
        return List.of();
    }
}
