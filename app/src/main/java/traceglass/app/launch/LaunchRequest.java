package traceglass.app.launch;

import java.nio.file.Path;
import traceglass.store.database.StoreOptions;

/// A request to open a window.
///
/// @param trace file to open, or null for the start page
/// @param second file to open as second trace, or null
/// @param time span to show, or null
/// @param select event to select, or null
/// @param sql text for the SQL page, or null
/// @param tracks queries to show as tracks
/// @param store where the database of the trace is kept
public record LaunchRequest(
        Path trace, Path second, TimeRange time, EventRef select, String sql, TrackFlags tracks, StoreOptions store) {}
