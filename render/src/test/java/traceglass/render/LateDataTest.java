package traceglass.render;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;

/// Tests rows whose data arrives late.
class LateDataTest {

    private static final long LIMIT_NS = 20_000_000_000L;

    @Test
    void rowsAreMarkedAsWaitingAfterADelay() throws Exception {
        SyntheticTrace trace = new SyntheticTrace(7, 1_000_000_000L, 2_000_000_000L, 4, 4, 3, 4);
        TimelineView view = FxTest.call(() -> {
            TimelineView created = new TimelineView();
            created.setTrace(trace.roots, trace.bounds, node -> new CompletableFuture<>());
            new Scene(created, 1280, 800).getRoot().applyCss();
            created.resize(1280, 800);
            created.layout();
            return created;
        });
        boolean isRepainted = false;
        for (long until = System.nanoTime() + LIMIT_NS; !isRepainted && System.nanoTime() < until; ) {
            // The first painting is too early for the waiting mark.
            isRepainted = FxTest.call(() -> view.model.painting().blankRows() > 0
                    && view.model.painting().unknownMarkNs() == Long.MAX_VALUE);
        }
        assertTrue(isRepainted, "they were not repainted with the waiting mark");
        FxTest.run(view::dispose);
    }
}
