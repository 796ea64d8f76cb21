package traceglass.app.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import traceglass.app.io.CommandOutput;
import traceglass.app.task.FxThread;
import traceglass.app.ui.DialogService;

/// Informs the user of an unexpected error and offers the report as a file. Used on the JavaFX thread.
public final class CrashDialog {

    private final Executor background;
    private boolean isOpen;

    /// @param background saves reports; failures are passed to the JavaFX thread
    public CrashDialog(Executor background) {
        this.background = background;
    }

    /// Asks what to do with a report.
    ///
    /// @param problem receives the reason why the report could not be saved, later on the JavaFX thread
    public void show(Path report, DialogService dialogs, Consumer<String> problem) {
        if (isOpen) {
            return;
        }
        isOpen = true;
        try {
            Optional<String> answer = dialogs.ask(
                    CrashTexts.TITLE, CrashTexts.detail(report), List.of(CrashTexts.CLOSE, CrashTexts.SAVE));
            if (answer.equals(Optional.of(CrashTexts.SAVE))) {
                dialogs.chooseSave(CrashTexts.SAVE, String.valueOf(report.getFileName()), CrashTexts.TEXT, "txt")
                        .ifPresent(to -> save(report, to, problem));
            }
        } finally {
            isOpen = false;
        }
    }

    /// Copies the report in the background.
    private void save(Path report, Path to, Consumer<String> problem) {
        background.execute(() -> {
            try {
                Files.copy(report, to, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                FxThread.later(() -> problem.accept(CrashTexts.cantSave(to, CommandOutput.reason(e))));
            }
        });
    }
}
