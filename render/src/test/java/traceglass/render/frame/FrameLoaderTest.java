package traceglass.render.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Tests the frame loader with a worker that the test controls.
class FrameLoaderTest {

    private static final TimeSpan BOUNDS = new TimeSpan(0, 1_000_000);

    private final Deque<Runnable> jobs = new ArrayDeque<>();
    private final List<CompletableFuture<TrackData>> requests = new ArrayList<>();
    private int wakes;
    private final FrameLoader loader = new FrameLoader(Palette.of(Theme.LIGHT), jobs::add, () -> wakes++, 1 << 20);

    private static TrackNode node(String key) {
        return new TrackNode(key, new CounterTrack(1, ""), key, "", List.of(), "", "", false, List.of());
    }

    private static CounterData data() {
        return new CounterData(new long[2], new long[] {10, 500}, new double[] {1, 2}, 1, 2, "");
    }

    private void request(Viewport viewport, String... keys) {
        loader.request(
                java.util.Arrays.stream(keys).map(FrameLoaderTest::node).toList(), List.of(), viewport, 1000, BOUNDS);
    }

    private void open() {
        loader.setSource(
                _ -> {
                    CompletableFuture<TrackData> future = new CompletableFuture<>();
                    requests.add(future);
                    return future;
                },
                true);
    }

    private void settle(Viewport viewport, String... keys) {
        for (int i = 0; i < 4; i++) {
            loader.drain();
            request(viewport, keys);
            while (!jobs.isEmpty()) {
                jobs.poll().run();
            }
        }
        loader.drain();
        request(viewport, keys);
    }

    @Test
    void loadsFoldsAndReportsCompletion() {
        open();
        Viewport viewport = Viewport.of(BOUNDS);
        request(viewport, "a");
        assertFalse(loader.isComplete());
        requests.getFirst().complete(data());
        assertEquals(1, wakes);
        settle(viewport, "a");
        assertTrue(loader.isComplete());
        assertEquals(512, loader.entry("a").frame().resolutionNs());
        assertEquals(1, requests.size());
    }

    @Test
    void aWindowOutsideTheTraceIsCompleteToo() {
        for (TimeSpan window : List.of(
                new TimeSpan(90_000_000, 90_000_010),
                new TimeSpan(-500, -490),
                new TimeSpan(-90_000_000, -80_000_000),
                new TimeSpan(999_999, 1_000_009),
                new TimeSpan(1L << 62, (1L << 62) + 10))) {
            open();
            requests.clear();
            Viewport viewport = Viewport.of(window);
            request(viewport, "a");
            requests.getFirst().complete(data());
            settle(viewport, "a");
            assertTrue(loader.isComplete(), window::toString);
        }
    }

    @Test
    void reportsChangedHeightsOnlyIfATrackHasUnexpectedRows() {
        open();
        for (int rows = 1; rows <= 3; rows++) {
            for (int expected = 0; expected <= 3; expected++) {
                String key = rows + "/" + expected;
                TrackNode node = new TrackNode(
                        key, new SliceTrack(List.of(1L), expected), key, "", List.of(), "", "", false, List.of());
                requests.clear();
                loader.request(List.of(node), List.of(), Viewport.of(BOUNDS), 1000, BOUNDS);
                requests.getFirst().complete(slices(rows));
                assertTrue(loader.drain());
                assertEquals(rows != Math.max(1, expected), loader.takeHeightChange(), key);
                assertFalse(loader.takeHeightChange(), "reported once");
            }
        }
    }

    @Test
    void keepsTheStaleFrameUntilTheNewOneIsReady() {
        open();
        request(Viewport.of(BOUNDS), "a");
        requests.getFirst().complete(data());
        settle(Viewport.of(BOUNDS), "a");
        TrackFrame before = loader.entry("a").frame();
        Viewport near = Viewport.of(new TimeSpan(1000, 2000));
        request(near, "a");
        assertSame(before, loader.entry("a").frame());
        assertFalse(loader.isComplete());
        settle(near, "a");
        assertNotSame(before, loader.entry("a").frame());
        assertTrue(loader.isComplete());
    }

    @Test
    void reusesTheFrameForSmallPans() {
        open();
        Viewport start = Viewport.of(new TimeSpan(400_000, 500_000));
        request(start, "a");
        requests.getFirst().complete(data());
        settle(start, "a");
        TrackFrame frame = loader.entry("a").frame();
        request(Viewport.of(new TimeSpan(440_000, 540_000)), "a");
        assertSame(frame, loader.entry("a").frame());
        assertTrue(loader.isComplete());
        assertTrue(jobs.isEmpty());
    }

    @Test
    void runsOneJobAtATimeAndThenTheNewestRequest() {
        open();
        request(Viewport.of(BOUNDS), "a");
        requests.getFirst().complete(data());
        loader.drain();
        request(Viewport.of(BOUNDS), "a");
        for (int i = 1; i < 50; i++) {
            request(Viewport.of(new TimeSpan(i * 1000L, i * 1000L + 500)), "a");
        }
        assertEquals(1, jobs.size());
        settle(Viewport.of(new TimeSpan(7000, 7500)), "a");
        assertTrue(loader.entry("a").frame().from() <= 7000
                && loader.entry("a").frame().to() >= 7500);
    }

    @Test
    void aFailureStaysOnItsTrackAndCanBeRetried() {
        open();
        request(Viewport.of(BOUNDS), "a", "b");
        requests.get(0).completeExceptionally(new IllegalStateException("no such table"));
        requests.get(1).complete(data());
        settle(Viewport.of(BOUNDS), "a", "b");
        assertEquals("no such table", loader.entry("a").error());
        assertNotNull(loader.entry("b").frame());
        assertTrue(loader.isComplete());
        assertEquals(2, requests.size());
        loader.retry("a");
        request(Viewport.of(BOUNDS), "a", "b");
        assertEquals(3, requests.size());
        requests.get(2).complete(data());
        settle(Viewport.of(BOUNDS), "a", "b");
        assertNull(loader.entry("a").error());
        assertNotNull(loader.entry("a").frame());
    }

    @Test
    void newDataOfAGrowingTraceReplacesTheOldOnceLoaded() {
        open();
        request(Viewport.of(BOUNDS), "a");
        requests.getFirst().complete(data());
        settle(Viewport.of(BOUNDS), "a");
        TrackData old = loader.entry("a").data();
        CompletableFuture<TrackData> newer = new CompletableFuture<>();
        loader.setSource(_ -> newer, false);
        settle(Viewport.of(BOUNDS), "a");
        assertSame(old, loader.entry("a").data());
        assertNotNull(loader.entry("a").frame());
        newer.complete(data());
        settle(Viewport.of(BOUNDS), "a");
        assertNotSame(old, loader.entry("a").data());
        assertTrue(loader.isComplete());
    }

    @Test
    void loadsNearbyTracksOnceTheVisibleOnesAreComplete() {
        open();
        Viewport viewport = Viewport.of(BOUNDS);
        loader.request(List.of(node("a")), List.of(node("b")), viewport, 1000, BOUNDS);
        assertEquals(1, requests.size());
        requests.getFirst().complete(data());
        settle(viewport, "a");
        loader.request(List.of(node("a")), List.of(node("b")), viewport, 1000, BOUNDS);
        assertEquals(2, requests.size());
        assertTrue(loader.isComplete());
    }

    /// Source that supports prefetching and records which tracks are prefetched or prioritized.
    private final class PrefetchSource implements TrackDataSource {
        private final Map<String, CompletableFuture<TrackData>> prefetches = new LinkedHashMap<>();
        private final List<String> prioritized = new ArrayList<>();

        @Override
        public CompletableFuture<TrackData> load(TrackNode node) {
            requests.add(new CompletableFuture<>());
            return requests.getLast();
        }

        @Override
        public boolean supportsPrefetch() {
            return true;
        }

        @Override
        public CompletableFuture<TrackData> prefetch(TrackNode node) {
            return prefetches.computeIfAbsent(node.key(), _ -> new CompletableFuture<>());
        }

        @Override
        public void prioritize(TrackNode node) {
            prioritized.add(node.key());
        }
    }

    private static Iterator<TrackNode> rows(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> node("t" + i)).iterator();
    }

    @Test
    void distantTracksArePrefetchedAFewAtATimeAndFoldedForTheWholeTrace() {
        PrefetchSource source = new PrefetchSource();
        loader.setSource(source, true);
        Viewport near = Viewport.of(new TimeSpan(1000, 2000));
        request(near, "a");
        requests.getFirst().complete(data());
        settle(near, "a");
        Iterator<TrackNode> rows = rows(0, 30);
        for (int read = 0; read < 30; read++) {
            loader.readAhead(rows);
            assertEquals(Math.min(30, read + 4), source.prefetches.size());
            assertTrue(loader.isComplete(), "distant tracks count as missing");
            source.prefetches.get("t" + read).complete(data());
            settle(near, "a");
        }
        for (int i = 0; i < 30; i++) {
            TrackFrame frame = loader.entry("t" + i).frame();
            assertTrue(frame.from() <= BOUNDS.start() && frame.to() >= BOUNDS.end(), "t" + i);
        }
        request(near, "a", "t7");
        assertFalse(loader.isComplete());
        assertNotNull(loader.entry("t7").frame(), "the overview is shown before the frame of the window");
        settle(near, "a", "t7");
        assertTrue(loader.isComplete());
        assertEquals(1, loader.entry("t7").frame().resolutionNs());
        assertEquals(1, requests.size(), "it is not loaded again");
    }

    @Test
    void prioritizesAPrefetchOnceTheTrackIsVisible() {
        PrefetchSource source = new PrefetchSource();
        loader.setSource(source, true);
        loader.readAhead(rows(0, 30));
        request(Viewport.of(BOUNDS), "t2");
        request(Viewport.of(BOUNDS), "t2");
        assertEquals(List.of("t2"), source.prioritized);
        assertEquals(List.of(), requests);
        source.prefetches.get("t2").complete(data());
        assertTrue(loader.drain());
        settle(Viewport.of(BOUNDS), "t2");
        assertTrue(loader.isComplete());
    }

    @Test
    void nothingIsPrefetchedWhileVisibleTracksLoad() {
        PrefetchSource source = new PrefetchSource();
        loader.setSource(source, true);
        request(Viewport.of(BOUNDS), "a", "b");
        loader.readAhead(rows(0, 30));
        assertEquals(0, source.prefetches.size());
        requests.get(0).complete(data());
        requests.get(1).complete(data());
        settle(Viewport.of(BOUNDS), "a", "b");
        loader.readAhead(rows(0, 30));
        assertEquals(4, source.prefetches.size());
    }

    @Test
    void prefetchesUntilTheMemoryLimit() {
        List<String> read = new ArrayList<>();
        loader.setSource(
                new TrackDataSource() {
                    @Override
                    public CompletableFuture<TrackData> load(TrackNode node) {
                        read.add(node.key());
                        return CompletableFuture.completedFuture(
                                new CounterData(new long[2_000], new long[2_000], new double[2_000], 0, 0, ""));
                    }

                    @Override
                    public boolean supportsPrefetch() {
                        return true;
                    }
                },
                true);
        Iterator<TrackNode> rows = rows(0, 100);
        for (int i = 0; i < 100; i++) {
            loader.readAhead(rows);
            settle(Viewport.of(BOUNDS), "a");
        }
        // Half a mebibyte has room for ten tracks of 52,000 bytes, plus those already loading when it is full.
        assertTrue(read.size() >= 10 && read.size() <= 16, read::toString);
        assertNotNull(loader.entry("t0").frame());
    }

    @Test
    void nearbyTracksAreFoldedWhileTheVisibleOnesChangeWithEveryFrame() {
        loader.setSource(_ -> CompletableFuture.completedFuture(data()), true);
        for (int i = 0; i < 3; i++) {
            // As in zooming, where each frame needs new folding.
            loader.request(
                    List.of(node("a")),
                    List.of(node("b")),
                    Viewport.of(new TimeSpan(0, 1 + (500_000 >> 2 * i))),
                    1000,
                    BOUNDS);
            jobs.poll().run();
            loader.drain();
        }
        assertNotNull(loader.entry("b").frame());
    }

    @Test
    void theOverviewIsShownWhereTheFrameHasNoData() {
        open();
        Viewport near = Viewport.of(new TimeSpan(1000, 2000));
        request(near, "a");
        requests.getFirst().complete(data());
        settle(near, "a");
        assertEquals(BOUNDS.start(), loader.entry("a").overview().from());
        assertTrue(loader.entry("a").overview().to() >= BOUNDS.end());
    }

    @Test
    void evictsTheOldestTracksAboveTheLimit() {
        loader.setSource(
                _ -> CompletableFuture.completedFuture(
                        new CounterData(new long[20_000], new long[20_000], new double[20_000], 0, 0, "")),
                true);
        for (int i = 0; i < 20; i++) {
            settle(Viewport.of(BOUNDS), "t" + i);
        }
        assertNull(loader.entry("t0"));
        assertNotNull(loader.entry("t19").frame());
    }

    @Test
    void loadsAFewTracksAtATime() {
        open();
        String[] keys = new String[100];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = "t" + i;
        }
        request(Viewport.of(BOUNDS), keys);
        assertEquals(8, requests.size());
        for (int i = 0; i < 100; i++) {
            requests.get(i).complete(data());
            loader.drain();
            request(Viewport.of(BOUNDS), keys);
        }
        assertEquals(100, requests.size());
    }

    @Test
    void loadedDataIsFoldedAtOnceForAnyNumberOfTracks() {
        loader.setSource(_ -> CompletableFuture.completedFuture(data()), true);
        String[] keys = new String[100];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = "t" + i;
        }
        request(Viewport.of(BOUNDS), keys);
        jobs.poll().run();
        assertTrue(loader.drain());
        request(Viewport.of(BOUNDS), keys);
        assertTrue(loader.isComplete());
        assertTrue(jobs.isEmpty());
    }

    @Test
    void loadedDataChangesHeightsToo() {
        TrackNode node =
                new TrackNode("s", new SliceTrack(List.of(1L), 1), "s", "", List.of(), "", "", false, List.of());
        loader.setSource(_ -> CompletableFuture.completedFuture(slices(3)), true);
        loader.request(List.of(node), List.of(), Viewport.of(BOUNDS), 1000, BOUNDS);
        assertTrue(loader.drain());
        assertTrue(loader.takeHeightChange());
    }

    @Test
    void nearbyTracksCauseNoRepaint() {
        open();
        TrackNode near =
                new TrackNode("near", new SliceTrack(List.of(1L), 1), "near", "", List.of(), "", "", false, List.of());
        settleWith(near, "a");
        assertFalse(loader.drain());
        assertEquals(2, requests.size());
        requests.get(1).complete(slices(1));
        assertFalse(loader.drain(), "loaded");
        settleWith(near, "a");
        assertNotNull(loader.entry("near").frame());
        loader.styleChanged("near");
        loader.request(List.of(node("a")), List.of(near), Viewport.of(BOUNDS), 1000, BOUNDS);
        jobs.poll().run();
        assertFalse(loader.drain(), "folded");
        loader.request(List.of(near), List.of(), Viewport.of(BOUNDS), 1000, BOUNDS);
        loader.styleChanged("near");
        loader.request(List.of(near), List.of(), Viewport.of(BOUNDS), 1000, BOUNDS);
        jobs.poll().run();
        assertTrue(loader.drain(), "visible now");
    }

    private void settleWith(TrackNode near, String key) {
        for (int i = 0; i < 4; i++) {
            loader.drain();
            loader.request(List.of(node(key)), List.of(near), Viewport.of(BOUNDS), 1000, BOUNDS);
            if (!requests.isEmpty()) {
                requests.getFirst().complete(data());
            }
            while (!jobs.isEmpty()) {
                jobs.poll().run();
            }
        }
        loader.drain();
    }

    private static SliceData slices(int rows) {
        return new SliceData(
                new int[rows + 1],
                new long[0],
                new long[0],
                new long[0],
                new int[0],
                new int[0],
                new byte[0],
                new String[0],
                new String[0]);
    }
}
