package traceglass.analysis.tree;

/// Names of threads, processes and types of tracks in labels.
public final class TrackNames {

    private TrackNames() {}

    /// Returns the name of a thread; `Thread` if it has none.
    public static String thread(TraceContents.Thread t) {
        return t.name() == null || t.name().isEmpty() ? TreeTexts.NO_THREAD_NAME : baseName(t.name());
    }

    /// Returns a tid or pid as text; empty if unknown.
    public static String number(long id) {
        return id == TraceContents.NONE ? "" : Long.toString(id);
    }

    /// Returns the last part of a path; other names are unchanged.
    public static String baseName(String name) {
        return name.startsWith("/") ? name.substring(name.lastIndexOf('/') + 1) : name;
    }

    /// Returns a readable form of a track type: `Battery stats` for `battery_stats`.
    public static String readable(String type) {
        String spaced = type.replace('_', ' ').strip();
        if (spaced.startsWith("jfr ")) {
            return "JFR" + spaced.substring("jfr".length());
        }
        return spaced.isEmpty() ? TreeTexts.OTHER : Character.toUpperCase(spaced.charAt(0)) + spaced.substring(1);
    }
}
