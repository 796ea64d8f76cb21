package traceglass.app.context;

import java.nio.file.Path;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.select.Selection;
import traceglass.app.session.LiveSource;
import traceglass.store.time.TimeSpan;

/// A navigator for parts that are created before the window. Its methods may be called only after [#set].
final class DelegatingNavigator implements Navigator {

    private Navigator navigator;

    void set(Navigator newNavigator) {
        navigator = newNavigator;
    }

    @Override
    public void goTo(String table, long id) {
        navigator.goTo(table, id);
    }

    @Override
    public void select(String table, long id) {
        navigator.select(table, id);
    }

    @Override
    public void zoomTo(TimeSpan span) {
        navigator.zoomTo(span);
    }

    @Override
    public void goToTime(long ts) {
        navigator.goToTime(ts);
    }

    @Override
    public void showDebugTracks(DebugTracks debugTracks) {
        navigator.showDebugTracks(debugTracks);
    }

    @Override
    public void showPair(String label, Selection.Event a, Selection.Event b) {
        navigator.showPair(label, a, b);
    }

    @Override
    public void filterTracks(String filter) {
        navigator.filterTracks(filter);
    }

    @Override
    public void search(String text) {
        navigator.search(text);
    }

    @Override
    public void openTrace(Path file, Runnable whenOpened) {
        navigator.openTrace(file, whenOpened);
    }

    @Override
    public void openPair(Path a, Path b, Runnable whenOpened) {
        navigator.openPair(a, b, whenOpened);
    }

    @Override
    public void openTrace(Path file) {
        navigator.openTrace(file);
    }

    @Override
    public void showLive(LiveSource source) {
        navigator.showLive(source);
    }

    @Override
    public boolean isShownLive(Path file) {
        return navigator.isShownLive(file);
    }

    @Override
    public void showPage(String id) {
        navigator.showPage(id);
    }

    @Override
    public void focusContent() {
        navigator.focusContent();
    }

    @Override
    public void openSql(String sql, boolean runsNow) {
        navigator.openSql(sql, runsNow);
    }
}
