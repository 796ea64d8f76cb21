package traceglass.render.windowless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.Scene;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackNode;
import traceglass.render.FxTest;
import traceglass.render.SyntheticTrace;
import traceglass.render.TimelineView;
import traceglass.render.time.Viewport;

/// Tests painting a synthetic trace in the background as a warm-up.
class PaintWarmUpTest {

    @Test
    void endsWithoutChangingTheVisibleTimeline() throws Exception {
        SyntheticTrace trace = new SyntheticTrace(3, 0, 1_000_000_000L, 2, 1, 2, 50);
        AtomicReference<Stage> stage = new AtomicReference<>();
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTrace(trace.roots, trace.bounds, trace);
            stage.set(new Stage());
            stage.get().setScene(new Scene(created, 800, 500));
            stage.get().show();
            return created;
        });
        FxTest.call(view::whenIdle).get(30, TimeUnit.SECONDS);
        Viewport before = FxTest.call(view::viewport);
        CompletableFuture<Void> warmUp = FxTest.call(() -> PaintWarmUp.begin(view));
        warmUp.get(60, TimeUnit.SECONDS);
        assertEquals(before, FxTest.call(view::viewport));
        assertTrue(FxTest.call(view::isResting), "the visible timeline has no pending repaint");
        assertSame(warmUp, FxTest.call(() -> PaintWarmUp.begin(view)), "a second warm-up has started");
        FxTest.run(() -> {
            stage.get().close();
            view.dispose();
        });
    }

    @Test
    void stopsWhenTheTimelineIsDisposedAndCanStartAgain() throws Exception {
        SyntheticTrace trace = new SyntheticTrace(3, 0, 1_000_000_000L, 2, 1, 2, 50);
        TimelineView view = FxTest.timeline(trace, 800, 500);
        CompletableFuture<Boolean> warmUp = FxTest.call(() -> {
            // The view is disposed of while a repaint is pending, so it never becomes idle again.
            view.tracks().expandAll();
            CompletableFuture<Boolean> begun = PaintWarmUp.warmUp(view);
            view.dispose();
            return begun;
        });
        assertFalse(warmUp.get(30, TimeUnit.SECONDS), "the warm-up ran to completion");
        TimelineView next = FxTest.timeline(trace, 800, 500);
        assertTrue(FxTest.call(() -> PaintWarmUp.warmUp(next)).get(60, TimeUnit.SECONDS));
        FxTest.run(next::dispose);
    }

    @Test
    void theWarmUpTraceHasDataForEveryTrack() {
        WarmUpTrace trace = new WarmUpTrace();
        for (TrackNode group : trace.roots()) {
            assertTrue(group.isExpanded(), group.name());
            for (TrackNode track : group.children()) {
                assertTrue(trace.load(track).join().size() > 0, track.key());
            }
        }
        assertEquals(5, trace.roots().size());
        assertEquals(
                List.of("CPU 0", "CPU 1", "CPU 2", "CPU 3"),
                trace.roots().getFirst().children().stream()
                        .map(TrackNode::name)
                        .toList());
    }
}
