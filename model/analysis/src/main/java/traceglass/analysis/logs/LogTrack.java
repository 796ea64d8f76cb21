package traceglass.analysis.logs;

import traceglass.analysis.load.EventTrack;
import traceglass.analysis.track.TrackStyle;

/// Lines of a log.
///
/// @param source `log_source`, empty for none
/// @param scope lines of all threads or of one
/// @param utid the thread, −1 if the trace does not record who wrote the lines
public record LogTrack(String source, LogScope scope, long utid) implements EventTrack {

    /// Selection of the lines shown.
    public enum LogScope {
        ALL,
        ONE_THREAD
    }

    /// Creates a track of the lines of all threads.
    public static LogTrack ofAll(String source) {
        return new LogTrack(source, LogScope.ALL, -1);
    }

    /// Creates a track of the lines of one thread.
    ///
    /// @param utid −1 for lines without a recorded thread
    public static LogTrack ofThread(String source, long utid) {
        return new LogTrack(source, LogScope.ONE_THREAD, utid);
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
    public String label() {
        return LogTexts.TRACK_KIND;
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
        String and = scope == LogScope.ALL ? "" : utid < 0 ? " AND utid IS NULL" : " AND utid = " + utid;
        return """
            SELECT id, ts, 0, concat_ws(': ', tag, msg), CAST(%s AS VARCHAR) FROM __intrinsic_logs
            WHERE coalesce(log_source, '') = '%s'\
            """.formatted(LogLevels.SQL, source.replace("'", "''")) + and;
    }
}
