package traceglass.app.window.frame;

import traceglass.ingest.database.ColumnMeanings;
import traceglass.ingest.database.ColumnUnit;
import traceglass.store.text.DisplayText;

/// Texts of the window's frame: top bar, file dialogs, time format menu, keyboard shortcuts and the About overlay.
final class FrameTexts {

    private FrameTexts() {}

    // ---- Top bar

    static final String PRODUCT = "Traceglass";
    static final String SET_FLAG = "Set a flag in the middle of the visible time";
    static final String EXPORT = "Export: pictures, project, time";
    static final String TOGGLE_DETAILS = "Show or hide the details pane   Q";

    static String opensProblems(String problems) {
        return problems + ". Opens the list of problems.";
    }

    // ---- Sidebar

    /// @param key shortcut, or null
    static String tooltip(String command, Object key) {
        return key == null ? command : command + "   " + key;
    }

    // ---- File dialogs

    static final String OPEN_TRACE = "Open a trace";
    static final String OPEN_PROJECT = "Open a project";
    static final String PROJECT_FILES = "Traceglass project";

    // ---- Time format

    static final String TIME_FORMAT = "Time format";
    static final String CHOOSE_ZONE_ITEM = "Choose a time zone…";
    static final String CHOOSE_ZONE = "Choose time zone…";
    static final String EXACT_DURATIONS = "Durations in nanoseconds";
    static final String ROUNDED_DURATIONS = "Durations with four digits";
    static final String SWITCH_DURATIONS = "Switch durations between four digits and nanoseconds";

    static String timeFormat(String title) {
        return "Time format: " + title;
    }

    static String timeZone(String title) {
        return "Time zone " + title;
    }

    static String notAvailable(String title) {
        return title + " (not available in this trace)";
    }

    /// @param offset from UTC, such as `+05:30`
    static String utc(String offset) {
        return "UTC" + offset;
    }

    // ---- Time zones

    static final String ZONE_QUESTION = "Time zone name or city, or offset from UTC such as +5:30";

    static String zones(int count) {
        return count == 0 ? "no time zone" : count == 1 ? "1 time zone" : count + " time zones";
    }

    static String customZone(String offset) {
        return offset + " · this computer";
    }

    // ---- Overlays

    static final String CLOSE = "Close   Esc";

    // ---- Keyboard shortcuts

    static final String FIND_SHORTCUT = "Find shortcut";

    static String noShortcut(String text) {
        return "No shortcut matches “" + text + "”.";
    }

    static final String MOVE = "Zoom in, move left, zoom out, move right";
    static final String ZOOM_AT_POINTER = "Zoom at the pointer";
    static final String SCROLL_TRACKS = "Scroll the tracks";
    static final String MOVE_BETWEEN_TRACKS = "Move between tracks, expand, collapse, select";
    static final String WHEEL = "wheel";
    static final String OPEN_AT_MOMENT = "Open the trace of a value or dot at that moment";
    static final String SELECT_TRACE = "Add the trace of a dot to the selection";
    static final String MOVE_BETWEEN_DOTS = "Move between dots, open the trace";
    static final String CLICK = "Click";
    static final String DRAG = "Drag";
    static final String ADD_SLICE_TO_SELECTION = "Add a slice to the selection, or remove it";
    static final String SELECT_SLICES_IN_RECTANGLE = "Select the slices in a rectangle";

    // ---- About

    static final String ABOUT = "About Traceglass";
    static final String PURPOSE = "Records traces, shows them on a timeline and queries them with SQL.";
    static final String VERSION = "Version";
    static final String LICENSE = "License";
    static final String LICENSE_NAME = "Apache License 2.0";
    static final String JAVA = "Java";
    static final String JAVAFX = "JavaFX";
    static final String UNKNOWN = "unknown";
    static final String SYSTEM = "System";
    static final String PROCESSORS = "Processors";
    static final String JAVA_HEAP = "Java heap";
    static final String LIBRARIES = "Libraries";

    static String maximum(long bytes) {
        return DisplayText.size(bytes) + " maximum";
    }

    static String fact(String name, String value) {
        return name + ": " + value;
    }

    // ---- columns of a table

    static final String COLUMNS = "Columns of the table";
    static final String NO_COLUMN = "None";
    static final String ALL_NUMBERS = "All other numbers";
    static final String OPEN_TABLE = "Open";
    static final String CANCEL = "Cancel";
    static final String UNIT = "Unit";
    static final String CHOOSE_UNIT = "Choose a unit";
    static final String NEEDS_TIME = "Choose the column with the time.";
    static final String REMEMBERED = "Remembered for tables with the same columns. Other columns become arguments.";

    static String whichColumns(String problem) {
        return problem + ". Choose the meanings of the columns.";
    }

    /// @param name further column, e.g. with the name of a process
    static String withColumn(String values, String name) {
        return values + " and “" + name + "”";
    }

    static String needsUnit(String column) {
        return "Choose the unit of “" + column + "”.";
    }

    static String unit(ColumnUnit unit) {
        return switch (unit) {
            case NS -> "ns";
            case US -> "µs";
            case MS -> "ms";
            case S -> "s";
            case DATE -> "Date or time of day";
        };
    }

    static String meaning(ColumnMeanings.Meaning meaning) {
        return switch (meaning) {
            case TIME -> "Time";
            case DURATION -> "Duration";
            case END -> "End";
            case NAME -> "Name";
            case PROCESS -> "Process";
            case THREAD -> "Thread";
            case CATEGORY -> "Category";
            case VALUE -> "Value of a counter";
        };
    }

    // ---- Status bar

    static String keysToMove(String[] letters) {
        return String.join(" ", letters) + " to move";
    }
}
