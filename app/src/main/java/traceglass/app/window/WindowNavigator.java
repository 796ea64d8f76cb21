package traceglass.app.window;

import java.nio.file.Path;
import java.util.Optional;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.app.context.Messages;
import traceglass.app.context.Navigator;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.LiveSource;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.app.ui.SqlOpener;
import traceglass.app.window.timeline.TracePane;
import traceglass.render.action.TrackControls;
import traceglass.store.time.TimeSpan;

/// Navigates to tracks, events, times and pages in a window.
final class WindowNavigator implements Navigator {

    /// Up to this many tracks at once are pinned; more are shown in their group.
    private static final int MAX_PINNED = 8;

    private final TraceSlot slot;
    private final Messages messages;
    private final TracePair pair;
    private final MainWindow window;
    private final TracePane pane;

    WindowNavigator(TraceSlot slot, Messages messages, TracePair pair, MainWindow window, TracePane pane) {
        this.slot = slot;
        this.messages = messages;
        this.pair = pair;
        this.window = window;
        this.pane = pane;
    }

    @Override
    public void goTo(String table, long id) {
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        Subjects.owner(table)
                .ifPresentOrElse(owner -> showOwner(session, owner, table, id), () -> find(session, table, id, true));
    }

    /// Shows the thread-state track of a thread, the group of a process, or a track. Threads and processes that
    /// never ran on a CPU are found by their other tracks.
    private void showOwner(TraceSession session, OwnerTable owner, String table, long id) {
        TrackLookup index = session.trackLookup();
        Optional<String> key = owner.track(index, id);
        if (key.isPresent()) {
            showTrack(key, table, id);
            return;
        }
        session.queries()
                .submit(
                        "navigate",
                        q -> owner.secondTrack(q, index, id),
                        found -> showTrack(found, table, id),
                        e -> messages.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "navigate",
                                        WindowTexts.cantLookUp(table, id, e.getMessage())));
    }

    @Override
    public void showLive(LiveSource source) {
        window.opening().showLive(source);
    }

    @Override
    public boolean isShownLive(Path file) {
        return window.opening().isShownLive(file);
    }

    @Override
    public void select(String table, long id) {
        TraceSession session = slot.trace().session();
        if (session != null && session.isReady()) {
            // Owners can't be selected, only shown.
            Subjects.owner(table)
                    .ifPresentOrElse(
                            owner -> showOwner(session, owner, table, id), () -> find(session, table, id, false));
        }
    }

    private void find(TraceSession session, String table, long id, boolean showsDetails) {
        session.queries()
                .submit(
                        "navigate",
                        q -> session.find(q, table, id),
                        found -> {
                            if (found.isEmpty()) {
                                messages.notices()
                                        .show(Notices.Severity.WARN, "navigate", WindowTexts.noRowWithId(table, id));
                            } else if (!showsDetails || found.get().trackKey().isEmpty()) {
                                slot.selection().set(found.get().event());
                            } else {
                                window.showTimelines();
                                pane.reveal(
                                        found.get().event(),
                                        found.get().trackKey().get());
                            }
                        },
                        e -> messages.notices()
                                .show(
                                        Notices.Severity.ERROR,
                                        "navigate",
                                        WindowTexts.cantLookUp(table, id, e.getMessage())));
    }

    private void showTrack(Optional<String> key, String table, long id) {
        if (key.isEmpty()) {
            messages.notices().show(Notices.Severity.WARN, "navigate", WindowTexts.noTrackShows(table, id));
            return;
        }
        window.showTimelines();
        pane.revealTrack(key.get());
    }

    @Override
    public void zoomTo(TimeSpan span) {
        window.showTimelines();
        pane.view().zoomTo(span);
    }

    @Override
    public void goToTime(long ts) {
        window.showTimelines();
        TimeSpan current = pane.view().visibleSpanProperty().get();
        if (!current.contains(ts)) {
            pane.view().zoomTo(new TimeSpan(ts - current.durNs() / 2, ts - current.durNs() / 2 + current.durNs()));
        }
    }

    @Override
    public void showDebugTracks(DebugTracks debugTracks) {
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        session.debugTracks().add(debugTracks);
        // Debug tracks belong to no workspace.
        pane.workspaces().show(null);
        window.showTimelines();
        TrackControls tracks = pane.view().tracks();
        boolean isPinned = debugTracks.tracks().size() <= MAX_PINNED;
        if (isPinned) {
            // Pinned tracks are always visible at the top, so their group stays collapsed.
            tracks.collapse(DebugTracks.GROUP);
            debugTracks.tracks().forEach(t -> tracks.setPinned(t.key(), true));
        } else {
            tracks.expand(DebugTracks.GROUP);
            tracks.reveal(debugTracks.node().key());
        }
        messages.status().setState("check", WindowTexts.ADDED, debugTracks.summary());
        if (debugTracks.values() > debugTracks.tracks().size()) {
            messages.notices()
                    .show(
                            Notices.Severity.INFO,
                            "debug-tracks",
                            WindowTexts.trackSummary(debugTracks.spec().title(), debugTracks.summary()));
        }
    }

    @Override
    public void showPair(String label, Selection.Event a, Selection.Event b) {
        window.showTimelines();
        window.secondTrace().show(label, a, b);
    }

    @Override
    public void filterTracks(String filter) {
        window.showTimelines();
        pane.view().tracks().setFilter(filter);
    }

    @Override
    public void search(String text) {
        window.showTimelines();
        window.omnibox().search(text);
    }

    @Override
    public void openTrace(Path file) {
        if (slot.isFirst()) {
            window.open(file);
        } else {
            window.secondTrace().open(file, ok -> {});
        }
    }

    @Override
    public void openTrace(Path file, Runnable whenOpened) {
        window.open(file, ok -> {
            if (ok) {
                whenOpened.run();
            }
        });
    }

    @Override
    public void openPair(Path a, Path b, Runnable whenOpened) {
        openTrace(a, () -> {
            window.showTimelines();
            window.secondTrace().open(b, ok -> {
                if (ok) {
                    whenOpened.run();
                }
            });
        });
    }

    @Override
    public void showPage(String id) {
        window.page(id).ifPresent(window::showPage);
    }

    @Override
    public void focusContent() {
        window.pageProperty().get().onShown();
    }

    @Override
    public void openSql(String sql, boolean runsNow) {
        if (!slot.isFirst()) {
            messages.notices()
                    .show(Notices.Severity.INFO, "sql", WindowTexts.QUERIES_RUN_ON_A, WindowTexts.SWAP_AND_RUN, () -> {
                        pair.first().host().commands().run("second.swap");
                        pair.first().navigation().navigator().openSql(sql, runsNow);
                    });
            return;
        }
        window.page("sql").filter(SqlOpener.class::isInstance).ifPresent(p -> {
            window.showPage(p);
            ((SqlOpener) p).open(sql, runsNow);
        });
    }
}
