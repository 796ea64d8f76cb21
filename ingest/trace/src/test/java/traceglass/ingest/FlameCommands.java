package traceglass.ingest;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.scope.FlameScopes;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.heap.HeapAnalysis;
import traceglass.analysis.heap.HeapDifference;
import traceglass.analysis.heap.HeapDumpInfo;
import traceglass.analysis.heap.HeapObject;
import traceglass.analysis.heap.HeapRows;
import traceglass.analysis.heap.HeapText;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.DelimitedText;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.timeline.StoreTracks;
import traceglass.analysis.track.info.TrackPath;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;

/// Runs the commands `.flame` and `.heap` of a trace case.
///
/// @param out receives the output
record FlameCommands(TraceStore store, StoreTracks tracks, TraceQueries q, StringWriter out) {

    private void line(String text) {
        out.write(text.stripTrailing() + "\n");
    }

    /// `.flame all`, `.flame START END` or `.flame TABLE ID`, then a view and filters: all flame graphs offered
    /// for the whole trace, or for the first scope of a range on all tracks, or for an event.
    void flame(String[] words) throws QueryException, IOException {
        FlameFilters.View view = words.length > 2 ? FlameFilters.View.valueOf(words[2]) : FlameFilters.View.TOP_DOWN;
        List<FlameFilter> filters = words.length > 3 ? FlameFilter.parse(words[3]) : List.of();
        List<FlameScope> scopes = scopes(words);
        for (FlameScope scope : scopes) {
            line("scope: " + scope.label(store.bounds().start()));
            if (scope != scopes.getFirst() && !words[0].equals("all")) {
                continue;
            }
            for (FlameSource source : Subjects.flameSources(new HeapAnalyses(), q, scope)) {
                FlameData data = source.read(q, scope);
                for (int m = 0; m < data.measures().size(); m++) {
                    FlameFrames frames = FlameFilters.apply(data.frames(), filters, view);
                    FlameGraph graph = new FlameGraph(frames, m, -1);
                    if (!graph.isEmpty()) {
                        line(source.title() + ", " + data.measures().get(m).title() + ":");
                        out.write(graph.collapsed().indent(2));
                    }
                }
                rows(source, scope, data, view, filters);
            }
        }
    }

    /// Lists the rows behind the largest frame.
    private void rows(
            FlameSource source, FlameScope scope, FlameData data, FlameFilters.View view, List<FlameFilter> filters)
            throws QueryException, IOException {
        FlameGraph graph = new FlameGraph(FlameFilters.apply(data.frames(), filters, view), 0, -1);
        if (graph.children(0).length == 0) {
            return;
        }
        int node = graph.children(0)[0];
        var rows = source.rows(scope, FlameMatch.of(graph, node, filters, view), graph.name(node));
        if (rows.isPresent()) {
            line("  " + rows.get().title() + ":");
            DelimitedText.writeCsv(
                    rows.get().work().read(q).rows(),
                    IntStream.range(0, rows.get().work().read(q).rows().size()).toArray(),
                    List.of(0, 1, 2, 3),
                    out);
        }
    }

    private List<FlameScope> scopes(String[] words) throws QueryException, IOException {
        if (words[0].equals("all")) {
            return FlameScopes.ofWholeTrace(new HeapAnalyses(), store.bounds(), q);
        }
        Selection selection = Character.isDigit(words[0].charAt(0))
                ? new Selection.Area(
                        Long.parseLong(words[0]),
                        Long.parseLong(words[1]),
                        TrackPath.all(tracks.roots()).stream()
                                .filter(TrackPath::isTrack)
                                .map(TrackPath::node)
                                .toList())
                : Subjects.find(q, tracks.index(), words[0], Long.parseLong(words[1]))
                        .orElseThrow(() -> new IOException("no " + words[0]))
                        .event();
        return FlameScopes.of(q, selection, store.bounds());
    }

    /// `.heap [CLASS]`: the dumps with their classes, or the objects of a class with the objects that refer to
    /// them.
    void heap(String className) throws QueryException, IOException {
        HeapAnalyses analyses = new HeapAnalyses();
        HeapAnalysis before = null;
        for (HeapDumpInfo dump : HeapDumpInfo.list(q)) {
            line(HeapText.dump(dump, store.bounds().start()) + " of " + dump.processText() + ": " + dump.objects()
                    + " objects, " + dump.selfBytes() + " bytes" + (dump.isTruncated() ? ", truncated" : ""));
            HeapAnalysis heap = analyses.of(q, dump.upid(), dump.ts());
            if (className.isEmpty()) {
                csv(HeapRows.first(q, dump));
                csv(HeapRows.classes(heap.classes()));
                if (before != null) {
                    csv(HeapRows.differences(HeapDifference.of(before.classes(), heap.classes())));
                }
                before = heap;
            } else {
                csv(HeapRows.objects(heap, className));
                objects(heap, className);
            }
        }
    }

    private void objects(HeapAnalysis heap, String className) throws QueryException, IOException {
        for (int i = 0; i < heap.dump().size(); i++) {
            if (!heap.dump().className(i).equals(className)) {
                continue;
            }
            HeapObject object = HeapObject.read(q, heap, i);
            line(heap.dump().id(i) + " " + HeapText.brief(className) + " path " + links(heap, object.path()) + " in "
                    + object.inCount() + links(heap, object.in()) + " out " + object.outCount()
                    + links(heap, object.out()));
            object.values().forEach(v -> line("  " + v[0] + " = " + v[1]));
        }
    }

    private static List<String> links(HeapAnalysis heap, List<HeapObject.Link> links) {
        return links.stream()
                .map(l -> HeapText.field(l.field()) + ":"
                        + (l.object() < 0 ? "-" : heap.dump().id(l.object())))
                .toList();
    }

    private void csv(RowStore rows) throws IOException {
        DelimitedText.writeCsv(
                rows,
                IntStream.range(0, rows.size()).toArray(),
                IntStream.range(0, rows.columns()).boxed().toList(),
                out);
    }
}
