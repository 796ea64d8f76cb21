package traceglass.app.context;

import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.select.Selection;
import traceglass.store.time.TimeSpan;

/// Ways to get somewhere in the open trace. All are called on the JavaFX thread and return at once.
public interface Navigator {

    /// Selects the event and brings it into view on the timeline, whatever page is shown.
    ///
    /// @param table `slice`, `sched`, `thread_state`, `counter`, `thread`, `process` or `track`
    void goTo(String table, long id);

    /// Selects the event and leaves the page and the visible window as they are.
    void select(String table, long id);

    /// Shows a span of time on the timeline.
    void zoomTo(TimeSpan span);

    /// Shows a time on the timeline, keeping the zoom where that can be.
    void goToTime(long ts);

    /// Shows debug tracks that were just made on the timeline, at the top.
    void showDebugTracks(DebugTracks made);

    /// Shows what stands for the same in two traces: selects it in either, aligns them on it and brings it into
    /// view. Asked of the navigator of the first trace, while there are two.
    ///
    /// @param words what it is, as in “aligned on …”
    /// @param a in the first trace, or null for nothing; one whose table is empty is a time that cannot be selected
    /// @param b in the second
    default void showPair(String words, Selection.Event a, Selection.Event b) {}

    /// Opens a trace file; it takes the place of the one that is open.
    void openTrace(java.nio.file.Path file);

    /// Shows a page by its [traceglass.app.ui.Page#id].
    void showPage(String id);

    /// Puts the keyboard into the page that is shown.
    void focusContent();

    /// Opens the SQL page with this text in a new tab, and runs it when asked to.
    void openSql(String sql, boolean run);
}
