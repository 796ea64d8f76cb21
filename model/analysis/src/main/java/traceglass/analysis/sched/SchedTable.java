package traceglass.analysis.sched;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event table of scheduling slices.
final class SchedTable implements EventTable {

    @Override
    public String name() {
        return "sched";
    }

    @Override
    public int rank() {
        return 20;
    }

    @Override
    public boolean isListedInMessages() {
        return true;
    }

    @Override
    public boolean isShownBy(String view) {
        return view.equals("sched") || view.equals("sched_slice");
    }

    @Override
    public List<Mark> marks() {
        return List.of(new Mark(10, Set.of("end_state", "utid")));
    }

    @Override
    public Set<String> references() {
        return Set.of("sched_id");
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        return EventPosition.find(queries, "sched", id, "ucpu", tracks::cpu);
    }

    @Override
    public Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        return SchedQuery.sched(context.queries(), event.id()).map(SchedDetails::of);
    }

    @Override
    public Optional<SearchPart> search() {
        return Optional.of(SchedSearch.PART);
    }

    @Override
    public Optional<EventMenu.MenuChoice> statistics(long id) {
        return Optional.of(new EventMenu.MenuChoice(
                "sched.statistics", SchedTexts.STATISTICS_BY_CPU, new EventMenu.OpenSql("""
            SELECT t.name AS thread, t.tid, s.cpu, count(*) AS count, sum(s.dur) AS total_dur, min(s.dur) AS min_dur,
              CAST(avg(s.dur) AS INT) AS mean_dur, max(s.dur) AS max_dur
            FROM sched AS s
            JOIN thread AS t ON t.utid = s.utid
            WHERE s.utid = (SELECT utid FROM sched WHERE id = %d) AND s.dur >= 0
            GROUP BY t.name, t.tid, s.cpu
            ORDER BY s.cpu\
            """.formatted(id))));
    }

    @Override
    public String threadSpan(long id) {
        return "SELECT utid, ts, dur FROM sched WHERE id = " + id;
    }

    @Override
    public boolean hasWakeups() {
        return true;
    }

    @Override
    public Optional<Wakeup> wakeup(TraceQueries queries, TrackLookup tracks, long id) throws QueryException {
        return WakeupQuery.read(queries, tracks, WakeupQuery.BEFORE_SLICE, false, id);
    }
}
