package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Theme;
import traceglass.render.layout.Row;
import traceglass.store.time.TimeSpan;

/// Tests scrolling to tracks long after the trace was opened.
class ReadAheadTest {

    private static final long LIMIT_NS = 60_000_000_000L;

    /// Source that loads tracks on another thread. Once `isSilent` is set, requests never complete.
    private static final class Source implements TrackDataSource {
        private final SyntheticTrace trace;
        private volatile boolean isSilent;

        Source(SyntheticTrace trace) {
            this.trace = trace;
        }

        @Override
        public CompletableFuture<TrackData> load(TrackNode node) {
            TrackData data = trace.data.get(node.key());
            return isSilent ? new CompletableFuture<>() : CompletableFuture.supplyAsync(() -> data);
        }

        @Override
        public boolean supportsPrefetch() {
            return true;
        }
    }

    @Test
    void tracksAreNeverBlankAfterScrolling() throws Exception {
        SyntheticTrace trace = new SyntheticTrace(5, 0, 10_000_000_000L, 4, 60, 6, 60);
        Source source = new Source(trace);
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTheme(Theme.LIGHT.withReducedMotion(true));
            created.setTrace(trace.roots, trace.bounds, source);
            created.tracks().expandAll();
            new Scene(created, 1000, 700).getRoot().applyCss();
            created.resize(1000, 700);
            created.layout();
            return created;
        });
        FxTest.awaitIdle(view);
        boolean isLoaded = false;
        for (long until = System.nanoTime() + LIMIT_NS; !isLoaded && System.nanoTime() < until; ) {
            isLoaded = FxTest.call(() -> view.model.layout().rows().stream()
                    .filter(row -> !row.node().isGroup() || row.isSummary())
                    .map(Row::node)
                    .allMatch(node -> view.model.frames().entry(node.key()) != null
                            && view.model.frames().entry(node.key()).frame() != null));
        }
        assertTrue(isLoaded, "not everything is loaded while idle");
        source.isSilent = true;
        double height = FxTest.call(view::contentHeight);
        for (double share : new double[] {.9, .2, 1, .5, 0}) {
            FxTest.run(() -> {
                view.stats().clear();
                view.showSpan(new TimeSpan(4_000_000_000L, 4_100_000_000L));
                view.scrollTo(share * height);
            });
            FxTest.awaitIdle(view);
            assertTrue(FxTest.call(() -> view.stats().millis().length) > 0, "nothing was painted");
            assertEquals(0, FxTest.call(() -> view.stats().blank()), "at " + share);
        }
        FxTest.run(view::dispose);
    }
}
