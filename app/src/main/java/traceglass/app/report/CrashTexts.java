package traceglass.app.report;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Texts about unexpected errors.
final class CrashTexts {

    static final String TITLE = tr("Something went wrong in Traceglass");
    static final String CLOSE = tr("Close");
    static final String SAVE = tr("Save report…");
    static final String TEXT = tr("Text");

    private CrashTexts() {}

    static String detail(Path report) {
        return tr(
                "The last action may not have been completed. Your trace file is not changed, and "
                        + "you can keep working.\n\nA report for the developers is in {0}. It contains the "
                        + "version, information about this computer, the location of the error and the log, "
                        + "but no content of the trace. Nothing was sent. Please read it and attach it to a "
                        + "bug report.",
                report);
    }

    static String cantSave(Path file, String reason) {
        return tr("Can't save the report as {0}: {1}", file, reason);
    }
}
