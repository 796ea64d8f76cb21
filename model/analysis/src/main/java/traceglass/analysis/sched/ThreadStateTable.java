package traceglass.analysis.sched;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event table of thread states.
final class ThreadStateTable implements EventTable {

    @Override
    public String name() {
        return "thread_state";
    }

    @Override
    public int rank() {
        return 30;
    }

    @Override
    public boolean isListedInMessages() {
        return true;
    }

    @Override
    public boolean isShownBy(String view) {
        return view.equals("thread_state");
    }

    @Override
    public List<Mark> marks() {
        return List.of(new Mark(20, Set.of("state", "utid")));
    }

    @Override
    public Set<String> references() {
        return Set.of("thread_state_id");
    }

    @Override
    public Set<String> columns() {
        return Set.of("waker_id");
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        return EventPosition.find(queries, "thread_state", id, "utid", tracks::thread);
    }

    @Override
    public Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        return SchedQuery.threadState(context.queries(), event.id()).map(SchedDetails::of);
    }

    @Override
    public Optional<EventMenu.MenuChoice> statistics(long id) {
        return Optional.of(new EventMenu.MenuChoice(
                "thread_state.statistics", SchedTexts.STATISTICS_BY_STATE, new EventMenu.OpenSql("""
            SELECT t.name AS thread, t.tid, s.state, s.io_wait, count(*) AS count, sum(s.dur) AS total_dur, min(s.dur) AS min_dur,
              CAST(avg(s.dur) AS INT) AS mean_dur, max(s.dur) AS max_dur
            FROM thread_state AS s
            JOIN thread AS t ON t.utid = s.utid
            WHERE s.utid = (SELECT utid FROM thread_state WHERE id = %d) AND s.dur >= 0
            GROUP BY t.name, t.tid, s.state, s.io_wait
            ORDER BY total_dur DESC\
            """.formatted(id))));
    }

    @Override
    public String threadSpan(long id) {
        return "SELECT utid, ts, dur FROM thread_state WHERE id = " + id;
    }

    @Override
    public boolean hasWakeups() {
        return true;
    }

    @Override
    public Optional<Wakeup> wakeup(TraceQueries queries, TrackLookup tracks, long id) throws QueryException {
        return WakeupQuery.read(queries, tracks, WakeupQuery.AROUND_STATE, true, id);
    }
}
