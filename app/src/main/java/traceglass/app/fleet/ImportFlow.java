package traceglass.app.fleet;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.engine.fleet.Fleet;

/// Imports traces on the page of a fleet: searches files and folders for traces, offers to import them, and imports
/// them. Used on the JavaFX thread.
final class ImportFlow {

    /// Shows the steps on the page.
    interface Stage {

        void show(Node content);

        /// Shows the open fleet, or an empty page.
        void showFleet();
    }

    private static final Duration SHOW_DELAY = Duration.millis(400);

    private final TraceSlot slot;
    private final Messages messages;
    private final FleetModel model;
    private final Notices notices;
    private final TaskProgressView progress;
    private final Stage stage;
    private final FleetImportPrompt offer;
    private int searches;
    private int filesFound;
    private Runnable cancelSearch = () -> {};

    /// @param notices notices of the page
    /// @param progress shows the progress of a search or an import
    ImportFlow(
            TraceSlot slot,
            Messages messages,
            FleetModel model,
            Notices notices,
            TaskProgressView progress,
            Stage stage) {
        this.slot = slot;
        this.messages = messages;
        this.model = model;
        this.notices = notices;
        this.progress = progress;
        this.stage = stage;
        offer = new FleetImportPrompt(messages.dialogs(), stage::showFleet, this::start);
    }

    /// Offers to import files as a fleet.
    ///
    /// @param show called before something is shown, to show the page
    /// @param fallback called if there are no traces, or if the user prefers the alternative
    void offer(List<Path> files, Runnable show, Runnable fallback) {
        FleetImportPrompt.Alternative alternative = files.size() > 1
                ? new FleetImportPrompt.Alternative(FleetPageTexts.OPEN_TWO, () -> {
                    stage.showFleet();
                    fallback.run();
                })
                : new FleetImportPrompt.Alternative(FleetPageTexts.CHOOSE_ANOTHER, this::chooseFolder);
        search(
                files,
                show,
                paths -> {
                    if (paths.isEmpty()) {
                        stage.showFleet();
                        fallback.run();
                    } else {
                        show(files, paths, null, alternative);
                        show.run();
                        offer.focus();
                    }
                },
                _ -> {
                    stage.showFleet();
                    fallback.run();
                });
    }

    /// Asks for a folder and offers to add its traces to the open fleet.
    void add() {
        Fleet fleet = model.fleet();
        if (fleet == null) {
            return;
        }
        messages.dialogs()
                .chooseFolder(FleetPageTexts.CHOOSE_TRACES)
                .ifPresent(folder -> search(
                        List.of(folder),
                        () -> {},
                        paths -> {
                            show(
                                    List.of(folder),
                                    paths,
                                    fleet.folder(),
                                    new FleetImportPrompt.Alternative(FleetPageTexts.CHOOSE_ANOTHER, this::add));
                            offer.focus();
                        },
                        reason -> {
                            stage.showFleet();
                            notices.show(Notices.Severity.ERROR, "add", reason);
                        }));
    }

    /// Ends a search without a message, because something else is opened.
    void stopSearch() {
        searches++;
        cancelSearch.run();
    }

    private void chooseFolder() {
        slot.host().commands().run("trace.folder");
    }

    private void show(
            List<Path> files, List<String> paths, @Nullable Path fleet, FleetImportPrompt.Alternative alternative) {
        offer.show(files, paths, fleet, alternative);
        stage.show(offer);
    }

    /// Searches for traces. Shows the progress if it takes long.
    ///
    /// @param show called before the progress is shown
    /// @param failed not called if the user cancels
    private void search(List<Path> files, Runnable show, Consumer<List<String>> found, Consumer<String> failed) {
        stopSearch();
        int search = searches;
        filesFound = 0;
        String title = FleetPageTexts.searching(files);
        PauseTransition delay = new PauseTransition(SHOW_DELAY);
        Runnable cancel = model.find(
                files,
                count -> {
                    if (search == searches) {
                        filesFound = count;
                        progress.update(FleetPageTexts.filesFound(count), -1);
                    }
                },
                paths -> {
                    delay.stop();
                    if (search == searches) {
                        searches++;
                        found.accept(paths);
                    }
                },
                reason -> {
                    delay.stop();
                    if (search == searches) {
                        searches++;
                        failed.accept(reason);
                    }
                });
        cancelSearch = cancel;
        delay.setOnFinished(_ -> {
            progress.begin(title, () -> {
                stopSearch();
                stage.showFleet();
                messages.status().setState("cancel", CommonTexts.CANCELED, title);
            });
            progress.update(FleetPageTexts.filesFound(filesFound), -1);
            stage.show(progress);
            show.run();
        });
        delay.playFromStart();
    }

    private void start(List<Path> sources, Path target, String pattern) {
        progress.begin(FleetPageTexts.IMPORTING, model.tasks()::cancel);
        stage.show(progress);
        model.importTraces(
                sources,
                target,
                pattern,
                imported -> {
                    if (imported.traces() == 0 && imported.problem() != null) {
                        stage.show(offer);
                        offer.showProblem(imported.problem());
                        return;
                    }
                    // Open it like any other fleet, so that it appears in the list of recent files.
                    slot.navigation().navigator().openTrace(target, () -> {
                        if (imported.problem() != null) {
                            notices.show(
                                    Notices.Severity.WARN,
                                    "import",
                                    FleetPageTexts.ended(imported.problem(), imported.traces()),
                                    List.of(new Notices.Action(
                                            FleetPageTexts.CONTINUE_IMPORT, () -> start(sources, target, pattern))));
                        }
                    });
                },
                reason -> {
                    stage.show(offer);
                    offer.showProblem(reason);
                });
    }
}
