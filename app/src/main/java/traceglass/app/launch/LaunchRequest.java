package traceglass.app.launch;

import java.nio.file.Path;
import traceglass.store.database.StoreOptions;

/// A request to open a window.
///
/// @param trace file to open, or null for the start page
/// @param second file to open as second trace, or null
/// @param time span to show, or null
/// @param range span to select on all tracks, or null
/// @param select event to select, or null
/// @param sql text for the SQL page, or null
/// @param runsSql whether `sql` is run; false if it comes from a link
/// @param tracks queries to show as tracks
/// @param problem reason why no trace is opened, shown in the window; or null
/// @param store options for the database of the trace, such as the cache folder
public record LaunchRequest(
        Path trace,
        Path second,
        TimeRange time,
        TimeRange range,
        EventRef select,
        String sql,
        boolean runsSql,
        TrackFlags tracks,
        String problem,
        StoreOptions store) {

    /// Creates a request whose SQL is run.
    public LaunchRequest(
            Path trace,
            Path second,
            TimeRange time,
            EventRef select,
            String sql,
            TrackFlags tracks,
            StoreOptions store) {
        this(trace, second, time, null, select, sql, true, tracks, null, store);
    }

    /// Returns this request with other options of the store.
    public LaunchRequest withStore(StoreOptions options) {
        return new LaunchRequest(trace, second, time, range, select, sql, runsSql, tracks, problem, options);
    }

    /// Returns whether the request only opens a trace.
    public boolean isPlain() {
        return second == null && time == null && range == null && select == null && sql == null;
    }

    /// Creates a request to show a problem on the start page.
    public static LaunchRequest problem(String message, StoreOptions store) {
        return new LaunchRequest(null, null, null, null, null, null, false, TrackFlags.none(), message, store);
    }
}
