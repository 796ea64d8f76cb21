package traceglass.app.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.export.TimelineArchive;
import traceglass.app.io.CommandOutput;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.convert.output.ConvertProblem;
import traceglass.engine.fleet.Fleet;
import traceglass.ingest.ImportCancelled;
import traceglass.ingest.ImportProgress;

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
        search(
                files,
                show,
                paths -> {
                    if (paths.isEmpty()) {
                        stage.showFleet();
                        fallback.run();
                    } else {
                        show(files, paths, null, alternatives(files, paths, fallback));
                        show.run();
                        offer.focus();
                    }
                },
                _ -> {
                    stage.showFleet();
                    fallback.run();
                });
    }

    private List<FleetImportPrompt.Alternative> alternatives(List<Path> files, List<String> paths, Runnable fallback) {
        List<FleetImportPrompt.Alternative> alternatives = new ArrayList<>();
        if (paths.size() > 1) {
            alternatives.add(new FleetImportPrompt.Alternative(
                    "fleet-offer-timeline", FleetPageTexts.OPEN_TIMELINE, () -> openTimeline(paths)));
        }
        alternatives.add(
                files.size() > 1
                        ? new FleetImportPrompt.Alternative("fleet-offer-other", FleetPageTexts.OPEN_TWO, () -> {
                            stage.showFleet();
                            fallback.run();
                        })
                        : another(this::chooseFolder));
        return alternatives;
    }

    private static FleetImportPrompt.Alternative another(Runnable choose) {
        return new FleetImportPrompt.Alternative("fleet-offer-other", FleetPageTexts.CHOOSE_ANOTHER, choose);
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
                            show(List.of(folder), paths, fleet.folder(), List.of(another(this::add)));
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
            List<Path> files,
            List<String> paths,
            @Nullable Path fleet,
            List<FleetImportPrompt.Alternative> alternatives) {
        offer.show(files, paths, fleet, alternatives);
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

    /// Opens traces as one timeline, if their clocks can be related. Otherwise shows the reason on the offer.
    private void openTimeline(List<String> paths) {
        for (String path : paths) {
            if (!Files.exists(Path.of(path)) && path.contains(FleetPageTexts.IN_ARCHIVE)) {
                offer.showProblem(FleetPageTexts.noTimeline(FleetPageTexts.isInArchive(path)));
                return;
            }
        }
        ImportProgress reading = new ImportProgress();
        progress.begin(FleetPageTexts.RELATING, reading::cancel);
        stage.show(progress);
        Thread.ofPlatform().daemon().name("timeline").start(() -> {
            try {
                Path archive =
                        TimelineArchive.write(paths.stream().map(Path::of).toList(), reading);
                FxThread.later(() -> {
                    stage.showFleet();
                    slot.navigation().navigator().openTrace(archive);
                });
            } catch (ImportCancelled e) {
                FxThread.later(() -> stage.show(offer));
            } catch (ConvertProblem e) {
                showNoTimeline(String.valueOf(e.getMessage()));
            } catch (IOException e) {
                showNoTimeline(CommandOutput.reason(e));
            } catch (UncheckedIOException e) {
                showNoTimeline(CommandOutput.reason(e.getCause()));
            }
        });
    }

    private void showNoTimeline(String reason) {
        FxThread.later(() -> {
            stage.show(offer);
            offer.showProblem(FleetPageTexts.noTimeline(CommandOutput.oneLine(reason)));
        });
    }
}
