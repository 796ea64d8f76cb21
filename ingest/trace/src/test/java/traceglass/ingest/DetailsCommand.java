package traceglass.ingest;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.events.EventMenu;
import traceglass.analysis.events.EventPosition;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.timeline.StoreTracks;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Runs the command `.details TABLE ID` of a trace case.
///
/// @param out receives the output
record DetailsCommand(TraceStore store, StoreTracks tracks, TraceQueries q, StringWriter out) {

    void details(String table, long id) throws QueryException, IOException {
        EventTable kind = Subjects.table(table).orElseThrow(() -> new IOException("no table " + table));
        loadTable(kind.requiredData());
        loadTable(kind.requiredDetailsTable());
        Optional<EventPosition> found = Subjects.find(q, tracks.index(), table, id);
        if (found.isEmpty()) {
            line("no such event");
            return;
        }
        EventPosition position = found.get();
        line("at " + position.event().ts() + " for " + position.event().dur() + " on "
                + position.trackKey().orElse("no track"));
        DetailsContext context =
                new DetailsContext(q, store.bounds().end(), tracks.data(), DetailsContext.OpenTraceObjects.NOTHING);
        Optional<EventDetails> foundDetails = Subjects.details(context, position.event());
        if (foundDetails.isEmpty()) {
            line("no details");
            return;
        }
        EventDetails details = foundDetails.get();
        head(details.head());
        details.fields().forEach(f -> line("  " + text(f)));
        details.parts().forEach(p -> part(p, "  "));
        details.sideParts().forEach(p -> part(p, "    "));
        for (Arg a : details.args()) {
            line("  " + details.argsOf() + " " + a.key() + " = " + a.value()
                    + (a.table() == null ? "" : " -> " + a.label() + " " + a.table() + ":" + a.id()));
        }
        kind.wakeup(q, tracks.index(), id)
                .ifPresent(w -> line("  woken by " + w.waker() + " on " + w.wakerTrack() + " at " + w.wakeTs()
                        + ", runs at " + w.runTs()));
        for (FlameScope f : kind.flames(q, position.event(), store.bounds())) {
            line("  flame graph of " + f.title() + " from " + f.start() + " to " + f.end());
        }
    }

    private void loadTable(String table) throws QueryException, IOException {
        if (table.startsWith("derived_")) {
            tracks.data().derived().ensure(table);
        } else if (!table.isEmpty()) {
            store.ensure(table);
        }
    }

    private void line(String text) {
        out.write(text.stripTrailing() + "\n");
    }

    private void head(EventDetails.Head head) throws QueryException, IOException {
        line(head.name() + (head.look() == null ? "" : " in the color of " + head.look() + " " + head.colorKey()));
        if (!head.sql().isEmpty()) {
            line("  " + head.sqlTitle() + ": " + rows(head.sql()));
        }
        for (EventMenu menu : head.menus()) {
            line("  " + menu.title());
            for (EventMenu.MenuChoice choice : menu.choices()) {
                if (choice.action() != null) {
                    line("    " + choice.label() + ": " + effect(choice.action()));
                }
            }
        }
    }

    private String effect(EventMenu.Action action) throws QueryException, IOException {
        return switch (action) {
            case EventMenu.OpenSql sql -> rows(sql.sql());
            case EventMenu.CreateTracks made ->
                made.title() + (made.pivot() == null ? "" : " by " + made.pivot()) + ", " + rows(made.sql());
            case EventMenu.ListEvents list -> {
                EventListQuery.ListedEvents listed = list.query().work().read(q);
                List<String> ids = new ArrayList<>();
                for (int row = 0; row < listed.rows().size(); row++) {
                    ids.add(listed.rows().getText(row, listed.rows().column("id")));
                }
                yield list.query().title() + ", " + list.query().order() + " first: " + ids + " of " + listed.total();
            }
        };
    }

    /// Runs a query like the SQL page.
    private String rows(String sql) throws QueryException, IOException {
        int[] rows = {0};
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            session.run(sql, result -> rows[0] = RowReader.read(result, n -> {}).size());
        } catch (SqlProblem e) {
            return "ERROR: " + e.describe();
        }
        return rows[0] + " rows";
    }

    private static String text(EventDetails.Field field) {
        return field.name() + ": "
                + switch (field) {
                    case EventDetails.Text t -> t.text();
                    case EventDetails.Number n -> n.text() + (n.remark().isEmpty() ? "" : " (" + n.remark() + ")");
                    case EventDetails.Time t -> "at " + t.ts() + (t.showsTimeOfDay() ? " with its day" : "");
                    case EventDetails.Link l ->
                        l.text() + (l.remark().isEmpty() ? "" : " (" + l.remark() + ")") + " -> " + l.table() + ":"
                                + l.id();
                    case EventDetails.Query s -> s.text();
                };
    }

    private void part(EventDetails.Part part, String indent) {
        switch (part) {
            case EventDetails.Heading h -> line(indent + "# " + h.text());
            case EventDetails.Note n -> line(indent + n.text());
            case EventDetails.Fields f -> f.fields().forEach(x -> line(indent + text(x)));
            case EventDetails.States s -> {
                line(indent + s.title() + " of " + s.total());
                s.states().forEach(t -> line(indent + "  " + t.label() + " " + t.ns()));
            }
            case EventDetails.Stack s -> {
                line(indent + s.stack().title());
                s.stack().frames().forEach(f -> line(indent + "  " + String.join(" in ", f)));
            }
            case EventDetails.Links l ->
                l.lines()
                        .forEach(x -> line(indent
                                + String.join(
                                        " ",
                                        x.direction(),
                                        x.link().text(),
                                        x.link().where(),
                                        x.time(),
                                        "->",
                                        x.link().table() + ":" + x.link().id())));
            case EventDetails.Lengths l ->
                line(indent + "durations of " + l.sliceName() + " on " + l.trackId() + " of process " + l.upid()
                        + ": this is " + l.dur());
            case EventDetails.Picture p -> line(indent + p.bytes().length + " bytes: " + p.caption());
        }
    }
}
