package traceglass.app.ui;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Labels that several pages and panels share.
public final class CommonTexts {

    private CommonTexts() {}

    // ---- Actions

    public static final String ALL_COMMANDS = tr("All commands");
    public static final String CANCEL = tr("Cancel");
    public static final String COPY = tr("Copy");
    public static final String COPY_NAME = tr("Copy name");
    public static final String COPY_VALUE = tr("Copy value");
    public static final String KEYBOARD_SHORTCUTS = tr("Keyboard shortcuts");
    public static final String OPEN_AS_SQL = tr("Open as SQL");
    public static final String SHOW_ON_TIMELINE = tr("Show on timeline");

    // ---- Outcomes, in the status bar

    public static final String CANCELED = tr("Canceled");
    public static final String COPIED = tr("Copied");
    public static final String SAVED = tr("Saved");

    // ---- Columns of lists

    public static final String DURATION = tr("Duration");
    public static final String NAME = tr("Name");
    public static final String PROCESS = tr("Process");
    public static final String THREAD = tr("Thread");
    public static final String TIME = tr("Time");
    public static final String TOTAL = tr("Total");

    // ---- Errors

    /// Error message for a file that the user chose.
    public static String cantWrite(Path file, String reason) {
        return tr("Can't write {0}: {1}{2} Choose another folder.", file, reason, reason.endsWith(".") ? "" : ".");
    }

    /// Error message for a picture that can't be saved.
    public static String cantWritePicture(Path file, String reason) {
        return tr("Can't write the picture to {0}: {1}", file, reason);
    }
}
