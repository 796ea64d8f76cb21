package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackData;

/// Tests when a timeline shows its first tracks.
class FirstPictureTest {

    private final SyntheticTrace trace = new SyntheticTrace(7, 1_000_000_000L, 2_000_000_000L, 4, 4, 3, 4);

    @Test
    void completesWhenAllVisibleRowsHaveData() throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTrace(trace.roots, trace.bounds, node -> gate.thenCompose(open -> trace.load(node)));
            new Scene(created, 1280, 800).getRoot().applyCss();
            created.resize(1280, 800);
            created.layout();
            return created;
        });
        CompletableFuture<Integer> blank = new CompletableFuture<>();
        CompletableFuture<Void> drawn = FxTest.call(view::whenDrawn);
        drawn.thenRun(() -> blank.complete(view.model.painting().blankRows()));
        // Rows painted without data do not count.
        CompletableFuture<Void> painted = new CompletableFuture<>();
        while (!painted.isDone()) {
            if (FxTest.call(() -> view.model.painting().blankRows() > 0)) {
                painted.complete(null);
            }
        }
        assertFalse(FxTest.call(drawn::isDone));
        gate.complete(null);
        assertEquals(0, blank.get(30, TimeUnit.SECONDS));
        // Also completes if nothing changes.
        FxTest.awaitIdle(view);
        FxTest.call(view::whenDrawn).get(30, TimeUnit.SECONDS);
        FxTest.run(view::dispose);
    }

    @Test
    void foldsExpectedTracksBeforeTheFirstLayout() throws Exception {
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTrace(trace.roots, trace.bounds, node -> CompletableFuture.completedFuture(data(node)));
            created.expectSize(1280, 800);
            return created;
        });
        String first = FxTest.call(
                () -> view.operations.scrolling().visibleNodes().getFirst().key());
        assertTrue(
                FxTest.call(() -> view.model.frames().entry(first) != null
                        && view.model.frames().entry(first).data() != null),
                first);
        // A timeline with a layout keeps its own size.
        FxTest.run(() -> {
            new Scene(new StackPane(view), 900, 500).getRoot().layout();
            view.expectSize(1280, 800);
        });
        assertEquals(900, FxTest.call(view::getWidth));
        FxTest.run(view::dispose);
    }

    private TrackData data(traceglass.analysis.track.TrackNode node) {
        return trace.load(node).join();
    }
}
