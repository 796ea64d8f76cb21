package traceglass.app.window.stage;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.util.Duration;
import traceglass.analysis.select.Selection;
import traceglass.app.command.FormerIds;
import traceglass.app.compare.ComparePage;
import traceglass.app.launch.TimeRange;
import traceglass.app.overview.OverviewPage;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Page;
import traceglass.app.window.LaunchActions;
import traceglass.app.window.MainWindow;
import traceglass.app.window.frame.PendingTab;

/// Arranges a window for a picture: shows the requested tracks, span, selection, search and panel, and runs the
/// requested commands. Used on the JavaFX thread.
final class PictureContent {

    private static final Duration POLL = Duration.millis(20);
    /// Number of polls after which commands run even if the requested event is not selected.
    private static final int SELECTION_POLLS = 500;
    /// Number of polls during which a command may become available.
    private static final int COMMAND_POLLS = 150;

    private final WindowPicture.Request request;
    private final MainWindow window;
    private final Runnable done;
    private final Consumer<Throwable> fail;

    /// @param done called once when all commands have run
    /// @param fail called once instead with an error, whose message is for the user
    PictureContent(WindowPicture.Request request, MainWindow window, Runnable done, Consumer<Throwable> fail) {
        this.request = request;
        this.window = window;
        this.done = done;
        this.fail = fail;
    }

    /// Shows the requested parts of the open traces, and runs the commands.
    void arrange() {
        new LaunchActions(window).showTracks(request.tracks(), this::applyRemainingOptions);
    }

    /// Shows the requested panel of a window without a trace, and runs the commands.
    void showPanel() {
        try {
            showRequestedPanel();
            runActions();
        } catch (RuntimeException e) {
            fail.accept(e);
        }
    }

    /// Runs the commands.
    void runActions() {
        runActions(0, COMMAND_POLLS);
    }

    private void showRequestedPanel() {
        if (request.panel() != null) {
            showPanel(window.slot().host().detailsPane(), request.panel());
        }
    }

    private void applyRemainingOptions() {
        try {
            for (TimeRange range : new TimeRange[] {request.time(), request.area()}) {
                String problem = range == null
                        ? null
                        : LaunchActions.outsideTrace(
                                range, window.slot().trace().session().bounds());
                if (problem != null) {
                    throw new IllegalStateException(problem);
                }
            }
            if (request.filter() != null) {
                window.pane().view().tracks().setFilter(request.filter());
            }
            if (request.expand() != null) {
                if (request.expand().equals("all")) {
                    window.pane().view().tracks().expandAll();
                } else {
                    window.pane().view().tracks().expandMatching(request.expand());
                    window.pane().revealNamed(request.expand());
                }
            }
            new LaunchActions(window).show(request.time(), request.select(), request.sql(), true);
            if (request.search() != null) {
                window.omnibox().search(request.search());
            }
            if (request.area() != null) {
                new LaunchActions(window).selectArea(request.area());
            }
            showRequestedPanel();
            runActionsWhenSelected(SELECTION_POLLS);
        } catch (RuntimeException e) {
            fail.accept(e);
        }
    }

    /// Waits until the requested event is selected, because commands may depend on it.
    private void runActionsWhenSelected(int polls) {
        boolean isSelected = window.slot().selection().get() instanceof Selection.Event;
        if (request.select() != null && !request.actions().isEmpty() && !isSelected && polls > 0) {
            PauseTransition pause = new PauseTransition(POLL);
            pause.setOnFinished(_ -> runActionsWhenSelected(polls - 1));
            pause.play();
            return;
        }
        runActions(0, COMMAND_POLLS);
    }

    private void showPanel(DetailsPane detailsPane, String name) {
        int slash = name.indexOf('/');
        String first = slash < 0 ? name : name.substring(0, slash);
        Optional<Page> page = window.page(first);
        Optional<DetailsTab> tab = detailsPane.tab(first);
        if (page.isPresent()) {
            window.showPage(page.get());
            if (slash > 0
                    && page.get() instanceof ComparePage compare
                    && !compare.showSubject(name.substring(slash + 1))) {
                throw new IllegalStateException(StageTexts.noCompareSection(name.substring(slash + 1)));
            }
            if (slash > 0 && page.get() instanceof OverviewPage overview) {
                overview.showSection(name.substring(slash + 1));
            }
        } else if (tab.isPresent()) {
            new PendingTab(detailsPane, window.root()).selectWhenAvailable(first);
            detailsPane.openProperty().set(true);
        } else {
            throw new IllegalStateException(StageTexts.noPageOrTab(
                    name,
                    window.pages().stream().map(Page::id).toList(),
                    detailsPane.tabs().stream().map(DetailsTab::id).toList()));
        }
    }

    /// Runs the commands from an index on, and then takes the picture. Waits for commands that become available once
    /// data is read, such as those of heap dumps.
    private void runActions(int index, int polls) {
        try {
            if (index == request.actions().size()) {
                done.run();
                return;
            }
            String id = request.actions().get(index);
            if (window.slot().host().commands().all().stream().noneMatch(c -> c.id().equals(FormerIds.current(id)))) {
                throw new IllegalStateException(StageTexts.noCommand(id));
            }
            if (window.slot().host().commands().run(id)) {
                runActions(index + 1, COMMAND_POLLS);
            } else if (polls > 0) {
                PauseTransition pause = new PauseTransition(POLL);
                pause.setOnFinished(_ -> runActions(index, polls - 1));
                pause.play();
            } else {
                throw new IllegalStateException(StageTexts.commandNotAvailable(id));
            }
        } catch (RuntimeException e) {
            fail.accept(e);
        }
    }
}
