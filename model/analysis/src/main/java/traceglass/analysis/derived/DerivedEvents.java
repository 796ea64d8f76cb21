package traceglass.analysis.derived;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.NamePalette;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event table of the rows of a derived table.
public class DerivedEvents implements EventTable {

    private final DerivedTable table;
    private final DerivedSet set;
    private final int rank;

    /// @param set the tables that are created together with it
    protected DerivedEvents(int rank, DerivedSet set, DerivedTable table) {
        this.rank = rank;
        this.set = set;
        this.table = table;
    }

    /// Returns the derived table.
    public final DerivedTable table() {
        return table;
    }

    /// Returns the tables that are created together with it.
    final DerivedSet set() {
        return set;
    }

    @Override
    public final String name() {
        return table.name();
    }

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final boolean hasCommandLineName() {
        return true;
    }

    @Override
    public final String requiredData() {
        return table.name();
    }

    @Override
    public final Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String name, long id)
            throws QueryException {
        return queries.first(
                "SELECT ts, dur FROM " + table.qualifiedName() + " WHERE id = ?",
                r -> new EventPosition(
                        new Selection.Event(name, id, r.getLong(1), r.getLong(2)), Optional.of(table.trackKey())),
                id);
    }

    @Override
    public final Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        Optional<DerivedRow> row = DerivedQuery.read(context.queries(), table, event.id());
        return row.isEmpty()
                ? Optional.empty()
                : Optional.of(details(row.get(), parts(context.queries(), row.get()))
                        .withArgs(args(context.queries(), row.get())));
    }

    /// Returns the arguments of a row.
    protected List<Arg> args(TraceQueries queries, DerivedRow row) throws QueryException {
        return List.of();
    }

    /// Returns additional parts of the details of a row.
    protected List<Part> parts(TraceQueries queries, DerivedRow row) throws QueryException {
        return List.of();
    }

    private EventDetails details(DerivedRow d, List<Part> parts) {
        DetailFields f = new DetailFields()
                .text(DerivedTexts.EVENT, table.rowTitle())
                .time(EventDetailTexts.START, d.ts())
                .duration(d.dur());
        d.columns().forEach(f::add);
        d.links().forEach(l -> f.link(l.where(), l.text(), l.table(), l.id()));
        return new EventDetails(
                new EventDetails.Head(
                        d.name(),
                        NamePalette.SLICE,
                        d.color() == null ? d.name() : d.color(),
                        table.name(),
                        d.id(),
                        DerivedTables.sql(table),
                        DerivedTexts.ALL_ROWS),
                f.all(),
                new ArrayList<>(parts),
                List.of());
    }
}
