package traceglass.analysis.events;

import static traceglass.store.language.Translations.tr;

/// Names of fields that the details of several kinds of events share, and placeholders for missing names.
public final class EventDetailTexts {

    private EventDetailTexts() {}

    // ---- Fields

    public static final String TIME = tr("Time");
    public static final String START = tr("Start");
    public static final String DURATION = tr("Duration");
    public static final String INSTANT = tr("none (instant)");
    public static final String THREAD = tr("Thread");
    public static final String PROCESS = tr("Process");
    public static final String TRACK = tr("Track");
    public static final String CPU = tr("CPU");
    public static final String PACKAGE = tr("Package");

    static String packageName(String name, boolean isDebuggable) {
        return name + (isDebuggable ? tr(", debuggable") : "");
    }

    public static final String VERSION_CODE = tr("Version code");
    public static final String USER_ID = tr("User id");
    public static final String SQL_ID = tr("SQL id");
    public static final String TO_END_OF_TRACE = tr("to the end of the trace");
    public static final String BLOCKED_IN = tr("Blocked in");
    public static final String WOKEN_BY = tr("Woken by");
    public static final String VALUE = tr("Value");
    public static final String CHANGE = tr("Change");
    public static final String OWNER = tr("Process or CPU");

    // ---- Links and names

    public static final String UNFINISHED = tr("unfinished");
    public static final String NO_NAME = tr("(no name)");

    public static String cpu(long cpu) {
        return tr("CPU {0}", cpu);
    }

    // ---- Other events

    public static final String CALLSTACK = tr("Callstack");
    static final String UNKNOWN_FUNCTION = tr("unknown");
    public static final String ALL_EVENTS = tr("All events of this kind");
}
