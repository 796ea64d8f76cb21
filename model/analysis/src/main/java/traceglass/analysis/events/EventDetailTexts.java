package traceglass.analysis.events;

/// Names of fields that the details of several kinds of events share, and placeholders for missing names.
public final class EventDetailTexts {

    private EventDetailTexts() {}

    // ---- Fields

    public static final String TIME = "Time";
    public static final String START = "Start";
    public static final String DURATION = "Duration";
    public static final String INSTANT = "none (instant)";
    public static final String THREAD = "Thread";
    public static final String PROCESS = "Process";
    public static final String TRACK = "Track";
    public static final String CPU = "CPU";
    public static final String PACKAGE = "Package";

    static String packageName(String name, boolean isDebuggable) {
        return name + (isDebuggable ? ", debuggable" : "");
    }

    public static final String VERSION_CODE = "Version code";
    public static final String USER_ID = "User id";
    public static final String SQL_ID = "SQL id";
    public static final String TO_END_OF_TRACE = "to the end of the trace";
    public static final String BLOCKED_IN = "Blocked in";
    public static final String WOKEN_BY = "Woken by";
    public static final String VALUE = "Value";
    public static final String CHANGE = "Change";
    public static final String OWNER = "Process or CPU";

    // ---- Links and names

    public static final String UNFINISHED = "unfinished";
    public static final String NO_NAME = "(no name)";

    public static String cpu(long cpu) {
        return "CPU " + cpu;
    }

    // ---- Other events

    public static final String CALLSTACK = "Callstack";
    static final String UNKNOWN_FUNCTION = "unknown";
    public static final String ALL_EVENTS = "All events of this kind";
}
