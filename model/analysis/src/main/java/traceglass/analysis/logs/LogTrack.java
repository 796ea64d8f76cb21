package traceglass.analysis.logs;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.track.TrackStyle;

/// Lines of a log.
///
/// @param source `log_source`, empty for none
/// @param whose whether those of all threads or of one
/// @param utid that thread, −1 where the trace does not tell who wrote
public record LogTrack(String source, Whose whose, long utid) implements EventTrack {

    /// Whose lines are shown.
    public enum Whose {
        ALL,
        ONE_THREAD
    }

    /// Lines of all threads.
    public static LogTrack all(String source) {
        return new LogTrack(source, Whose.ALL, -1);
    }

    /// Lines of one thread.
    ///
    /// @param utid −1 for lines of which the trace does not tell who wrote them
    public static LogTrack ofThread(String source, long utid) {
        return new LogTrack(source, Whose.ONE_THREAD, utid);
    }

    @Override
    public String id() {
        return "logs";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.LOG;
    }

    @Override
    public String word() {
        return "log";
    }

    @Override
    public String icon() {
        return "file";
    }

    @Override
    public String table() {
        return "android_logs";
    }

    @Override
    public String events() {
        String and = whose == Whose.ALL ? "" : utid < 0 ? " AND utid IS NULL" : " AND utid = " + utid;
        return """
            SELECT id, ts, 0, concat_ws(': ', tag, msg), CAST(%s AS VARCHAR) FROM __intrinsic_logs
            WHERE coalesce(log_source, '') = '%s'\
            """.formatted(LogLevels.SQL, source.replace("'", "''")) + and;
    }
}
