package traceglass.render;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.application.Platform;
import javafx.scene.Scene;

/// Starts the JavaFX toolkit once, and runs code on its thread.
public final class FxTest {

    private static final CompletableFuture<Void> STARTED = new CompletableFuture<>();

    static {
        try {
            Platform.startup(() -> STARTED.complete(null));
            Platform.setImplicitExit(false);
        } catch (IllegalStateException alreadyRunning) {
            STARTED.complete(null);
        }
    }

    private FxTest() {}

    /// Runs code on the JavaFX thread, waits for it and returns its result.
    public static <T> T call(Callable<T> action) throws Exception {
        STARTED.get(30, TimeUnit.SECONDS);
        CompletableFuture<T> result = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                result.complete(action.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result.get(60, TimeUnit.SECONDS);
    }

    /// Runs code on the JavaFX thread and waits for it.
    public static void run(Runnable action) throws Exception {
        call(() -> {
            action.run();
            return null;
        });
    }

    /// Creates a timeline of a given size, in a scene without a window.
    public static TimelineView timeline(SyntheticTrace trace, double width, double height) throws Exception {
        TimelineView view = call(() -> {
            TimelineView created = new TimelineView();
            created.setTrace(trace.roots, trace.bounds, trace);
            Scene scene = new Scene(created, width, height);
            scene.getRoot().applyCss();
            created.resize(width, height);
            created.layout();
            return created;
        });
        awaitIdle(view);
        return view;
    }

    /// Waits until a condition holds on the JavaFX thread, up to a minute, since the machine may be busy.
    static void await(Callable<Boolean> condition) throws Exception {
        long startNs = System.nanoTime();
        while (!call(condition)) {
            if (System.nanoTime() - startNs > 60_000_000_000L) {
                throw new AssertionError("condition did not hold within a minute");
            }
            Thread.sleep(10);
        }
    }

    /// Waits until a timeline has loaded and painted everything that is visible.
    static void awaitIdle(TimelineView view) throws Exception {
        call(view::whenIdle).get(30, TimeUnit.SECONDS);
    }
}
