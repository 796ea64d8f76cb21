package traceglass.app.window.frame;

import static traceglass.store.language.Translations.tr;

import traceglass.ingest.database.ColumnMeanings;
import traceglass.ingest.database.ColumnUnit;
import traceglass.store.text.DisplayText;

/// Texts of the window's frame: top bar, file dialogs, time format menu, keyboard shortcuts and the About overlay.
final class FrameTexts {

    private FrameTexts() {}

    // ---- Top bar

    static final String PRODUCT = tr("Traceglass");
    static final String SET_FLAG = tr("Set a flag in the middle of the visible time");
    static final String EXPORT = tr("Export: pictures, project, time");
    static final String TOGGLE_DETAILS = tr("Show or hide the details pane   Q");

    static String opensProblems(String problems) {
        return tr("{0}. Opens the list of problems.", problems);
    }

    // ---- Sidebar

    /// @param key shortcut, or null
    static String tooltip(String command, Object key) {
        return key == null ? command : command + "   " + key;
    }

    // ---- File dialogs

    static final String OPEN_TRACE = tr("Open a trace");
    static final String OPEN_PROJECT = tr("Open a project");
    static final String PROJECT_FILES = tr("Traceglass project");

    // ---- Time format

    static final String TIME_FORMAT = tr("Time format");
    static final String CHOOSE_ZONE_ITEM = tr("Choose a time zone…");
    static final String CHOOSE_ZONE = tr("Choose time zone…");
    static final String EXACT_DURATIONS = tr("Durations in nanoseconds");
    static final String ROUNDED_DURATIONS = tr("Durations with four digits");
    static final String SWITCH_DURATIONS = tr("Switch durations between four digits and nanoseconds");

    static String timeFormat(String title) {
        return tr("Time format: {0}", title);
    }

    static String timeZone(String title) {
        return tr("Time zone {0}", title);
    }

    static String notAvailable(String title) {
        return tr("{0} (not available in this trace)", title);
    }

    /// @param offset difference from UTC, such as `+05:30`
    static String utc(String offset) {
        return tr("UTC{0}", offset);
    }

    // ---- Time zones

    static final String ZONE_QUESTION = tr("Time zone name or city, or offset from UTC such as +5:30");

    static String zones(int count) {
        return count == 0 ? tr("no time zone") : count == 1 ? tr("1 time zone") : tr("{0} time zones", count);
    }

    static String zoneOfComputer(String offset) {
        return tr("{0} · this computer", offset);
    }

    // ---- Overlays

    static final String CLOSE = tr("Close   Esc");

    // ---- Keyboard shortcuts

    static final String FIND_SHORTCUT = tr("Find shortcut");

    static String noShortcut(String text) {
        return tr("No shortcut matches “{0}”.", text);
    }

    static final String MOVE = tr("Zoom in, move left, zoom out, move right");
    static final String ZOOM_AT_POINTER = tr("Zoom at the pointer");
    static final String SCROLL_TRACKS = tr("Scroll the tracks");
    static final String MOVE_BETWEEN_TRACKS = tr("Move between tracks, expand, collapse, select");
    static final String WHEEL = tr("wheel");
    static final String OPEN_AT_MOMENT = tr("Open the trace of a value or dot at that moment");
    static final String SELECT_TRACE = tr("Add the trace of a dot to the selection");
    static final String MOVE_BETWEEN_DOTS = tr("Move between dots, open the trace");
    static final String CLICK = tr("Click");
    static final String DRAG = tr("Drag");
    static final String ADD_SLICE_TO_SELECTION = tr("Add a slice to the selection, or remove it");
    static final String SELECT_SLICES_IN_RECTANGLE = tr("Select the slices in a rectangle");

    // ---- About

    static final String ABOUT = tr("About Traceglass");
    static final String PURPOSE = tr("Records traces, shows them on a timeline and queries them with SQL.");
    static final String VERSION = tr("Version");
    static final String LICENSE = tr("License");
    static final String LICENSE_NAME = tr("Apache License 2.0");
    static final String JAVA = tr("Java");
    static final String JAVAFX = tr("JavaFX");
    static final String UNKNOWN = tr("unknown");
    static final String SYSTEM = tr("System");
    static final String PROCESSORS = tr("Processors");
    static final String JAVA_HEAP = tr("Java heap");
    static final String LIBRARIES = tr("Libraries");

    static String maximum(long bytes) {
        return tr("{0} maximum", DisplayText.size(bytes));
    }

    static String property(String name, String value) {
        return name + ": " + value;
    }

    // ---- columns of a table

    static final String COLUMNS = tr("Columns of the table");
    static final String NO_COLUMN = tr("None");
    static final String ALL_NUMBERS = tr("All other numbers");
    static final String OPEN_TABLE = tr("Open");
    static final String CANCEL = tr("Cancel");
    static final String UNIT = tr("Unit");
    static final String CHOOSE_UNIT = tr("Choose a unit");
    static final String NEEDS_TIME = tr("Choose the column with the time.");
    static final String REMEMBERED = tr("Remembered for tables with the same columns. Other columns become arguments.");

    static String whichColumns(String problem) {
        return tr("{0}. Choose the meanings of the columns.", problem);
    }

    /// @param name further column, e.g. with the name of a process
    static String withColumn(String values, String name) {
        return tr("{0} and “{1}”", values, name);
    }

    static String needsUnit(String column) {
        return tr("Choose the unit of “{0}”.", column);
    }

    static String unit(ColumnUnit unit) {
        return switch (unit) {
            case NS -> "ns";
            case US -> "µs";
            case MS -> "ms";
            case S -> "s";
            case DATE -> tr("Date or time of day");
        };
    }

    static String meaning(ColumnMeanings.Meaning meaning) {
        return switch (meaning) {
            case TIME -> tr("Time");
            case DURATION -> tr("Duration");
            case END -> tr("End");
            case NAME -> tr("Name");
            case PROCESS -> tr("Process");
            case THREAD -> tr("Thread");
            case CATEGORY -> tr("Category");
            case VALUE -> tr("Value of a counter");
        };
    }

    // ---- Status bar

    static String keysToMove(String[] letters) {
        return tr("{0} to move", String.join(" ", letters));
    }
}
