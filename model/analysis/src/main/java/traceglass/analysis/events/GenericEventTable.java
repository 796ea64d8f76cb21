package traceglass.analysis.events;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.EventDetails.NamePalette;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Event table without special details: a row is described by its columns, thread, callstack and arguments.
public class GenericEventTable implements EventTable {

    private final String name;
    private final int rank;
    private final String from;
    private final String columns;
    private String timeColumn = "ts";
    private String queryName = "";
    private boolean isListed;
    private boolean isSelectable;
    private String requiredDetailsTable = "";

    /// @param from table or view that has the rows
    /// @param columns query for the time in ns and the track key of each row `s`; the key is NULL if it is on no
    ///     track
    public GenericEventTable(String name, int rank, String from, String columns) {
        this.name = name;
        this.rank = rank;
        this.from = from;
        this.columns = columns;
    }

    /// Includes the table when messages list the tables whose events users can refer to.
    public GenericEventTable listedInMessages() {
        isListed = true;
        return this;
    }

    /// Lists the table like [#listedInMessages], and makes its rows in query results selectable.
    public GenericEventTable withSelectableRows() {
        isSelectable = true;
        return listedInMessages();
    }

    /// Sets the table to use in queries for its rows, if no table has its own name.
    public GenericEventTable withQueryName(String table) {
        queryName = table;
        return this;
    }

    /// Sets the column of `from` that has the time, instead of `ts`.
    public GenericEventTable withTimeColumn(String column) {
        timeColumn = column;
        return this;
    }

    /// Sets the table that must be created before the details of a row are complete.
    public GenericEventTable withRequiredDetailsTable(String table) {
        requiredDetailsTable = table;
        return this;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final boolean isListedInMessages() {
        return isListed;
    }

    @Override
    public final boolean isSelectable() {
        return isSelectable;
    }

    @Override
    public boolean isShownBy(String view) {
        return isSelectable && isNamed(view);
    }

    @Override
    public final String requiredDetailsTable() {
        return requiredDetailsTable;
    }

    @Override
    public Optional<EventPosition> find(TraceQueries queries, TrackLookup tracks, String table, long id)
            throws QueryException {
        return queries.first(
                columns + " WHERE s.id = ?",
                r -> new EventPosition(
                        new Selection.Event(table, id, r.getLong(1), 0),
                        Optional.ofNullable(r.getString(2)).filter(tracks::contains)),
                id);
    }

    @Override
    public Optional<EventDetails> details(DetailsContext context, Selection.Event event) throws QueryException {
        Optional<GenericEvent> row = GenericEventQuery.read(context.queries(), name, from, timeColumn, event.id());
        return row.isEmpty() ? Optional.empty() : Optional.of(details(readDetails(context.queries(), row.get())));
    }

    /// Adds properties of the row that are not in its columns.
    protected GenericEvent readDetails(TraceQueries queries, GenericEvent row) throws QueryException {
        return row;
    }

    /// Heading of the callstack.
    protected String stackTitle() {
        return EventDetailTexts.CALLSTACK;
    }

    private EventDetails details(GenericEvent row) {
        String title = row.frames().isEmpty()
                ? row.columns().stream()
                        .filter(c -> c[0].equals("name") || c[0].equals("msg"))
                        .map(c -> c[1])
                        .findFirst()
                        .orElse(row.table().replace('_', ' '))
                : row.frames().getFirst()[0];
        DetailFields fields = new DetailFields()
                .timeWithTimeOfDay(EventDetailTexts.TIME, row.ts())
                .thread(row.thread());
        for (String[] column : row.columns()) {
            fields.text(column[0].replace('_', ' '), column[1]);
        }
        fields.row(queryName.isEmpty() ? name : queryName, row.id());
        List<Part> stack = row.frames().isEmpty()
                ? List.of()
                : List.of(new EventDetails.Stack(new EventStack(stackTitle(), row.frames())));
        return new EventDetails(
                new EventDetails.Head(
                        title,
                        NamePalette.SLICE,
                        title,
                        row.table(),
                        row.id(),
                        "SELECT *\nFROM " + (queryName.isEmpty() ? name : queryName) + "\nORDER BY " + timeColumn,
                        EventDetailTexts.ALL_EVENTS),
                fields.all(),
                stack,
                List.of(),
                row.args(),
                null);
    }
}
