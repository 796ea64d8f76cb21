package traceglass.ingest;

import java.io.IOException;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.compare.CompareText;
import traceglass.analysis.doctor.TraceDoctor;
import traceglass.analysis.doctor.TraceSummary;
import traceglass.analysis.listing.EventExport;
import traceglass.analysis.listing.EventFilter;
import traceglass.analysis.listing.EventIndex;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.marks.AreaFlows;
import traceglass.analysis.marks.DataLoss;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.LossQueries;
import traceglass.analysis.marks.SliceFlows;
import traceglass.analysis.marks.VsyncEdges;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.DelimitedText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.search.TraceSearch;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.timeline.StoreTracks;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackDetails;
import traceglass.analysis.track.info.TrackHelp;
import traceglass.analysis.track.info.TrackPath;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.store.TraceStore;
import traceglass.store.text.EnumIds;
import traceglass.store.time.TimeStyle;

/// Runs the commands of a trace case, which start with a dot and print the data that the window shows about the
/// trace. They are listed in the README of the cases. Times are trace time in ns.
final class AnalysisCommands {

    private final TraceStore store;
    private final StoreTracks tracks;
    private final TraceQueries q;
    private final StringWriter out = new StringWriter();

    private AnalysisCommands(TraceStore store, StoreTracks tracks, TraceQueries q) {
        this.store = store;
        this.tracks = tracks;
        this.q = q;
    }

    /// Runs the commands, one on each line, and returns their output.
    static String runAll(TraceStore store, StoreTracks tracks, String commands) throws QueryException {
        return TraceQueries.query(store, q -> {
            AnalysisCommands run = new AnalysisCommands(store, tracks, q);
            for (String line : commands.lines().toList()) {
                run.run(line.strip().split(" ", 2));
            }
            return run.out.toString().strip();
        });
    }

    private void run(String[] command) {
        String text = command.length > 1 ? command[1] : "";
        try {
            switch (command[0]) {
                case ".tree" -> tree(tracks.roots(), text, "");
                case ".data" -> printTrackData(node(text));
                case ".about" -> printTrackDetails(text);
                case ".details" -> details(text.split(" "));
                case ".report" -> report(text.split(" ", 4), false);
                case ".singles" -> report(text.split(" ", 4), true);
                case ".list" -> list(text.split(" ", 2));
                case ".search" -> search(text);
                case ".doctor" -> doctor();
                case ".summary" -> summary();
                case ".flows" -> flows(Long.parseLong(text));
                case ".arrows" -> arrows(text.split(" ", 3));
                case ".losses" -> losses();
                case ".vsync" -> line(Arrays.toString(VsyncEdges.edges(q)));
                case ".flame" -> new FlameCommands(store, tracks, q, out).flame(text.split(" ", 4));
                case ".heap" -> new FlameCommands(store, tracks, q, out).heap(text);
                case ".compare" -> compare(text);
                default -> throw new IOException("no such command: " + command[0]);
            }
        } catch (IOException | QueryException | SQLException | SqlProblem e) {
            line("ERROR: " + e.getMessage());
        }
    }

    private void line(String text) {
        out.write(text.stripTrailing() + "\n");
    }

    /// `.tree [NAME]`: names, numbers, marks and properties of all nodes, or of the nodes in groups with this name.
    private void tree(List<TrackNode> nodes, String name, String indent) {
        for (TrackNode node : nodes) {
            boolean isMatch = name.isEmpty() || node.name().equals(name);
            if (isMatch) {
                line(indent + String.join(" ", TrackPath.nameOf(node), marks(node)));
            }
            tree(node.children(), isMatch ? "" : name, isMatch ? indent + "  " : indent);
        }
    }

    private static String marks(TrackNode node) {
        return (node.chips().isEmpty() ? "" : node.chips() + " ")
                + (node.sideText().isEmpty() ? "" : "(" + node.sideText() + ") ")
                + (node.isGroup()
                        ? node.isExpanded() ? "+" : ""
                        : "= " + node.kind().label());
    }

    private TrackNode node(String path) throws IOException {
        return TrackPath.all(tracks.roots()).stream()
                .filter(p -> p.text().equals(path) || p.node().key().equals(path))
                .map(TrackPath::node)
                .findFirst()
                .orElseThrow(() -> new IOException("no track " + path));
    }

    /// `.data PATH`: the events of a track as they are drawn.
    private void printTrackData(TrackNode node) {
        TrackData data;
        try {
            data = tracks.data().load(node).join();
        } catch (CompletionException e) {
            line("ERROR: " + e.getCause().getMessage());
            return;
        }
        switch (data) {
            case SliceData s -> {
                for (int row = 0; row < s.rows(); row++) {
                    for (int i = s.rowStart()[row]; i < s.rowStart()[row + 1]; i++) {
                        String name = s.names()[s.name()[i]];
                        String color = s.colorKeys()[s.color()[i]];
                        line("row %d: %d to %d %s%s%s"
                                .formatted(
                                        row,
                                        s.ts()[i],
                                        s.end()[i],
                                        name,
                                        name.equals(color) ? "" : " in the color of " + color,
                                        switch (s.flags()[i]) {
                                            case SliceData.UNFINISHED -> ", unfinished";
                                            case SliceData.INSTANT -> ", instant";
                                            default -> "";
                                        }));
                    }
                }
            }
            case CounterData c -> {
                line("%s to %s %s".formatted(c.min(), c.max(), c.unit()));
                for (int i = 0; i < c.size(); i++) {
                    line(c.ts()[i] + ": " + c.value()[i] + (c.idle() != null && c.idle()[i] ? ", idle" : ""));
                }
            }
        }
    }

    /// `.about PATH`: the details of a track.
    private void printTrackDetails(String path) throws QueryException, IOException {
        TrackNode node = node(path);
        TrackDetails details = TrackDetails.read(
                q,
                node,
                path,
                TrackHelp.read(q),
                TimeStyle.DEFAULT,
                store.bounds().start());
        line(details.text());
        if (!details.sql().isEmpty()) {
            line("its query has " + RowReader.query(q, details.sql()).size() + " rows");
        }
    }

    /// `.details TABLE ID`: the details of an event, its menus, and the track that shows it.
    private void details(String[] event) throws QueryException, IOException, SQLException {
        new DetailsCommand(store, tracks, q, out).details(event[0], Long.parseLong(event[1]));
    }

    /// `.report ID START END [GROUPING]`: a report about a range on all tracks. `.singles` lists the events behind
    /// each of its rows.
    private void report(String[] words, boolean singles) throws QueryException, IOException {
        AreaReport report = Subjects.reports().stream()
                .filter(r -> r.id().equals(words[0]))
                .findFirst()
                .orElseThrow(() -> new IOException("no report " + words[0]
                        + Subjects.reports().stream().map(AreaReport::id).toList()));
        AreaScope scope = scope(Long.parseLong(words[1]), Long.parseLong(words[2]));
        if (!report.appliesTo(scope)) {
            line("does not apply");
            return;
        }
        for (String table : report.requiredTables(scope)) {
            tracks.data().derived().ensure(table);
        }
        GroupBy grouping = words.length > 3
                ? EnumIds.find(GroupBy.class, words[3]).orElseThrow(() -> new IOException("no grouping " + words[3]))
                : report.groupings().getFirst();
        RowStore rows = report.read(q, scope, grouping, e -> {});
        List<GridColumn> columns = report.columns(rows);
        if (!singles) {
            grid(rows, columns);
            line("sum: " + String.join(" | ", report.summary(rows)));
            line((report.isCounted() ? report.countEvents(q, scope, grouping) + " events, " : "") + "sorted by "
                    + report.sortedBy() + ", " + report.remark());
            return;
        }
        for (int row = -1; row < rows.size(); row++) {
            SingleEvents events = report.singleEvents(scope, grouping, rows, row);
            if (events != null) {
                SingleEvents.SingleEventRows read = events.read(q, List.of());
                line(events.pluralName() + " of " + events.subset() + ": " + read.total());
                csv(read.rows());
            }
        }
    }

    private AreaScope scope(long start, long end) {
        List<TrackNode> nodes = TrackPath.all(tracks.roots()).stream()
                .filter(TrackPath::isTrack)
                .map(TrackPath::node)
                .toList();
        return AreaScope.of(new Selection.Area(start, end, nodes), store.bounds());
    }

    private void grid(RowStore rows, List<GridColumn> columns) {
        CellText cells = CellText.of(store.bounds());
        line(String.join(" | ", columns.stream().map(GridColumn::heading).toList()));
        for (int row = 0; row < rows.size(); row++) {
            List<String> texts = new ArrayList<>();
            for (GridColumn column : columns) {
                texts.add(cells.text(rows, row, column));
            }
            line(String.join(" | ", texts));
        }
    }

    private void csv(RowStore rows) throws IOException {
        DelimitedText.writeCsv(
                rows,
                IntStream.range(0, rows.size()).toArray(),
                IntStream.range(0, rows.columns()).boxed().toList(),
                out);
    }

    /// `.list ID [TEXT]`: a list of events in the details pane, filtered by a search text.
    private void list(String[] words) throws QueryException, IOException {
        EventListing kind = Subjects.listings().stream()
                .filter(l -> l.id().equals(words[0]))
                .findFirst()
                .orElseThrow(() -> new IOException("no list " + words[0]));
        kind.inspect(q);
        if (!kind.requiredData().isEmpty()) {
            store.ensure(kind.requiredData());
        }
        EventFilter filter = words.length > 1 ? EventFilter.ALL.withText(words[1], false) : EventFilter.ALL;
        EventIndex index = EventIndex.read(q, EventIndex.sql(kind, filter, "", false), true);
        csv(EventExport.rows(q, kind, index.keys()));
        line("by " + kind.shownFacets().stream().map(f -> f.title()).toList());
    }

    /// `.search TEXT`: the results of a search.
    private void search(String text) throws QueryException {
        SearchHits hits = TraceSearch.find(q, text);
        for (int i = 0; i < hits.size(); i++) {
            line("%d %s:%d %s (%s)"
                    .formatted(hits.ts()[i], hits.table(i), hits.ids()[i], hits.names()[i], hits.locations()[i]));
        }
    }

    /// `.doctor`: the findings about the recording.
    private void doctor() throws SQLException {
        for (TraceDoctor.Finding f : TraceDoctor.examine(q)) {
            line((f.isSevere() ? "severe: " : "advice: ") + f.title());
            line("  " + f.consequence() + " " + f.remedy());
        }
    }

    /// `.summary`: the first part of the overview.
    private void summary() throws QueryException {
        TraceSummary summary = TraceSummary.read(q, id -> id);
        line(summary.format() + ": " + summary.deviceText());
        line(summary.system().toString());
        line("%d processes, %d threads, %d tracks, %d slices, %d scheduling slices, %d counters, %d ftrace events"
                .formatted(
                        summary.processes(),
                        summary.threads(),
                        summary.tracks(),
                        summary.slices(),
                        summary.schedSlices(),
                        summary.counters(),
                        summary.ftraceEvents()));
        summary.problems().forEach(p -> line(p.severity() + " " + p.title() + ". " + p.consequence()));
    }

    /// `.flows ID`: the incoming and outgoing flows of a slice.
    private void flows(long slice) throws QueryException {
        SliceFlows.read(q, tracks.index(), slice).flows().forEach(this::flow);
    }

    private void flow(Flow f) {
        line("%d on %s at %d to %d on %s at %d"
                .formatted(f.fromId(), f.fromTrack(), f.fromTs(), f.toId(), f.toTrack(), f.toTs()));
    }

    /// `.arrows START END [CATEGORY]`: the categories of the flows in a range, or the flows of one category.
    private void arrows(String[] words) throws QueryException {
        AreaScope scope = scope(Long.parseLong(words[0]), Long.parseLong(words[1]));
        if (words.length > 2) {
            AreaFlows.read(q, tracks.index(), scope, List.of(words[2]), 10)
                    .flows()
                    .forEach(this::flow);
        } else {
            AreaFlows.categories(q, scope).forEach(c -> line(c.name() + ": " + c.count()));
        }
    }

    /// `.losses`: the time ranges in which data was lost.
    private void losses() throws QueryException {
        for (DataLoss l : LossQueries.read(q, tracks.index(), store.bounds())) {
            line("%d to %d %s: %s"
                    .formatted(
                            l.start(),
                            l.end(),
                            l.isEverywhere()
                                    ? "everywhere"
                                    : l.tracks().stream().sorted().toList(),
                            l.description()));
        }
    }

    /// `.compare ID`: a comparison of the trace with itself, as on the command line.
    private void compare(String id) throws QueryException, SqlProblem, IOException {
        CompareText.of(
                        store,
                        store,
                        new CompareText.CompareOptions(Subjects.comparison(id).orElseThrow(), null, false))
                .writeTable(0, out);
    }
}
