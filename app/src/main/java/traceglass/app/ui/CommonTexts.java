package traceglass.app.ui;

import java.nio.file.Path;

/// Labels that several pages and panels share.
public final class CommonTexts {

    private CommonTexts() {}

    // ---- Actions

    public static final String ALL_COMMANDS = "All commands";
    public static final String CANCEL = "Cancel";
    public static final String COPY = "Copy";
    public static final String COPY_NAME = "Copy name";
    public static final String COPY_VALUE = "Copy value";
    public static final String KEYBOARD_SHORTCUTS = "Keyboard shortcuts";
    public static final String OPEN_AS_SQL = "Open as SQL";
    public static final String SHOW_ON_TIMELINE = "Show on timeline";

    // ---- Outcomes, in the status bar

    public static final String CANCELED = "Canceled";
    public static final String COPIED = "Copied";
    public static final String SAVED = "Saved";

    // ---- Columns of lists

    public static final String DURATION = "Duration";
    public static final String NAME = "Name";
    public static final String PROCESS = "Process";
    public static final String THREAD = "Thread";
    public static final String TIME = "Time";
    public static final String TOTAL = "Total";

    // ---- Errors

    /// Error message for a file that the user chose.
    public static String cantWrite(Path file, String reason) {
        return "Can't write " + file + ": " + reason + (reason.endsWith(".") ? "" : ".") + " Choose another folder.";
    }
}
