package traceglass.app.context;

import java.nio.file.Path;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.select.Selection;
import traceglass.app.session.LiveSource;
import traceglass.store.time.TimeSpan;

/// Navigates in the open trace. All methods are called on the JavaFX thread and return immediately.
public interface Navigator {

    /// Selects an event and scrolls it into view on the timeline, showing the timeline page if necessary.
    ///
    /// @param table `slice`, `sched`, `thread_state`, `counter`, `thread`, `process` or `track`
    void goTo(String table, long id);

    /// Selects an event without changing the page or the view.
    void select(String table, long id);

    /// Shows a time span on the timeline.
    void zoomTo(TimeSpan span);

    /// Shows a time on the timeline, keeping the zoom if possible.
    void goToTime(long ts);

    /// Shows newly created debug tracks at the top of the timeline.
    void showDebugTracks(DebugTracks debugTracks);

    /// Selects corresponding events in both traces, aligns the traces on them and shows them. Called on the
    /// navigator of the first trace while two are open.
    ///
    /// @param label name of the alignment, shown after “Align on”
    /// @param a event of the first trace, or null; an event with an empty table is a time that can't be selected
    /// @param b event of the second trace, or null
    default void showPair(String label, Selection.Event a, Selection.Event b) {}

    /// Shows only the tracks that match this text in the filter of the tracks, on the timeline.
    void filterTracks(String filter);

    /// Searches the trace for this text and marks the hits on the timeline.
    void search(String text);

    /// Opens a trace file in place of the open one.
    void openTrace(Path file);

    /// Opens a trace file in place of the open one.
    ///
    /// @param whenOpened called when it is open and its saved state is restored; not called if it can't be opened
    default void openTrace(Path file, Runnable whenOpened) {}

    /// Opens two traces side by side. Called on the navigator of the first trace.
    ///
    /// @param whenOpened called when both are open; not called if one can't be opened
    default void openPair(Path a, Path b, Runnable whenOpened) {}

    /// Shows a running recording in place of the open trace, as soon as its first events have arrived.
    void showLive(LiveSource source);

    /// Returns whether the open trace is a running recording with this file.
    boolean isShownLive(Path file);

    /// Shows the page with this [traceglass.app.ui.Page#id].
    void showPage(String id);

    /// Moves the focus to the current page.
    void focusContent();

    /// Opens the SQL page with this text in a new tab, and optionally runs it.
    void openSql(String sql, boolean runsNow);
}
