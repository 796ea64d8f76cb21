package traceglass.analysis.flame.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.flame.FlameFilter;
import traceglass.analysis.flame.FlameFilters;
import traceglass.analysis.flame.FlameFrames;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMatch;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.scope.FlameScopes;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.samples.SampleSource;
import traceglass.analysis.slices.SliceSource;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Compares the rows behind frames of flame graphs of recorded traces with the values that the graphs show.
class FlameMatchTest {

    private static TraceStore open(String trace) throws Exception {
        return TraceOpener.open(SharedTestTrace.require(trace), StoreOptions.uncached(), new ImportProgress())
                .store();
    }

    /// Returns whether a node is checked: the first twelve are, and a sample of the others.
    private static boolean isChecked(int node, int size) {
        return node < 12 || node % Math.max(1, size / 12) == 0;
    }

    private static void check(
            FlameFrames frames, int value, List<FlameFilter> filters, FlameFilters.View view, boolean isExact) {
        FlameGraph tree = new FlameGraph(FlameFilters.apply(frames, filters, view), value, -1);
        assertTrue(tree.size() > 3, "no frames match " + filters);
        for (int node = 1; node < tree.size(); node++) {
            if (!isChecked(node, tree.size())) {
                continue;
            }
            boolean[] matching = FlameMatch.of(tree, node, filters, view).matchingNodes(frames, isExact);
            long sum = 0;
            for (int i = 1; i < matching.length; i++) {
                sum += matching[i] ? frames.self()[value][i] : 0;
            }
            assertEquals(
                    isExact ? tree.self(node) : tree.total(node), sum, view + " " + filters + " " + tree.path(node));
        }
    }

    @Test
    void samplesOfAFrameAddUpToItsValueInAllViewsAndFilters() throws Exception {
        try (TraceStore store = open("perfetto/android-emulator12-sched-callstacks.pftrace");
                Connection c = store.connection()) {
            FlameScope scope = FlameScopes.ofTrace(store.bounds());
            SampleSource perf = SampleSource.ALL.getLast();
            FlameFrames frames = perf.read(new TraceQueries(c), scope).frames();
            for (FlameFilters.View view : FlameFilters.View.values()) {
                check(frames, 0, List.of(), view, false);
                check(frames, 0, FlameFilter.parse("SS: libart HS: binder"), view, false);
                check(frames, 0, FlameFilter.parse("HF: libart"), view, false);
            }
            check(frames, 0, FlameFilter.parse("SFF: art::"), FlameFilters.View.TOP_DOWN, false);

            FlameGraph tree = new FlameGraph(frames, 0, -1);
            int node = tree.children(tree.children(0)[0])[0];
            EventListQuery list = perf.rows(
                            scope, FlameMatch.of(tree, node, List.of(), FlameFilters.View.TOP_DOWN), tree.name(node))
                    .orElseThrow();
            EventListQuery.ListedEvents events = list.work().read(new TraceQueries(c));
            assertEquals("perf_sample", list.table());
            assertEquals(tree.total(node), events.total());
            assertEquals(
                    Math.min(EventListQuery.MAX_ROWS, events.total()),
                    events.rows().size());
            String process = tree.name(tree.children(0)[0]);
            for (int r = 0; r < events.rows().size(); r++) {
                assertEquals(process, events.rows().getText(r, events.rows().column("process")));
            }
        }
    }

    @Test
    void slicesOfAFrameAddUpToItsValue() throws Exception {
        try (TraceStore store = open("perfetto/android-pixel6a-startup-warm.pftrace");
                Connection c = store.connection()) {
            FlameScope scope = FlameScopes.ofTrace(store.bounds());
            SliceSource slices = new SliceSource();
            FlameFrames frames = slices.read(new TraceQueries(c), scope).frames();
            check(frames, 1, List.of(), FlameFilters.View.TOP_DOWN, true);
            check(frames, 1, List.of(), FlameFilters.View.BOTTOM_UP, false);
            check(frames, 1, FlameFilter.parse("HS: binder"), FlameFilters.View.TOP_DOWN, true);
            check(frames, 1, FlameFilter.parse("SFF: Choreographer"), FlameFilters.View.TOP_DOWN, true);

            FlameGraph tree = new FlameGraph(frames, 1, -1);
            int max = 1;
            for (int i = 1; i < tree.size(); i++) {
                max = tree.depth(i) == 2 && (tree.depth(max) != 2 || tree.self(i) > tree.self(max)) ? i : max;
            }
            EventListQuery.ListedEvents events = slices.rows(
                            scope, FlameMatch.of(tree, max, List.of(), FlameFilters.View.TOP_DOWN), tree.name(max))
                    .orElseThrow()
                    .work()
                    .read(new TraceQueries(c));
            assertEquals(tree.self(max), events.total());
            long previousDur = Long.MAX_VALUE;
            for (int r = 0; r < events.rows().size(); r++) {
                assertEquals(
                        tree.name(max), events.rows().getText(r, events.rows().column("name")));
                long dur = events.rows().getLong(r, events.rows().column("dur"));
                assertTrue(dur <= previousDur, "not the longest first");
                previousDur = dur;
            }
            try (Statement s = c.createStatement();
                    ResultSet r = s.executeQuery(
                            "SELECT count(*) FROM slice AS s JOIN slice AS p ON p.id = s.parent_id WHERE p.parent_id"
                                    + " IS NULL AND s.name = '"
                                    + tree.name(max).replace("'", "''") + "' AND p.name = '"
                                    + tree.name(tree.parent(max)).replace("'", "''") + "'")) {
                r.next();
                assertEquals(r.getLong(1), events.total());
            }
        }
    }
}
