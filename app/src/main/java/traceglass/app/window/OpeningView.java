package traceglass.app.window;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.event.EventHandler;
import javafx.scene.Cursor;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.stage.Window;
import javafx.stage.WindowEvent;
import javafx.util.Duration;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Page;
import traceglass.app.window.frame.ColumnsOverlay;
import traceglass.app.window.frame.FirstFrames;
import traceglass.app.window.opening.OpeningPage;
import traceglass.app.window.opening.OpeningProgress;
import traceglass.ingest.database.ColumnMeanings;
import traceglass.ingest.database.UnclearColumnsProblem;

/// Shows the progress of an opening trace in a window: first a page with the progress, then the first tracks.
final class OpeningView implements TraceOpening.Listener {

    private final MainWindow window;
    private final OpeningProgress progress;
    private final boolean isStill;
    private final Parent root;

    /// Delay before the progress page. A cached trace opens before that page could be drawn, and drawing it
    /// would only delay the trace.
    private final PauseTransition pageDelay = new PauseTransition(Duration.millis(300));

    /// Shows the progress page as soon as the window appears; null if it does not wait for that.
    private EventHandler<WindowEvent> whenShowing;

    /// @param isStill whether animations are off, as for a picture of the window
    OpeningView(MainWindow window, OpeningProgress progress, boolean isStill) {
        this.window = window;
        this.progress = progress;
        this.isStill = isStill;
        root = window.root();
    }

    private Page page() {
        return window.pageProperty().get();
    }

    /// Returns the window on the screen, which may not have appeared yet; null without one.
    private Window stage() {
        Scene scene = root.getScene();
        return scene == null ? null : scene.getWindow();
    }

    @Override
    public boolean opensOnPage(Path file, Consumer<Boolean> whenDone) {
        Optional<Page> page =
                window.pages().stream().filter(p -> p.canOpen(file)).findFirst();
        page.ifPresent(p -> {
            window.showPage(p);
            p.open(file, summary -> {
                if (summary != null) {
                    window.addRecent(file, summary);
                }
                whenDone.accept(summary != null);
            });
        });
        return page.isPresent();
    }

    @Override
    public void offer(List<Path> files, Runnable fallback) {
        window.pages().stream()
                .filter(Page::opensSeveralFiles)
                .findFirst()
                .ifPresentOrElse(p -> p.offer(files, () -> window.showPage(p), fallback), fallback);
    }

    @Override
    public void stopOffers() {
        window.pages().forEach(Page::onOtherOpened);
    }

    @Override
    public void openingStarted(Path file) {
        window.refreshSidebar();
        stopWaiting();
        boolean opensAnother = page() instanceof OpeningPage;
        if (window.slot().trace().session() != null) {
            window.showOpening(file);
            return;
        }
        if (page() != window.startPage() && !opensAnother) {
            return;
        }
        progress.delayText();
        if (opensAnother || stage() == null) {
            showOpening(file);
        } else if (stage().isShowing()) {
            root.setCursor(Cursor.WAIT);
            pageDelay.setOnFinished(e -> {
                root.setCursor(null);
                showOpening(file);
            });
            pageDelay.playFromStart();
        } else {
            // The first tracks are usually ready before the window appears, and creating this page would delay them.
            whenShowing = _ -> {
                stopWaiting();
                showOpening(file);
            };
            stage().addEventHandler(WindowEvent.WINDOW_SHOWING, whenShowing);
        }
    }

    private void showOpening(Path file) {
        if (page() == window.startPage() || page() instanceof OpeningPage) {
            window.showPage(new OpeningPage(file, progress, window::cancelOpening));
        }
    }

    private void stopWaiting() {
        if (whenShowing != null) {
            stage().removeEventHandler(WindowEvent.WINDOW_SHOWING, whenShowing);
            whenShowing = null;
        }
        pageDelay.stop();
        root.setCursor(null);
    }

    @Override
    public void openingEnded() {
        stopWaiting();
        window.refreshSidebar();
    }

    @Override
    public void sessionAdopted() {
        stopWaiting();
        window.slot()
                .trace()
                .session()
                .holdUntil(
                        isStill
                                ? CompletableFuture.completedStage(null)
                                : FirstFrames.timeline(window.pane().view()));
        window.showPage(window.timeline());
        window.timeline().onShown();
    }

    @Override
    public void opened(TraceSession session) {
        window.opened(session);
    }

    @Override
    public void askColumns(Path file, UnclearColumnsProblem problem, Consumer<ColumnMeanings> onChoose) {
        ColumnsOverlay.in(root).ask(file, problem, onChoose);
    }

    @Override
    public void ended(boolean wasAdopted) {
        if (wasAdopted || page() instanceof OpeningPage) {
            window.showPage(window.startPage());
        }
        if (!wasAdopted) {
            window.showTrace();
        }
    }
}
