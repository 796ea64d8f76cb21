package traceglass.analysis.tree;

/// How threads, processes and types of tracks are called in labels.
public final class TrackNames {

    private TrackNames() {}

    /// Name of a thread; `Thread` where it has none.
    public static String thread(TraceFacts.Thread t) {
        return t.name() == null || t.name().isEmpty() ? "Thread" : baseName(t.name());
    }

    /// A tid or pid; empty where it is not known.
    public static String number(long id) {
        return id == TraceFacts.NONE ? "" : Long.toString(id);
    }

    /// What is left of a path's last part; other names stay.
    public static String baseName(String name) {
        return name.startsWith("/") ? name.substring(name.lastIndexOf('/') + 1) : name;
    }

    /// A type as words: `battery_stats` is `Battery stats`.
    public static String words(String type) {
        String spaced = type.replace('_', ' ').strip();
        return spaced.isEmpty() ? "Other" : Character.toUpperCase(spaced.charAt(0)) + spaced.substring(1);
    }
}
