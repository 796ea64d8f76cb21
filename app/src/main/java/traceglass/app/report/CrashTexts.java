package traceglass.app.report;

import java.nio.file.Path;

/// Texts about unexpected errors.
final class CrashTexts {

    static final String TITLE = "Something went wrong in Traceglass";
    static final String CLOSE = "Close";
    static final String SAVE = "Save report…";
    static final String TEXT = "Text";

    private CrashTexts() {}

    static String detail(Path report) {
        return "The last action may not have been completed. Your trace file is not changed, and you can keep"
                + " working.\n\nA report for the developers is in " + report
                + ". It contains the version, information about this computer, the location of the error and"
                + " the log, but"
                + " no content of the trace. Nothing was sent. Please read it and attach it to a bug report.";
    }

    static String cantSave(Path file, String reason) {
        return "Can't save the report as " + file + ": " + reason;
    }
}
