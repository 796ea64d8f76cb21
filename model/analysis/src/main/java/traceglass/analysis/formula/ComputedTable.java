package traceglass.analysis.formula;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import traceglass.analysis.counters.CounterDetails;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event table of samples of computed counters, which are in no table of the trace. Each counter has its own event
/// table, named by the key of its track.
public final class ComputedTable implements EventTable {

    private static final String PREFIX = "computed/";

    /// Returns the name of the event table of a counter.
    public static String name(String trackKey) {
        return PREFIX + trackKey;
    }

    /// Returns the track key in the name of a counter's event table; empty for any other name.
    public static Optional<String> trackKey(String table) {
        return table.startsWith(PREFIX) ? Optional.of(table.substring(PREFIX.length())) : Optional.empty();
    }

    @Override
    public String name() {
        return "computed";
    }

    @Override
    public boolean isNamed(String table) {
        return table.startsWith(PREFIX);
    }

    @Override
    public int rank() {
        return 310;
    }

    @Override
    public boolean isSavedInProjects() {
        return false;
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id) {
        return Optional.empty();
    }

    @Override
    public Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        Optional<TrackNode> node = context.userTracks().find(TrackNode.class, event.table());
        try {
            return node.isEmpty()
                    ? Optional.empty()
                    : ComputedSample.read(context.tracks(), node.get(), event).map(ComputedTable::details);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueryException("interrupted");
        } catch (ExecutionException e) {
            throw new QueryException(String.valueOf(e.getCause().getMessage()));
        }
    }

    private static EventDetails details(ComputedSampleInfo c) {
        DetailFields f = CounterDetails.values(c.value(), c.delta(), c.unit()).time(EventDetailTexts.TIME, c.ts());
        CounterDetails.addValidity(f, c.dur());
        f.text(CounterFormulaTexts.FORMULA, c.formula());
        c.inputs().forEach(counter -> f.number(counter[0], counter[1]));
        return new EventDetails(EventDetails.Head.ofName(c.track()), f.all(), List.of(), List.of());
    }
}
