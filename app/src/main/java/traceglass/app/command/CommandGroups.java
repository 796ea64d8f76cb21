package traceglass.app.command;

/// Groups of commands: headings in the help and prefixes in the command palette. Groups of a single panel have the
/// panel's title.
public final class CommandGroups {

    private CommandGroups() {}

    public static final String TRACE = "Trace";
    public static final String VIEW = "View";
    public static final String TIMELINE = "Timeline";
    public static final String SELECTION = "Selection";
    public static final String SEARCH = "Search";
    public static final String HELP = "Help";
    public static final String TRACKS = "Tracks";
    public static final String NOTES = "Notes";
    public static final String SQL = "SQL";
    public static final String TWO_TRACES = "Two traces";
    public static final String FLEET = "Fleet";
    public static final String RECORD = "Record";
    public static final String COLORS = "Colors";
    public static final String PANELS = "Panels";
    public static final String WORKSPACES = "Workspaces";
    public static final String COUNTERS = "Counters";
    public static final String TIME_FORMAT = "Time format";
}
