package traceglass.app.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import traceglass.app.context.Messages;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.ingest.open.FormatDetector;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.check.ConfigProblem;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.RecordingTarget;

/// Saves the config of the record page, replaces it with other configs, and returns the command line that records with
/// it.
final class ConfigActions {

    private static final String HERE_DOCUMENT_END = "\nEOF\n";

    private final Messages messages;
    private final Notices banners;
    private final RecordModel model;
    private final SavedConfigs configs;
    private final Runnable whenNamesChanged;
    private final Consumer<Path> openTrace;
    private List<String> savedNames = List.of();
    /// The last access to a config; configs are accessed one at a time.
    private CompletableFuture<?> lastAccess = CompletableFuture.completedFuture(null);
    private int running;

    /// @param banners shows errors
    /// @param whenNamesChanged called when the names of the saved configs are known or have changed
    /// @param openTrace opens a file that was chosen as a config but is a trace
    ConfigActions(
            Messages messages,
            Notices banners,
            RecordModel model,
            SavedConfigs configs,
            Runnable whenNamesChanged,
            Consumer<Path> openTrace) {
        this.messages = messages;
        this.banners = banners;
        this.model = model;
        this.configs = configs;
        this.whenNamesChanged = whenNamesChanged;
        this.openTrace = openTrace;
    }

    /// Accesses configs in the background.
    ///
    /// @param done receives the result on the JavaFX thread
    /// @param failed receives the error on the JavaFX thread
    private <T> void access(Callable<T> work, Consumer<T> done, Consumer<Exception> failed) {
        running++;
        lastAccess = lastAccess.thenRunAsync(
                () -> {
                    try {
                        T result = work.call();
                        finish(() -> done.accept(result));
                    } catch (Exception e) {
                        finish(() -> failed.accept(e));
                    } catch (Error e) {
                        // A config that doesn't fit into memory must not block later accesses.
                        finish(() -> failed.accept(new IOException(e.toString(), e)));
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    private void finish(Runnable action) {
        FxThread.later(() -> {
            running--;
            action.run();
        });
    }

    /// Whether no access to a config is running.
    boolean isIdle() {
        return running == 0;
    }

    /// Lists the saved configs.
    void listSaved() {
        access(
                configs::names,
                names -> {
                    savedNames = names;
                    whenNamesChanged.run();
                },
                e -> showError(RecordTexts.cantReadConfig(configs.folder().toString(), e)));
    }

    private void showError(String text) {
        banners.show(Notices.Severity.ERROR, "record", text);
    }

    /// Saves the config under a name, which the user enters.
    void save() {
        messages.prompt()
                .ask(RecordTexts.CONFIG_NAME, model.configNameProperty().get(), this::save);
    }

    /// Saves the config under a name.
    void save(String name) {
        String text = model.textProperty().get();
        TraceConfig config = model.config();
        access(
                () -> {
                    configs.write(name, text);
                    return name.strip();
                },
                saved -> {
                    model.useSaved(saved, config);
                    listSaved();
                },
                e -> showError(RecordTexts.cantSaveConfig(e)));
    }

    /// Returns the names of the saved configs, in alphabetical order; none until they are listed.
    List<String> savedNames() {
        return savedNames;
    }

    void useSaved(String name) {
        access(
                () -> configs.read(name),
                config -> {
                    model.useConfig(name, config);
                    banners.close("record");
                },
                e -> showError(RecordTexts.cantReadConfig(name, e)));
    }

    /// Deletes a saved config after asking.
    void deleteSaved(String name) {
        String delete = RecordTexts.DELETE;
        Optional<String> answer = messages.dialogs()
                .ask(
                        RecordTexts.askDeleteConfig(name),
                        RecordTexts.deletesConfigFile(configs.folder()),
                        List.of(RecordTexts.KEEP, delete));
        if (answer.filter(delete::equals).isPresent()) {
            access(
                    () -> {
                        configs.delete(name);
                        return name;
                    },
                    _ -> listSaved(),
                    e -> showError(RecordTexts.cantDeleteConfig(name, e)));
        }
    }

    /// Imports a config from a file.
    void importText() {
        messages.dialogs()
                .chooseOpen(RecordTexts.IMPORT_CONFIG_TITLE)
                .ifPresent(file -> access(
                        () -> {
                            try (InputStream in = Files.newInputStream(file)) {
                                return ConfigText.read(ConfigText.bytes(in, FormatDetector::of), FormatDetector::of);
                            }
                        },
                        config -> {
                            model.useConfig(file.getFileName().toString(), config);
                            banners.close("record");
                        },
                        e -> importFailed(file, e)));
    }

    private void importFailed(Path file, Exception failure) {
        if (!(failure instanceof ConfigProblem problem)) {
            showError(RecordTexts.cantRead(file, failure));
        } else if (problem.isTrace()) {
            banners.show(
                    Notices.Severity.ERROR,
                    "record",
                    RecordTexts.isTrace(file, problem),
                    RecordTexts.OPEN_TRACE,
                    () -> openTrace.accept(file));
        } else {
            showError(RecordTexts.configProblem(file, problem.describe()));
        }
    }

    /// Writes the config to a file.
    void export() {
        messages.dialogs()
                .chooseSave(RecordTexts.SAVE_CONFIG_TITLE, "config.pbtxt", RecordTexts.TRACE_CONFIG_FILES, "pbtxt")
                .ifPresent(file -> {
                    String text = model.textProperty().get();
                    access(
                            () -> Files.writeString(file, text),
                            _ -> {},
                            e -> showError(RecordTexts.cantWrite(file, e)));
                });
    }

    /// Returns the command line that makes the same recording.
    String commandLine() {
        RecordingTarget t = model.targetProperty().get();
        String target = t == null ? "local" : t.id();
        long startAfterMs = model.startAfterProperty().get();
        String after = startAfterMs == 0 ? "" : " --start-after " + startAfterMs + "ms";
        String input = " <<'EOF'\n" + model.textProperty().get().stripTrailing() + HERE_DOCUMENT_END;
        StringBuilder lines = new StringBuilder(
                RecordTexts.WITH_TRACEGLASS + "\ntraceglass record --target " + target + after + " -c -" + input);
        if (t != null && t.id().startsWith("adb:")) {
            lines.append("\n" + RecordTexts.WITH_ADB + "\nadb -s ")
                    .append(t.id().substring(4))
                    .append(" shell perfetto --txt -c - -o /data/misc/perfetto-traces/trace.pftrace")
                    .append(input);
        } else if (t != null && t.id().equals("local")) {
            lines.append("\n" + RecordTexts.WITH_PERFETTO + "\nperfetto --txt -c - -o trace.pftrace")
                    .append(input);
        }
        return lines.toString();
    }
}
