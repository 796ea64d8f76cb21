package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;
import traceglass.model.track.TrackData;
import traceglass.render.color.Theme;

/// Tracks whose data comes in one after the other.
class ArrivalsTest {

    private static final long LIMIT_NS = 60_000_000_000L;
    private static final long BETWEEN_NS = 100_000_000L;

    private final SyntheticTrace trace = new SyntheticTrace(3, 0, 10_000_000_000L, 4, 40, 6, 40);
    private final Map<String, CompletableFuture<TrackData>> waiting = new ConcurrentHashMap<>();

    private TimelineView view() throws Exception {
        return FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTheme(Theme.LIGHT.withReducedMotion(true));
            created.setTrace(trace.roots, trace.bounds, node -> waiting.computeIfAbsent(node.key(), _ -> new CompletableFuture<>()));
            new Scene(created, 1000, 700).getRoot().applyCss();
            created.resize(1000, 700);
            created.layout();
            return created;
        });
    }

    private void answer(String key) {
        waiting.get(key).complete(trace.data.get(key));
    }

    private List<String> unanswered() {
        return waiting.keySet().stream().filter(key -> !waiting.get(key).isDone()).sorted().toList();
    }

    private static int frames(TimelineView view) throws Exception {
        return FxTest.call(() -> view.stats().millis().length);
    }

    private static void waitForFrames(TimelineView view, int more) throws Exception {
        for (long until = System.nanoTime() + LIMIT_NS; frames(view) <= more && System.nanoTime() < until;) {
            Thread.onSpinWait();
        }
        assertTrue(frames(view) > more);
    }

    @Test
    void arePaintedTogetherWhileOthersAreMissing() throws Exception {
        TimelineView view = view();
        waitForFrames(view, 0);
        long begin = System.nanoTime();
        FxTest.run(() -> view.stats().clear());
        int answered = 0;
        // Never the last: then all that is in sight would be there.
        while (unanswered().size() > 1) {
            answer(unanswered().getFirst());
            answered++;
            // A pulse or so.
            Thread.sleep(15);
        }
        int painted = frames(view);
        long passed = System.nanoTime() - begin;
        assertTrue(answered > 8, answered + " tracks came");
        assertTrue(painted <= passed / BETWEEN_NS + 2, painted + " pictures in " + passed / 1_000_000 + " ms");
        FxTest.run(view::dispose);
    }

    @Test
    void arePaintedThoughOthersNeverCome() throws Exception {
        TimelineView view = view();
        waitForFrames(view, 0);
        int before = frames(view);
        answer(unanswered().getFirst());
        waitForFrames(view, before);
        FxTest.run(view::dispose);
    }

    @Test
    void allOfThemAreThereInTheEnd() throws Exception {
        TimelineView view = view();
        CompletableFuture<Void> drawn = FxTest.call(view::whenDrawn);
        for (long until = System.nanoTime() + LIMIT_NS; !drawn.isDone() && System.nanoTime() < until;) {
            unanswered().forEach(this::answer);
        }
        assertTrue(drawn.isDone());
        assertEquals(0, FxTest.call(() -> view.picture.blankRows));
        FxTest.run(view::dispose);
    }
}
