package traceglass.analysis.counters;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.search.SearchPart;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event table of counter samples.
final class CounterTable implements EventTable {

    @Override
    public String name() {
        return "counter";
    }

    @Override
    public int rank() {
        return 40;
    }

    @Override
    public boolean isListedInMessages() {
        return true;
    }

    @Override
    public boolean isShownBy(String view) {
        return view.equals("counter") || view.equals("counters");
    }

    @Override
    public List<Mark> marks() {
        return List.of(new Mark(40, Set.of("ts", "track_id", "value")));
    }

    @Override
    public Set<String> references() {
        return Set.of("counter_id");
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        return queries.first(
                "SELECT ts, track_id FROM counter WHERE id = ?",
                r -> new EventPosition(new Selection.Event(name(), id, r.getLong(1), 0), tracks.track(r.getLong(2))),
                id);
    }

    @Override
    public Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        return CounterQuery.read(context.queries(), event.id()).map(CounterDetails::of);
    }

    @Override
    public Optional<EventMenu.MenuChoice> statistics(long id) {
        return Optional.of(new EventMenu.MenuChoice(
                "counter.statistics", CounterTexts.STATISTICS, new EventMenu.OpenSql("""
            SELECT t.name, count(*) AS samples, min(c.value) AS min_value, avg(c.value) AS mean_value,
              percentile(c.value, 50) AS median_value, max(c.value) AS max_value, min(c.ts) AS first_ts, max(c.ts) AS last_ts
            FROM counter AS c
            JOIN track AS t ON t.id = c.track_id
            WHERE c.track_id = (SELECT track_id FROM counter WHERE id = %d)
            GROUP BY t.name\
            """.formatted(id))));
    }

    @Override
    public Optional<SearchPart> search() {
        return Optional.of(CounterSearch.PART);
    }

    @Override
    public String trackId(long id) {
        return "(SELECT track_id FROM counter WHERE id = " + id + ")";
    }
}
