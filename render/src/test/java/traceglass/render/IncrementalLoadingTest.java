package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Theme;
import traceglass.render.layout.Row;

/// Tests tracks whose data arrives one by one.
class IncrementalLoadingTest {

    private static final long LIMIT_NS = 60_000_000_000L;
    private static final long BETWEEN_NS = 150_000_000L;

    private final SyntheticTrace trace = new SyntheticTrace(3, 0, 10_000_000_000L, 4, 40, 6, 40);
    private final Map<String, CompletableFuture<TrackData>> requests = new ConcurrentHashMap<>();

    private TimelineView view() throws Exception {
        return FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTheme(Theme.LIGHT.withReducedMotion(true));
            created.setTrace(
                    trace.roots,
                    trace.bounds,
                    node -> requests.computeIfAbsent(node.key(), _ -> new CompletableFuture<>()));
            new Scene(created, 1000, 700).getRoot().applyCss();
            created.resize(1000, 700);
            created.layout();
            return created;
        });
    }

    /// Adds a track of eight rows with a slice in each, which is expected to have only one row.
    private void addDeepTrack(String key) {
        int[] rowStart = new int[9];
        long[] ids = new long[8];
        long[] start = new long[8];
        long[] end = new long[8];
        for (int row = 0; row < 8; row++) {
            rowStart[row + 1] = row + 1;
            ids[row] = 10 + row;
            start[row] = 1_000_000_000L + row;
            end[row] = 9_000_000_000L - row;
        }
        trace.roots.add(
                new TrackNode(key, new SliceTrack(List.of(1L, 2L), 0), key, "", List.of(), "", "", false, List.of()));
        trace.data.put(
                key,
                new SliceData(
                        rowStart,
                        ids,
                        start,
                        end,
                        new int[8],
                        new int[8],
                        new byte[8],
                        new String[] {"work"},
                        new String[] {"work"}));
    }

    @Test
    void aRevealedEventStaysInViewWhenRowsGrow() throws Exception {
        trace.roots.clear();
        for (int i = 0; i < 60; i++) {
            addDeepTrack("deep/" + i);
        }
        TimelineView view = view();
        waitForFrames(view, 0);
        pendingKeys().forEach(this::completeRequest);
        FxTest.run(() -> view.reveal("slice", 17, 1_000_000_007L, 1, "deep/40"));
        CompletableFuture<Void> drawn = FxTest.call(view::whenDrawn);
        for (long until = System.nanoTime() + LIMIT_NS; !drawn.isDone() && System.nanoTime() < until; ) {
            // Completes the newest request first.
            if (!pendingKeys().isEmpty()) {
                completeRequest(pendingKeys().getLast());
            }
            Thread.sleep(5);
        }
        assertTrue(drawn.isDone());
        FxTest.run(() -> {
            Row row = view.model.layout().row("deep/40");
            assertTrue(row.height() > 100, row.toString());
            double below = view.scrollY() + view.model.geometry().tracksHeight() - row.bottom();
            assertTrue(
                    row.y() >= view.scrollY() - row.height() / 2 && below >= 0,
                    "it ends " + below + " px above the lower edge");
        });
        FxTest.run(view::dispose);
    }

    private void completeRequest(String key) {
        requests.get(key).complete(trace.data.get(key));
    }

    private List<String> pendingKeys() {
        return requests.keySet().stream()
                .filter(key -> !requests.get(key).isDone())
                .sorted()
                .toList();
    }

    private static int frames(TimelineView view) throws Exception {
        return FxTest.call(() -> view.stats().millis().length);
    }

    private static void waitForFrames(TimelineView view, int more) throws Exception {
        for (long until = System.nanoTime() + LIMIT_NS; frames(view) <= more && System.nanoTime() < until; ) {
            Thread.onSpinWait();
        }
        assertTrue(frames(view) > more);
    }

    @Test
    void arrivingTracksArePaintedTogetherWhileOthersAreMissing() throws Exception {
        TimelineView view = view();
        waitForFrames(view, 0);
        long begin = System.nanoTime();
        FxTest.run(() -> view.stats().clear());
        int completedCount = 0;
        // The last request stays pending, because otherwise everything visible would be loaded.
        while (pendingKeys().size() > 1) {
            completeRequest(pendingKeys().getFirst());
            completedCount++;
            // About one pulse.
            Thread.sleep(15);
        }
        int painted = frames(view);
        long passed = System.nanoTime() - begin;
        assertTrue(completedCount > 8, completedCount + " tracks arrived");
        assertTrue(painted <= passed / BETWEEN_NS + 2, painted + " pictures in " + passed / 1_000_000 + " ms");
        FxTest.run(view::dispose);
    }

    @Test
    void arrivingTracksArePaintedEvenIfOthersNeverArrive() throws Exception {
        TimelineView view = view();
        waitForFrames(view, 0);
        int before = frames(view);
        completeRequest(pendingKeys().getFirst());
        waitForFrames(view, before);
        FxTest.run(view::dispose);
    }

    @Test
    void allTracksArePaintedInTheEnd() throws Exception {
        TimelineView view = view();
        CompletableFuture<Void> drawn = FxTest.call(view::whenDrawn);
        for (long until = System.nanoTime() + LIMIT_NS; !drawn.isDone() && System.nanoTime() < until; ) {
            pendingKeys().forEach(this::completeRequest);
        }
        assertTrue(drawn.isDone());
        assertEquals(0, FxTest.call(() -> view.model.painting().blankRows()));
        FxTest.run(view::dispose);
    }
}
