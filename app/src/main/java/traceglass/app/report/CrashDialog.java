package traceglass.app.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import traceglass.app.io.CommandOutput;
import traceglass.app.ui.DialogService;

/// Informs the user of an unexpected error and offers the report as a file. Used on the JavaFX thread.
public final class CrashDialog {

    private boolean isOpen;

    /// Asks what to do with a report.
    ///
    /// @param problem receives the reason why the report could not be saved
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

    private static void save(Path report, Path to, Consumer<String> problem) {
        try {
            Files.copy(report, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            problem.accept(CrashTexts.cantSave(to, CommandOutput.reason(e)));
        }
    }
}
