package traceglass.app.panel.details;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.derived.DerivedTables;
import traceglass.analysis.events.DetailsContext;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.time.TimeText;

/// Tests tracks derived by standard modules, from the trace to the details pane.
class DerivedTracksTest {

    record OpenTrace(TraceStore store, TrackNode root, StoreTrackData data) implements AutoCloseable {

        static OpenTrace of(Path trace) throws Exception {
            TraceStore store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                    .store();
            return new OpenTrace(store, TrackTreeBuilder.build(store), new StoreTrackData(store));
        }

        TrackNode node(String name) {
            List<TrackNode> all = new ArrayList<>();
            collect(root, all);
            return all.stream()
                    .filter(n -> n.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no track " + name));
        }

        static void collect(TrackNode node, List<TrackNode> into) {
            into.add(node);
            node.children().forEach(c -> collect(c, into));
        }

        List<String> labels(String track) throws Exception {
            SliceData events = (SliceData) data.load(node(track)).get();
            List<String> labels = new ArrayList<>();
            for (int i = 0; i < events.size(); i++) {
                labels.add(events.names()[events.name()[i]]);
            }
            return labels;
        }

        EventDetails details(String track, long id) throws Exception {
            data.load(node(track)).get();
            try (Connection c = store.connection()) {
                String table = node(track).kind().table();
                return Subjects.details(
                                new DetailsContext(
                                        new TraceQueries(c), store.bounds().end()),
                                new Selection.Event(table, id, 0, 0))
                        .orElseThrow();
            }
        }

        @Override
        public void close() {
            data.close();
            store.close();
        }
    }

    static Path conformance(String name) {
        Path file = SharedTestTrace.require("README.md")
                .getParent()
                .getParent()
                .resolve("conformance/traces")
                .resolve(name);
        org.junit.jupiter.api.Assumptions.assumeTrue(java.nio.file.Files.exists(file), () -> "no trace " + name);
        return file;
    }

    private static Map<String, String> fields(EventDetails details) {
        return details.fields().stream().collect(Collectors.toMap(EventDetails.Field::name, EventDetails.Field::text));
    }

    private static List<EventDetails.Link> links(EventDetails details) {
        return details.fields().stream()
                .filter(EventDetails.Link.class::isInstance)
                .map(EventDetails.Link.class::cast)
                .toList();
    }

    /// Events related to an event.
    private static List<EventLink> relatedEvents(EventDetails details) {
        return details.parts().stream()
                .filter(EventDetails.Links.class::isInstance)
                .flatMap(p -> ((EventDetails.Links) p).lines().stream())
                .map(EventDetails.Line::link)
                .toList();
    }

    @Test
    void appStartupHasPackageTypeAndBreakdown() throws Exception {
        try (OpenTrace open = OpenTrace.of(SharedTestTrace.require("perfetto/android-pixel6a-startup-warm.pftrace"))) {
            String app = "androidx.benchmark.integration.macrobenchmark.target";
            assertEquals(List.of(app + " · warm"), open.labels("Android App Startups"));
            EventDetails start = open.details("Android App Startups", 0);
            Map<String, String> fields = fields(start);
            assertEquals(app, fields.get("Package"));
            assertEquals("warm", fields.get("Startup type"));
            List<String> numbers = start.fields().stream()
                    .filter(EventDetails.Number.class::isInstance)
                    .map(EventDetails.Field::name)
                    .toList();
            assertTrue(
                    numbers.containsAll(List.of("Duration", "Startup id", "Initial display")),
                    "numbers have a fixed width: " + numbers);
            assertEquals(TimeText.exact(156_515_747), fields.get("Duration"));
            assertEquals("Process", links(start).getFirst().name());
            assertTrue(
                    links(start).getFirst().text().contains("macrobenchmark"),
                    links(start).getFirst().text());
            assertEquals("Activity resume", relatedEvents(start).getFirst().text());
            assertEquals(
                    156_515_747,
                    relatedEvents(start).stream().mapToLong(EventLink::ns).sum(),
                    "the parts do not add up to the whole");
            SliceData parts = (SliceData)
                    open.data.load(open.node("Android App Startups Breakdown")).get();
            assertEquals(1, parts.rows(), "parts of one startup must not overlap");
            EventDetails longest = open.details(
                    "Android App Startups Breakdown",
                    relatedEvents(start).getFirst().id());
            assertEquals("Activity resume", longest.head().name());
            assertTrue(relatedEvents(start).size() > 5, "too few parts");
            assertTrue(
                    relatedEvents(start).stream()
                            .allMatch(p -> p.text().length() > 2 && !p.text().contains("_")),
                    "state letters instead of names: " + relatedEvents(start));
            assertTrue(
                    relatedEvents(start).stream().anyMatch(p -> p.text().equals("Sleeping")),
                    relatedEvents(start).toString());
            assertTrue(links(longest).stream().anyMatch(l -> l.table().equals("thread_state")));
        }
    }

    @Test
    void cujsAreAGroupWithTheirMissedFrames() throws Exception {
        try (OpenTrace open = OpenTrace.of(conformance("afd9665b36c8787675455b4d.pftrace"))) {
            assertEquals(
                    List.of("Jank CUJs", "Blocking calls during CUJs", "Frames of CUJs"),
                    open.node("Android CUJs").children().stream()
                            .map(TrackNode::name)
                            .toList());
            assertEquals(
                    List.of("CANCELED · canceled", "FIRST_CUJ · missed 6 of 6", "SHADE_ROW_EXPAND · missed 9 of 13"),
                    open.labels("Jank CUJs").stream().sorted().toList());
            EventDetails first = open.details("Jank CUJs", 1);
            assertEquals("J<FIRST_CUJ>", fields(first).get("CUJ"));
            assertEquals("completed", fields(first).get("State"));
            assertEquals("5", fields(first).get("Missed by app"));
            assertEquals("slice", links(first).getFirst().table());
            assertEquals(4, links(first).getFirst().id());
            assertTrue(open.labels("Blocking calls during CUJs").size() > 10);
            assertTrue(open.labels("Frames of CUJs").contains("90"));
        }
    }

    @Test
    void anrSliceLastsAsLongAsTheSystemWaited() throws Exception {
        try (OpenTrace open = OpenTrace.of(conformance("1860aa604e45321c7175e341.pftrace"))) {
            List<String> labels = open.labels("Android ANRs");
            assertTrue(labels.contains("com.android.systemui 2342: EXECUTING_SERVICE"), labels.toString());
            SliceData events =
                    (SliceData) open.data.load(open.node("Android ANRs")).get();
            int service = labels.indexOf("com.android.systemui 2342: EXECUTING_SERVICE");
            assertEquals(9_000, events.end()[service]);
            assertEquals(9_000 - 20_000_000_000L, events.ts()[service], "the timeout of services is 20 s");
            EventDetails details = open.details("Android ANRs", events.id()[service]);
            assertEquals(
                    "executing service com.android.systemui/.doze.DozeService, waited 156441ms",
                    fields(details).get("Subject"));
        }
    }

    @Test
    void scrollsOfOlderChromeVersionsHaveTheirLateFrames() throws Exception {
        try (OpenTrace open =
                OpenTrace.of(SharedTestTrace.require("perfetto/android-pixel4xl-chrome-page-loads.pftrace"))) {
            assertEquals(
                    List.of("Chrome Scrolls", "Chrome Scroll Input Latencies", "Chrome Scroll Janks"),
                    names(open.node("Chrome Scroll Jank")));
            List<String> scrolls = open.labels("Chrome Scrolls");
            assertEquals(15, scrolls.size());
            assertTrue(scrolls.contains("Scroll 1289 · 2 late of 20"), scrolls.toString());
            int scroll = scrolls.indexOf("Scroll 1289 · 2 late of 20");
            SliceData all =
                    (SliceData) open.data.load(open.node("Chrome Scrolls")).get();
            EventDetails details = open.details("Chrome Scrolls", all.id()[scroll]);
            assertEquals("2", fields(details).get("Late frames"));
            SliceData janks =
                    (SliceData) open.data.load(open.node("Chrome Scroll Janks")).get();
            for (int i = 0; i < janks.size(); i++) {
                EventDetails jank = open.details("Chrome Scroll Janks", janks.id()[i]);
                assertEquals("1", fields(jank).get("Vsyncs late"));
                assertEquals("slice", links(jank).getFirst().table());
                long dur = janks.end()[i] - janks.ts()[i];
                assertTrue(dur > 5_500_000 && dur < 22_000_000, "not one vsync of 11 ms: " + dur);
            }
            SliceData latencies = (SliceData)
                    open.data.load(open.node("Chrome Scroll Input Latencies")).get();
            assertEquals(0, latencies.rows() % 2, "stages must be below their input");
            assertEquals(
                    janks.size(),
                    open.labels("Chrome Scroll Input Latencies").stream()
                            .filter(l -> l.equals("Janky InputLatency"))
                            .count());
            assertTrue(open.labels("Chrome Scroll Input Latencies").contains("Until frame swap"));
        }
    }

    @Test
    void logLinesAreAlsoOnTracksOfTheirThreads() throws Exception {
        try (OpenTrace open =
                        OpenTrace.of(SharedTestTrace.require("perfetto/android-emulator12-sched-callstacks.pftrace"));
                Connection c = open.store.connection()) {
            TrackNode all = open.node("Android logs");
            TrackNode group = open.node("Android logs by process");
            long lines = 0;
            long threads = 0;
            long previousLines = Long.MAX_VALUE;
            for (TrackNode process : group.children()) {
                long processTracks = 0;
                for (TrackNode thread : process.children()) {
                    SliceData data = (SliceData) open.data.load(thread).get();
                    assertEquals(data.size() + (data.size() == 1 ? " line" : " lines"), thread.sideText());
                    processTracks += data.size();
                    threads++;
                }
                assertTrue(processTracks <= previousLines, "processes must be sorted by number of lines");
                previousLines = processTracks;
                lines += processTracks;
            }
            assertEquals(open.data.load(all).get().size(), lines);
            try (var s = c.createStatement();
                    var r = s.executeQuery("SELECT count(DISTINCT coalesce(utid, -1)) FROM __intrinsic_logs")) {
                r.next();
                assertEquals(r.getLong(1), threads);
                assertTrue(threads > 5, "the trace has too few threads");
            }
        }
    }

    @Test
    void deviceGroupsContainTheMeasuredTracks() throws Exception {
        try (OpenTrace open =
                OpenTrace.of(SharedTestTrace.require("perfetto/android-pixel7a-power-rails_3min.pftrace"))) {
            TrackNode powerRails = open.node("Power Rails");
            assertTrue(counters(powerRails).size() >= 15, names(powerRails).toString());
            assertTrue(
                    counters(powerRails).stream()
                            .allMatch(n -> n.kind() instanceof CounterTrack counter
                                    && counter.unit().equals("µWs")
                                    && counter.mode() == traceglass.analysis.track.CounterMode.RATE),
                    "energy counters must be shown as power");
        }
        try (OpenTrace open =
                OpenTrace.of(SharedTestTrace.require("perfetto/android11-samsung-gpu-counters.pftrace"))) {
            assertTrue(!counters(open.node("GPU")).isEmpty(), names(open.root).toString());
        }
        try (OpenTrace open = OpenTrace.of(SharedTestTrace.require("perfetto/android11-samsung-memory.pftrace"))) {
            List<TrackNode> all = new ArrayList<>();
            OpenTrace.collect(open.root, all);
            List<String> memory = all.stream()
                    .filter(n -> n.isCounter() && n.name().startsWith("mem.rss"))
                    .map(TrackNode::name)
                    .toList();
            assertTrue(memory.size() > 20, names(open.root).toString());
        }
    }

    private static List<TrackNode> counters(TrackNode group) {
        List<TrackNode> all = new ArrayList<>();
        OpenTrace.collect(group, all);
        return all.stream().filter(n -> n.isCounter()).toList();
    }

    private static List<String> names(TrackNode group) {
        return group.children().stream().map(TrackNode::name).toList();
    }

    @Test
    void doesNotQueryForMissingData() throws Exception {
        try (OpenTrace open = OpenTrace.of(SharedTestTrace.require("perfetto/android9-samsung-j5.pftrace"))) {
            List<TrackNode> all = new ArrayList<>();
            OpenTrace.collect(open.root, all);
            assertTrue(all.size() > 50);
            assertEquals(
                    List.of(),
                    all.stream()
                            .filter(n -> DerivedTables.isTable(n.kind().table()))
                            .toList());
        }
    }

    @Test
    void createsEachTableFromATraceWithoutDataForIt() throws Exception {
        try (OpenTrace open = OpenTrace.of(SharedTestTrace.require("perfetto/android9-samsung-j5.pftrace"))) {
            for (var table : DerivedTables.all()) {
                open.data.derived().ensure(table.name());
            }
        }
    }
}
