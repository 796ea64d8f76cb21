package traceglass.app.window;

import java.util.ArrayList;
import java.util.List;
import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.TraceSlot;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TrackFlags;
import traceglass.app.panel.debug.DebugTrackTask;
import traceglass.app.ui.Notices;
import traceglass.store.time.TimeSpan;

/// Applies the options of the command line to a window once its trace is open.
public final class LaunchActions {

    private final MainWindow window;
    private final TraceSlot slot;
    private final Notices notices;

    public LaunchActions(MainWindow window) {
        this.window = window;
        this.slot = window.slot();
        this.notices = window.context().messages().notices();
    }

    /// Shows the results of queries as tracks.
    ///
    /// @param whenShown called once all of the tracks are shown
    public void showTracks(TrackFlags tracks, Runnable whenShown) {
        int number = 1;
        for (String sql : tracks.queries()) {
            String title = tracks.queries().size() == 1 ? WindowTexts.QUERY : WindowTexts.query(number++);
            // The last session may have restored them.
            if (!slot.trace().session().debugTracks().hasQuery(sql, title)) {
                DebugTrackTask.show(slot, notices, sql, title, tracks.by());
            }
        }
        slot.trace().session().debugTracks().whenIdle(whenShown);
    }

    /// Selects the part of a time span that is in the trace, on all tracks. Shows a notice instead if it is outside.
    public void selectArea(TimeRange range) {
        TimeSpan requested = spanOf(range);
        if (requested == null) {
            return;
        }
        TimeSpan bounds = slot.trace().session().bounds();
        TimeSpan span =
                new TimeSpan(Math.max(requested.start(), bounds.start()), Math.min(requested.end(), bounds.end()));
        List<TrackNode> all = new ArrayList<>();
        slot.trace().session().tracks().roots().forEach(root -> collect(root, all));
        slot.selection().set(new Selection.Area(span.start(), span.end(), all));
    }

    /// Returns a range in trace time, or null after a notice if the range is outside the trace.
    private TimeSpan spanOf(TimeRange range) {
        String problem = outsideTrace(range, slot.trace().session().bounds());
        if (problem != null) {
            notices.show(Notices.Severity.WARN, "range", problem);
            return null;
        }
        return range.in(slot.trace().session().bounds());
    }

    /// Returns a message if a range has no time in common with the trace, otherwise null.
    public static String outsideTrace(TimeRange range, TimeSpan bounds) {
        TimeSpan span = range.in(bounds);
        return span.end() < bounds.start() || span.start() > bounds.end()
                ? WindowTexts.outsideTrace(span, bounds)
                : null;
    }

    private static void collect(TrackNode node, List<TrackNode> into) {
        if (!node.isGroup()) {
            into.add(node);
        }
        node.children().forEach(child -> collect(child, into));
    }

    /// Shows the contents of a request.
    public void show(LaunchRequest request) {
        if (request.range() != null) {
            selectArea(request.range());
        }
        show(request.time(), request.select(), request.sql(), request.runsSql());
    }

    /// Shows a time span, selects an event and opens SQL; each argument may be null.
    ///
    /// @param runsSql whether to run the SQL
    public void show(TimeRange time, EventRef select, String sql, boolean runsSql) {
        TimeSpan span = time == null ? null : spanOf(time);
        if (span != null) {
            window.pane().view().showSpan(span);
        }
        if (select != null) {
            if (span != null) {
                // Selecting the event moves the view to it; the requested time span is restored
                // afterwards.
                slot.selection().addListener(new ChangeListener<>() {
                    @Override
                    public void changed(ObservableValue<? extends Selection> o, Selection before, Selection after) {
                        o.removeListener(this);
                        Platform.runLater(() -> window.pane().view().showSpan(span));
                    }
                });
            }
            slot.navigation().navigator().goTo(select.table(), select.id());
            slot.host().detailsPane().openProperty().set(true);
        }
        if (sql != null) {
            slot.navigation().navigator().openSql(sql, runsSql);
        }
    }
}
