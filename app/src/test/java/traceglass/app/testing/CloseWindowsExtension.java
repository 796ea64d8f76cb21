package traceglass.app.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.application.Platform;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import traceglass.app.session.TraceSession;

/// Closes the windows and traces left open by a test class, so that they do not use processors and memory during
/// the next one: one process runs all test classes of a module. Fails if a window stays open. JUnit finds this
/// extension by its service file.
public final class CloseWindowsExtension implements AfterAllCallback {
    private static final int TIMEOUT_S = 60;
    /// Threads that open or close a trace, or import one that is being recorded.
    private static final Set<String> TRACE_THREADS = Set.of("open-trace", "close-trace", "live-import");

    /// Used on the JavaFX thread only.
    private static final List<TraceSession> SESSIONS = new ArrayList<>();

    static {
        TempFolders.deleteStoreFolders();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (context.getRequiredTestClass().getEnclosingClass() != null) {
            return;
        }
        CompletableFuture<List<String>> stillOpen = new CompletableFuture<>();
        try {
            Platform.runLater(() -> {
                try {
                    stillOpen.complete(close());
                } catch (RuntimeException e) {
                    stillOpen.completeExceptionally(e);
                }
            });
        } catch (IllegalStateException e) {
            // JavaFX was not started or has ended.
            return;
        }
        assertEquals(List.of(), stillOpen.get(TIMEOUT_S, TimeUnit.SECONDS), "windows that could not be closed");
        waitForTraces();
    }

    /// Waits until all closed traces are released. A trace that has just been imported writes its cache file only when
    /// it is closed, on a separate thread; the cache folder can't be deleted until then.
    static void waitForTraces() throws InterruptedException {
        while (true) {
            CountDownLatch delivered = new CountDownLatch(1);
            Platform.runLater(delivered::countDown);
            delivered.await(TIMEOUT_S, TimeUnit.SECONDS);
            Optional<Thread> busy = Thread.getAllStackTraces().keySet().stream()
                    .filter(t -> TRACE_THREADS.contains(t.getName()))
                    .findAny();
            if (busy.isEmpty()) {
                return;
            }
            busy.get().join(Duration.ofSeconds(TIMEOUT_S));
            assertFalse(busy.get().isAlive(), busy.get().getName());
        }
    }

    /// Closes a trace at the end of the test class. Called on the JavaFX thread.
    public static void closeAtTheEnd(TraceSession session) {
        SESSIONS.add(session);
    }

    private static List<String> close() {
        SESSIONS.forEach(TraceSession::close);
        SESSIONS.clear();
        // Otherwise the toolkit would exit with its last window and could not be started again.
        Platform.setImplicitExit(false);
        for (Window window : new ArrayList<>(Window.getWindows())) {
            window.hide();
        }
        return Window.getWindows().stream().map(CloseWindowsExtension::name).toList();
    }

    private static String name(Window window) {
        return window instanceof Stage stage ? "window \"" + stage.getTitle() + "\"" : window.toString();
    }
}
