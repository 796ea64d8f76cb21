package traceglass.analysis.events;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// One table of events: how its rows are named, found, described and linked. One implementation a table, in the
/// package of its subject.
public interface EventTable extends RowTable {

    /// Place among the tables where all are listed and searched: the lowest first.
    int rank();

    /// Whether messages name it among the tables that a person can name an event of.
    default boolean isListed() {
        return false;
    }

    /// Whether a person can name an event of it where the program is started.
    default boolean isNamed() {
        return isListed();
    }

    /// Whether a project file keeps which of its rows is selected: not where it is made while a trace is open.
    default boolean isKept() {
        return true;
    }

    /// Whether a result that shows its rows can be made a selection.
    default boolean isSelectable() {
        return isListed();
    }

    /// What has to be made before there are rows, as [traceglass.store.TraceStore#ensure] or a derived table takes
    /// it; empty for nothing.
    default String needs() {
        return "";
    }

    /// What has to be made before the details of a row are complete; empty for nothing.
    default String detailsNeed() {
        return needs();
    }

    /// When a row was, and the track it is on.
    ///
    /// @param table a name that [#is] of this table
    /// @return empty when there is no such row
    Optional<EventPlace> find(TraceQueries queries, TrackLookup tracks, String table, long id) throws QueryException;

    /// What is known about a row.
    ///
    /// @return empty when there is no such row
    Optional<EventDetails> details(EventReading from, Selection.Event event) throws QueryException;

    /// What can be done with any of its rows, without a row: for commands.
    default List<EventMenu> menus() {
        return List.of();
    }

    /// What a text search finds in it.
    default Optional<SearchPart> search() {
        return Optional.empty();
    }

    /// A query for thread and time of a row: utid, ts, dur; empty where no critical path starts from it.
    default String threadSpan(long id) {
        return "";
    }

    /// `track.id` of a row as an SQL expression; empty where it has none.
    default String trackId(long id) {
        return "";
    }

    /// Name of the parameter that stands for a selected row in a query: `slice`; empty for none.
    default String parameter() {
        return "";
    }

    /// Whether its rows are dumps of heaps, which are looked at by themselves.
    default boolean isHeapDump() {
        return false;
    }

    /// Whether flows may lead from its rows and to them.
    default boolean hasFlows() {
        return false;
    }

    /// Whether [#wakeUp] may find any for its rows.
    default boolean hasWakeUps() {
        return false;
    }

    /// Who woke the thread that a row is of.
    default Optional<Wakeup> wakeUp(TraceQueries queries, TrackLookup tracks, long id) throws QueryException {
        return Optional.empty();
    }

    /// Whether [#flames] may have any for its rows.
    default boolean hasFlames() {
        return false;
    }

    /// The scopes that a row offers flame graphs of, the one it means first.
    default List<FlameScope> flames(TraceQueries queries, Selection.Event event, TimeSpan trace)
            throws QueryException, IOException {
        return List.of();
    }
}
