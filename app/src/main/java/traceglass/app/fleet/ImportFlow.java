package traceglass.app.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.doctor.TraceLists;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.export.TimelineArchive;
import traceglass.app.io.CommandOutput;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.convert.output.ConvertProblem;
import traceglass.engine.fleet.Fleet;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;

/// Imports traces on the page of a fleet: searches files and folders for traces, offers to import them, and imports
/// them. Used on the JavaFX thread.
final class ImportFlow {

    /// Shows the steps on the page.
    interface View {

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
    private final View view;
    private final FleetImportPrompt prompt;

    /// Identifies the running search or writing of a timeline; null if there is none.
    private @Nullable Object task;

    private Runnable cancelTask = () -> {};
    /// Replaces the progress on the page after the task was stopped.
    private Runnable showStopped = () -> {};

    private int filesFound;

    /// @param notices notices of the page
    /// @param progress shows the progress of a search or an import
    ImportFlow(
            TraceSlot slot,
            Messages messages,
            FleetModel model,
            Notices notices,
            TaskProgressView progress,
            View view) {
        this.slot = slot;
        this.messages = messages;
        this.model = model;
        this.notices = notices;
        this.progress = progress;
        this.view = view;
        prompt = new FleetImportPrompt(messages.dialogs(), view::showFleet, this::start);
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
                        view.showFleet();
                        fallback.run();
                    } else {
                        show(files, paths, null, alternatives(files, paths, fallback));
                        show.run();
                        prompt.focus();
                    }
                },
                _ -> {
                    view.showFleet();
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
                            view.showFleet();
                            fallback.run();
                        })
                        : chooseAnother(this::chooseFolder));
        return alternatives;
    }

    private static FleetImportPrompt.Alternative chooseAnother(Runnable choose) {
        return new FleetImportPrompt.Alternative("fleet-offer-other", FleetPageTexts.CHOOSE_ANOTHER, choose);
    }

    /// Asks for a folder and offers to add its traces to the open fleet.
    void offerToAdd() {
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
                            show(List.of(folder), paths, fleet.folder(), List.of(chooseAnother(this::offerToAdd)));
                            prompt.focus();
                        },
                        reason -> {
                            view.showFleet();
                            notices.show(Notices.Severity.ERROR, "add", reason);
                        }));
    }

    /// Ends a search or the writing of a timeline without a message, because something else is opened.
    void stop() {
        Runnable cancel = cancelTask;
        Runnable show = showStopped;
        if (endTask(task)) {
            cancel.run();
            show.run();
        }
    }

    /// Begins a search or the writing of a timeline.
    ///
    /// @param cancel called if the user cancels the task
    /// @param whenStopped shows the content of the page after it was canceled
    private Object beginTask(Runnable cancel, Runnable whenStopped) {
        Object newTask = new Object();
        task = newTask;
        cancelTask = cancel;
        showStopped = whenStopped;
        return newTask;
    }

    /// Ends a task.
    ///
    /// @return false if it has already ended
    private boolean endTask(@Nullable Object endedTask) {
        if (endedTask == null || task != endedTask) {
            return false;
        }
        task = null;
        return true;
    }

    private void chooseFolder() {
        slot.host().commands().run("trace.folder");
    }

    private void show(
            List<Path> files,
            List<String> paths,
            @Nullable Path fleet,
            List<FleetImportPrompt.Alternative> alternatives) {
        prompt.show(files, paths, fleet, alternatives);
        view.show(prompt);
    }

    /// Searches for traces. Shows the progress if it takes long.
    ///
    /// @param show called before the progress is shown
    /// @param onFailed not called if the user cancels
    private void search(List<Path> files, Runnable show, Consumer<List<String>> onFound, Consumer<String> onFailed) {
        stop();
        filesFound = 0;
        String title = FleetPageTexts.searching(files);
        PauseTransition delay = new PauseTransition(SHOW_DELAY);
        AtomicReference<Runnable> cancel = new AtomicReference<>(() -> {});
        Object search = beginTask(
                () -> {
                    delay.stop();
                    Objects.requireNonNull(cancel.get()).run();
                },
                () -> {});
        cancel.set(model.find(
                files,
                count -> {
                    if (search == task) {
                        filesFound = count;
                        progress.update(FleetPageTexts.filesFound(count), -1);
                    }
                },
                paths -> {
                    delay.stop();
                    if (endTask(search)) {
                        onFound.accept(paths);
                    }
                },
                reason -> {
                    delay.stop();
                    if (endTask(search)) {
                        onFailed.accept(reason);
                    }
                }));
        delay.setOnFinished(_ -> {
            showStopped = view::showFleet;
            progress.begin(title, () -> {
                stop();
                messages.status().setState("cancel", CommonTexts.CANCELED, title);
            });
            progress.update(FleetPageTexts.filesFound(filesFound), -1);
            view.show(progress);
            show.run();
        });
        delay.playFromStart();
    }

    private void start(List<Path> sources, Path target, String pattern) {
        progress.begin(FleetPageTexts.IMPORTING, model.tasks()::cancel);
        view.show(progress);
        model.importTraces(
                sources,
                target,
                pattern,
                imported -> {
                    if (imported.traces() == 0 && imported.problem() != null) {
                        view.show(prompt);
                        prompt.showProblem(imported.problem());
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
                    view.show(prompt);
                    prompt.showProblem(reason);
                });
    }

    /// Opens traces as one timeline, if their clocks can be related. Otherwise shows the reason on the offer.
    private void openTimeline(List<String> paths) {
        stop();
        ImportProgress reading = new ImportProgress();
        Object thisTask = beginTask(reading::cancel, () -> view.show(prompt));
        progress.begin(FleetPageTexts.RELATING, this::stop);
        view.show(progress);
        Thread.ofPlatform().daemon().name("timeline").start(() -> {
            String problem;
            try {
                Path archive = writeTimeline(paths, reading);
                FxThread.later(() -> openTimeline(archive, thisTask));
                return;
            } catch (ImportCanceled e) {
                return;
            } catch (ConvertProblem e) {
                problem = FleetPageTexts.noTimeline(e);
            } catch (IOException e) {
                problem = FleetPageTexts.noTimeline(CommandOutput.reason(e));
            } catch (UncheckedIOException e) {
                problem = FleetPageTexts.noTimeline(CommandOutput.reason(e.getCause()));
            } catch (RuntimeException e) {
                problem = FleetPageTexts.noTimeline(e.toString());
            }
            String text = CommandOutput.oneLine(problem);
            FxThread.later(() -> {
                if (endTask(thisTask)) {
                    view.show(prompt);
                    prompt.showProblem(text);
                }
            });
        });
    }

    private static Path writeTimeline(List<String> paths, ImportProgress reading) throws IOException, ConvertProblem {
        for (String path : paths) {
            if (path.contains(FleetPageTexts.IN_ARCHIVE) && !Files.exists(Path.of(path))) {
                throw new ConvertProblem(FleetPageTexts.isInArchive(path));
            }
        }
        return TimelineArchive.write(paths.stream().map(Path::of).toList(), reading);
    }

    private void openTimeline(Path archive, Object task) {
        if (!endTask(task)) {
            TimelineArchive.delete(archive);
            return;
        }
        view.showFleet();
        deleteWhenClosed(archive);
        slot.navigation().navigator().openTrace(archive, this::reportUnrelated);
    }

    /// Shows which files of the open timeline are missing.
    private void reportUnrelated() {
        slot.trace()
                .session()
                .queries()
                .submit(
                        "timeline-files",
                        q -> RowReader.query(q, TraceLists.UNRELATED_FILES),
                        files -> {
                            if (files.size() > 0) {
                                messages.notices()
                                        .show(
                                                Notices.Severity.WARN,
                                                "timeline",
                                                FleetPageTexts.unrelated(names(files)));
                            }
                        },
                        e -> System.getLogger(ImportFlow.class.getName())
                                .log(System.Logger.Level.WARNING, "reading the files of a timeline", e));
    }

    private static List<String> names(RowStore files) {
        return IntStream.range(0, files.size())
                .mapToObj(row -> String.valueOf(files.getText(row, 0)))
                .toList();
    }

    /// Deletes an archive when another trace, or none, replaces it in the window.
    private void deleteWhenClosed(Path archive) {
        ReadOnlyObjectProperty<TraceSession> sessions = slot.trace().sessionProperty();
        sessions.addListener(new ChangeListener<>() {
            @Override
            public void changed(
                    ObservableValue<? extends TraceSession> property,
                    TraceSession old,
                    @Nullable TraceSession session) {
                if (session == null || !session.file().equals(archive)) {
                    sessions.removeListener(this);
                    TimelineArchive.delete(archive);
                }
            }
        });
    }
}
